/** The package as users get it: packed, installed without scripts into an empty project, and used there from strict TypeScript. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, writeFiles } from '../book/page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MOST_BYTES = 3_000_000;
let project: string;
let tarball: string;

function npm(folder: string, ...words: string[]): string {
  return execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  npm(ROOT, 'pack', '--pack-destination', project);
  tarball = join(project, readdirSync(project).find((name) => name.endsWith('.tgz'))!);
  // What npm would download is here already.
  const here = (name: string) => `file:${join(ROOT, 'node_modules', name)}`;
  const dependencies = {
    pathfold: `file:${tarball}`,
    '@yowasp/clang': here('@yowasp/clang'),
    'cadical-wasm': here('cadical-wasm'),
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }));
  npm(project, 'install', '--ignore-scripts', '--offline', '--omit=optional', '--no-audit', '--no-fund');
  symlinkSync(join(ROOT, 'node_modules/typescript'), join(project, 'node_modules/typescript'));
  writeFileSync(join(project, 'half.c'), 'int half(int x) { if (x < 0) return 0; return 7 / (x - 5); }\n');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function pathfold(folder: string, ...words: string[]) {
  return spawnSync(join(project, 'node_modules/.bin/pathfold'), words, { cwd: folder, encoding: 'utf8' });
}

describe('the packed package', () => {
  test('is small, and holds no test, no source map and no build state', () => {
    expect(statSync(tarball).size).toBeLessThan(MOST_BYTES);
    const names = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n');
    expect(names).toContain('package/dist/api/index.d.ts');
    expect(names.filter((name) => /\.map$|\.tsbuildinfo$|^package\/(src|test|bench)\//.test(name))).toEqual([]);
  });

  test('has a command that works', () => {
    const { status, stdout } = pathfold(project, 'test', 'half.c', '--function', 'half', '--out', 'results');
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('half.c:1:49: division by zero') });
  });

  test('explains itself in an empty folder', () => {
    const empty = join(project, 'empty');
    mkdirSync(empty);
    const { status, stderr } = pathfold(empty);
    expect(status).toBe(2);
    expect(stderr).toContain('Usage: pathfold COMMAND');
    expect(stderr).toContain('To begin');
    expect(readdirSync(empty)).toEqual([]);
  });

  test('is a library for strict TypeScript', () => {
    writeFileSync(
      join(project, 'use.ts'),
      `import { compile, explore, loadProgram, UserError, type Summary } from 'pathfold';
import { assemble, explorePaths } from 'pathfold/core';

const program = await loadProgram('half.c');
const run = explore(program, { function: 'half', replay: 'none', maxTime: '60s' });
const seen: string[] = [];
for await (const path of run.paths) seen.push(\`\${path.ending}: \${path.input}\`);
const summary: Summary = (await run.result).summary;
console.log(seen.join('; '), summary.faults[0]?.line);
// @ts-expect-error: a mistake that the compiler finds
explore(program, { reduce: 'sometimes' }).result.catch((error: unknown) => console.log(error instanceof UserError));

export const compiled = await compile('main.c');
const core = assemble(compiled);
for await (const path of explorePaths(core)) {
  console.log(path.meaning, path.inputs?.map(({ name, value }) => \`\${name} = \${value}\`).join(', '));
}
`,
    );
    writeFileSync(
      join(project, 'main.c'),
      '#include "pathfold.h"\nint main(void) { if (pathfold_int("x") > 3) return 1; return 0; }\n',
    );
    // The examples of the book, too.
    const page = readFileSync(join(ROOT, 'docs/book/library.md'), 'utf8');
    const examples = blocksOf(page).filter((block) => block.kind === 'file');
    for (const example of examples) writeFiles(example, project);
    expect(examples.map(({ name }) => name)).toEqual(['explore.ts', 'events.ts', 'worker.ts']);
    const compilerOptions = {
      ...{ strict: true, module: 'NodeNext', target: 'ES2023', lib: ['ES2023', 'DOM'], types: [] },
      ...{ skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['use.ts', ...examples.map(({ name }) => name)] }),
    );
    const compiled = spawnSync('node', ['node_modules/typescript/bin/tsc'], { cwd: project, encoding: 'utf8' });
    expect(compiled.stdout).toBe('');
  });

  test('runs there, and its core in a worker', () => {
    writeFileSync(
      join(project, 'in-worker.js'),
      `import { parentPort, workerData } from 'node:worker_threads';
import { assemble, explorePaths } from 'pathfold/core';
for await (const path of explorePaths(assemble(workerData))) parentPort.postMessage(path.inputs);
`,
    );
    writeFileSync(
      join(project, 'starter.js'),
      `import { Worker } from 'node:worker_threads';
import { compiled } from './use.js';
const worker = new Worker('./in-worker.js', { workerData: compiled });
worker.on('message', (inputs) => console.log('worker:', inputs[0].name, inputs[0].value));
`,
    );
    const out = execFileSync('node', ['starter.js'], { cwd: project, encoding: 'utf8' });
    expect(out).toContain('division-by-zero: x = 5');
    expect(out).toMatch(/\btrue\n/);
    expect(out).toContain('x = 4');
    expect(out).toContain('worker: x 0\n');
    expect(out).toContain('worker: x 4\n');
  });

  test('can be published', () => {
    const { status, stderr } = spawnSync('npm', ['publish', '--dry-run', '--ignore-scripts', tarball], {
      cwd: project,
      encoding: 'utf8',
    });
    const aboutHere = /config "|requires you to be logged in/;
    const complaints = stderr.split('\n').filter((line) => /^npm (warn|error)/i.test(line) && !aboutHere.test(line));
    expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
  });
});
