import { commands } from '@yowasp/clang';
import { expect } from 'vitest';
import { verify } from '../../../src/analysis/verify.ts';
import { readBitcode } from '../../../src/frontend/bitcode/read.ts';
import { loadEmbeddedClang } from '../../../src/frontend/clang/embedded.ts';
import type { Instruction, Opcode } from '../../../src/program/instructions.ts';
import { findFunction, type GlobalVariable, type Program, type ProgramFunction } from '../../../src/program/program.ts';

export const WASM = 'wasm32-wasip1';
export const LINUX = 'x86_64-linux-gnu';

/** The flags that programs are analysed with: clang's code for optimisation, before any optimisation. */
export const PLAIN = ['-O1', '-Xclang', '-disable-llvm-passes', '-g'];

/** C to bitcode with the embedded clang. */
export async function compile(source: string, flags: readonly string[] = PLAIN, target = WASM): Promise<Uint8Array> {
  await loadEmbeddedClang(() => {});
  let messages = '';
  try {
    const files = await commands.clang(
      ['-w', `--target=${target}`, ...flags, '-emit-llvm', '-c', 'input.c', '-o', 'output.bc'],
      { 'input.c': source },
      {
        stdout: null,
        stderr: (bytes) => {
          if (bytes !== null) messages += new TextDecoder().decode(bytes);
        },
      },
    );
    return (files as Record<string, Uint8Array>)['output.bc'];
  } catch {
    throw new Error(`the test's C does not compile:\n${messages}`);
  }
}

/** Compiles, reads and checks the program's structure. */
export async function compileAndRead(source: string, flags = PLAIN, target = WASM): Promise<Program> {
  const program = readBitcode(await compile(source, flags, target), 'input.c');
  expect(verify(program)).toEqual([]);
  return program;
}

export function functionNamed(program: Program, name: string): ProgramFunction {
  const fn = findFunction(program, name);
  if (fn === undefined) throw new Error(`the program has no function ${name}`);
  return fn;
}

export function variableNamed(program: Program, name: string): GlobalVariable {
  const variable = program.variables.find((candidate) => candidate.name === name);
  if (variable === undefined) throw new Error(`the program has no variable ${name}`);
  return variable;
}

export function instructionsOf(fn: ProgramFunction): Instruction[] {
  return fn.blocks.flatMap((block) => block.instructions);
}

/** The function's instructions of one kind. */
export function instructionsOfKind<K extends Opcode>(fn: ProgramFunction, op: K): Extract<Instruction, { op: K }>[] {
  return instructionsOf(fn).filter((i): i is Extract<Instruction, { op: K }> => i.op === op);
}
