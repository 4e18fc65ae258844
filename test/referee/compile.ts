/** C text to a program, as fast as thousands of programs need: the library is compiled and read from disk once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_MARKED_CHECKS } from '../../src/frontend/clang/marks.ts';
import { type CompiledModule, compileFiles, compileRuntime } from '../../src/frontend/clang/sources.ts';
import { assembleProgram, readCompiled } from '../../src/frontend/load.ts';
import type { LowerOptions } from '../../src/frontend/lower/lower.ts';
import type { Program } from '../../src/program/program.ts';
import { TypeTable } from '../../src/program/types.ts';

let library: Promise<CompiledModule[]> | null = null;

/** As commands load it, with their checks. `name` is what positions in messages say. Generated programs are not worth a place in the user's cache. */
export async function compileText(text: string, name = 'program.c', lowering: LowerOptions = {}): Promise<Program> {
  const directory = mkdtempSync(join(tmpdir(), 'pathfold-referee-'));
  try {
    writeFileSync(join(directory, name), text);
    const types = new TypeTable();
    const [module] = await compileFiles([name], { directory, cacheDirectory: null, marks: DEFAULT_MARKED_CHECKS });
    const program = readCompiled(module, types);
    library ??= compileRuntime(program.target, [name]);
    return assembleProgram([program], await library, types, lowering);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
