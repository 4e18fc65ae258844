/** Finds and reads the configuration of a check. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CheckConfig, type CheckTarget, FAILURES } from '../../api/check-config.ts';
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';

const NAMES = ['json', 'ts', 'mjs', 'js'].map((ending) => `pathfold.config.${ending}`);

export interface FoundConfig {
  readonly path: string;
  /** Where its relative paths start. */
  readonly directory: string;
  readonly config: CheckConfig;
}

export async function readConfig(named: string | undefined, directory: string): Promise<FoundConfig> {
  const path = named === undefined ? findConfig(directory) : resolve(directory, named);
  if (!existsSync(path)) throw new UserError(`${named} does not exist`, 'name a configuration, or leave it out');
  const value = path.endsWith('.json') ? readJson(path) : await loadModule(path);
  rejectMistakes(value, path);
  return { path, directory: dirname(path), config: value as CheckConfig };
}

function findConfig(directory: string): string {
  const found = NAMES.map((name) => join(directory, name)).find(existsSync);
  if (found !== undefined) return found;
  const example = '{ "targets": [{ "files": "src/date.c", "functions": "all" }] }';
  throw new UserError(`there is no ${NAMES[0]} here`, `write one, for example ${example}`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UserError(`${path} is not JSON: ${(error as Error).message}`);
  }
}

async function loadModule(path: string): Promise<unknown> {
  let module: { readonly default?: unknown };
  try {
    module = await import(pathToFileURL(path).href);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw new UserError(`${path} cannot be loaded: ${message}`);
    module = await importTranspiled(path);
  }
  if (module.default === undefined)
    throw new UserError(`${path} exports nothing`, 'write export default defineConfig({ ... })');
  return module.default;
}

/** A Node that cannot read TypeScript gets it translated by the project's own compiler. */
async function importTranspiled(path: string): Promise<{ readonly default?: unknown }> {
  const typescript = projectCompiler(path);
  const options = { module: typescript.ModuleKind.ESNext, target: typescript.ScriptTarget.ES2022 };
  const { outputText } = typescript.transpileModule(readFileSync(path, 'utf8'), { compilerOptions: options });
  // Beside the configuration, so that what it imports is found.
  const folder = mkdtempSync(join(dirname(path), '.pathfold-config-'));
  try {
    const file = join(folder, 'config.mjs');
    writeFileSync(file, outputText.replace(/(from\s*['"])(\.\.?\/)/g, '$1../$2'));
    return await import(pathToFileURL(file).href);
  } catch (error) {
    throw new UserError(`${path} cannot be loaded: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Compiler {
  readonly ModuleKind: { readonly ESNext: number };
  readonly ScriptTarget: { readonly ES2022: number };
  transpileModule(text: string, options: object): { readonly outputText: string };
}

function projectCompiler(path: string): Compiler {
  try {
    return createRequire(path)('typescript') as Compiler;
  } catch {
    throw new UserError(
      `this version of Node cannot read ${path}`,
      'use Node 22.18 or newer, install typescript in the project, or write pathfold.config.json',
    );
  }
}

const KEYS: readonly (keyof CheckConfig)[] = ['targets', 'settings', 'failOn', 'baseline', 'out'];
const TARGET_KEYS: readonly (keyof CheckTarget)[] = ['name', 'files', 'functions', 'settings'];

function rejectMistakes(value: unknown, path: string): void {
  const wrong = (problem: string, hint: string | null = null) => new UserError(`${path}: ${problem}`, hint);
  const isObject = (each: unknown): each is Record<string, unknown> => typeof each === 'object' && each !== null;
  const rejectKeys = (each: object, known: readonly string[], where: string) => {
    const other = Object.keys(each).find((key) => !known.includes(key) && key !== '$schema');
    if (other === undefined) return;
    const near = nearNames(other, known);
    throw wrong(
      `${where} has no ${other}`,
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : `it has ${known.join(', ')}`,
    );
  };
  if (!isObject(value)) throw wrong('an object is needed');
  rejectKeys(value, KEYS, 'the configuration');
  if (!Array.isArray(value.targets) || value.targets.length === 0)
    throw wrong('targets must be a list of at least one');
  for (const [i, target] of value.targets.entries()) {
    const where = `target ${i + 1}`;
    if (!isObject(target)) throw wrong(`${where} must be an object`);
    rejectKeys(target, TARGET_KEYS, where);
    if (!isTexts(target.files)) throw wrong(`${where}: files must be a file or a list of files`);
    if (target.functions !== undefined && !isTexts(target.functions)) {
      throw wrong(`${where}: functions must be "all", "main", or a list of names`);
    }
  }
  const unknown = ((value.failOn ?? []) as unknown[]).find((each) => !FAILURES.some((known) => known === each));
  if (unknown !== undefined)
    throw wrong(`failOn ${String(unknown)}: no such thing`, `choose among ${FAILURES.join(', ')}`);
}

function isTexts(value: unknown): boolean {
  const list = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((each) => typeof each === 'string' && each !== '');
}
