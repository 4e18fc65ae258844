/** What tells one program from another: its representation as it is analysed, with the parts of the library that it uses. */
import { createHash } from 'node:crypto';
import { printProgram } from '../../program/print.ts';
import type { Program } from '../../program/program.ts';

export function programHash(program: Program): string {
  return createHash('sha256').update(printProgram(program)).digest('hex');
}
