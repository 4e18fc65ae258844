import { commands } from '@yowasp/clang';
import { readBitcode } from '../../../src/frontend/bitcode/read.ts';
import type { Program } from '../../../src/program/program.ts';

export const WASM = 'wasm32-wasip1';
export const LINUX = 'x86_64-linux-gnu';

/** The flags that programs are analysed with: clang's code for optimisation, before any optimisation. */
export const PLAIN = ['-O1', '-Xclang', '-disable-llvm-passes', '-g'];

/** C to bitcode with the embedded clang. */
export async function compile(source: string, flags: readonly string[] = PLAIN, target = WASM): Promise<Uint8Array> {
  const messages: Uint8Array[] = [];
  const decoder = new TextDecoder();
  try {
    const files = await commands.clang(
      ['clang', '-w', `--target=${target}`, ...flags, '-emit-llvm', '-c', 'input.c', '-o', 'output.bc'].slice(1),
      { 'input.c': source },
      { stdout: null, stderr: (bytes) => bytes !== null && messages.push(bytes.slice()), decodeASCII: false },
    );
    return (files as Record<string, Uint8Array>)['output.bc'];
  } catch {
    throw new Error(`the test's C does not compile:\n${messages.map((m) => decoder.decode(m)).join('')}`);
  }
}

export async function compileAndRead(
  source: string,
  flags: readonly string[] = PLAIN,
  target = WASM,
): Promise<Program> {
  return readBitcode(await compile(source, flags, target), 'input.c');
}
