/**
 * Builds the C library model outside the symbolic machine, next to a real library: natively with the installed compiler
 * (against glibc), or with the embedded clang as WebAssembly (against wasi-libc). Every function of the model gets the prefix
 * pf_, so that a driver can call both.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';
import { commands, type Tree } from '@yowasp/clang';

const runtimeFolder = fileURLToPath(new URL('../../runtime/', import.meta.url));
const driverFolder = fileURLToPath(new URL('./differential/', import.meta.url));

export const modelFlags = ['-std=c11', '-Wall', '-Wextra', '-ffreestanding', '-fno-builtin'];

export function modelSources(): string[] {
  return readdirSync(join(runtimeFolder, 'src'))
    .filter((name) => name.endsWith('.c'))
    .sort();
}

function folderTree(folder: string): Tree {
  const tree: Tree = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    tree[entry.name] = entry.isDirectory() ? folderTree(path) : readFileSync(path);
  }
  return tree;
}

export const runtimeTree = (): Tree => folderTree(runtimeFolder);

export interface Compilation {
  files: Tree;
  diagnostics: string;
  status: number;
}

/** Runs the embedded clang on a virtual file tree. */
export async function embeddedClang(args: string[], files: Tree): Promise<Compilation> {
  const decoder = new TextDecoder();
  let diagnostics = '';
  const collect = (bytes: Uint8Array | null) => {
    if (bytes) diagnostics += decoder.decode(bytes);
  };
  try {
    const options = { stdout: collect, stderr: collect, fetchProgress: () => {} };
    return { files: (await commands.clang(args, files, options)) as Tree, diagnostics, status: 0 };
  } catch (error) {
    const { code } = error as { code?: number };
    if (code === undefined) throw error;
    return { files: {}, diagnostics, status: code };
  }
}

export interface Comparison {
  calls: number;
  differences: number;
  text: string;
}

function readComparison(text: string): Comparison {
  const last = /calls (\d+) differences (\d+)\s*$/.exec(text);
  if (!last) throw new Error(`the driver did not finish:\n${text}`);
  return { calls: Number(last[1]), differences: Number(last[2]), text };
}

export type Run = (driver: string, seed: number, rounds: number) => Promise<Comparison>;

/** Why the native comparison cannot run here, or nothing. */
export function missingNativeTool(): string | undefined {
  return ['cc', 'ld', 'nm', 'objcopy'].find((tool) => spawnSync(tool, ['--version']).error !== undefined);
}

export interface NativeModel {
  defined: string[];
  undefinedNames: string[];
  run: Run;
  dispose(): void;
}

export function buildNativeModel(): NativeModel {
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-model-'));
  const at = (name: string) => join(folder, name);
  const objects = modelSources().map((source) => {
    const object = at(source.replace(/\.c$/, '.o'));
    const include = ['-I', join(runtimeFolder, 'include'), '-include', join(driverFolder, 'native_builtins.h')];
    const flags = [...modelFlags, '-Werror', '-std=gnu11', '-O1', '-fno-stack-protector'];
    execFileSync('cc', [...flags, ...include, '-c', join(runtimeFolder, 'src', source), '-o', object], {
      stdio: 'pipe',
    });
    return object;
  });
  execFileSync('ld', ['-r', ...objects, '-o', at('plain.obj')]);
  const names = (option: string) =>
    execFileSync('nm', [option, '-g', at('plain.obj')], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/).at(-1) ?? '')
      .filter((name) => name !== '');
  const defined = names('--defined-only');
  writeFileSync(at('names'), defined.map((name) => `${name} pf_${name}\n`).join(''));
  execFileSync('objcopy', [`--redefine-syms=${at('names')}`, at('plain.obj'), at('model.o')]);
  const run: Run = async (driver, seed, rounds) => {
    const sources = [join(driverFolder, `${driver}.c`), join(driverFolder, 'machine_on_libc.c'), at('model.o')];
    execFileSync('cc', ['-w', '-O1', '-fno-builtin', ...sources, '-lm', '-o', at(driver)], { stdio: 'pipe' });
    return readComparison(
      execFileSync(at(driver), [String(seed), String(rounds)], { encoding: 'utf8', timeout: 50_000 }),
    );
  };
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  return { defined, undefinedNames: names('--undefined-only'), run, dispose };
}

export interface WasmModel {
  imports: string[];
  defined: string[];
  run: Run;
}

const wholeModel = () =>
  modelSources()
    .map((source) => `#include "src/${source}"\n`)
    .join('');

/** The model as one translation unit, which also proves that its internal names do not collide. */
export async function compileWholeModel(target: string, extra: string[], prelude = ''): Promise<Compilation> {
  const args = ['-target', target, ...modelFlags, '-Isrc', '-Iinclude', ...extra, 'model.c', '-o', 'model.out'];
  return embeddedClang(args, { ...runtimeTree(), 'model.c': prelude + wholeModel() });
}

function bytesOf(compilation: Compilation, name: string): Uint8Array<ArrayBuffer> {
  const file = compilation.files[name];
  if (!(file instanceof Uint8Array)) throw new Error(`clang made no ${name}:\n${compilation.diagnostics}`);
  return Uint8Array.from(file);
}

export async function buildWasmModel(): Promise<WasmModel> {
  const link = ['-O0', '-nostdlib', '-Wl,--no-entry,--export-all,--allow-undefined'];
  const plain = new WebAssembly.Module(bytesOf(await compileWholeModel('wasm32-wasip1', link), 'model.out'));
  const linkerMade =
    /^(memory|__wasm_.*|__heap_.*|__stack_.*|__data_end|__global_base|__memory_base|__table_base|__dso_handle|__indirect_function_table|__tls_.*|__rodata_.*)$/;
  const defined = WebAssembly.Module.exports(plain)
    .map((entry) => entry.name)
    .filter((name) => !linkerMade.test(name));
  const rename = `${defined.map((name) => `#define ${name} pf_${name}\n`).join('')}`;
  const model = bytesOf(await compileWholeModel('wasm32-wasip1', ['-O1', '-c'], rename), 'model.out');
  const run: Run = async (driver, seed, rounds) => {
    const args = [
      '-w',
      '-O1',
      '-fno-builtin',
      '-Wl,-z,stack-size=1048576',
      `${driver}.c`,
      'machine_on_libc.c',
      'model.o',
      '-o',
      'driver.wasm',
    ];
    const linked = await embeddedClang(args, { ...folderTree(driverFolder), 'model.o': model });
    const folder = mkdtempSync(join(tmpdir(), 'pathfold-wasm-'));
    const stdout = openSync(join(folder, 'stdout'), 'w');
    try {
      const wasi = new WASI({
        version: 'preview1',
        args: [driver, String(seed), String(rounds)],
        stdout,
        returnOnExit: true,
      });
      const module = await WebAssembly.compile(bytesOf(linked, 'driver.wasm'));
      const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
      wasi.start(instance);
      return readComparison(readFileSync(join(folder, 'stdout'), 'utf8'));
    } finally {
      closeSync(stdout);
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return { imports: WebAssembly.Module.imports(plain).map((entry) => entry.name), defined, run };
}
