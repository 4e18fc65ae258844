import type { CallInstruction } from '../program/instructions.ts';
import type { Value } from '../program/values.ts';

/**
 * Printing a literal, with numbers at most: the library model cannot fault on it, though nothing in its code says so. A
 * literal format whose arguments include a pointer (`%s`, `%n`) is not of this kind.
 */
export function isPlainPrint(call: CallInstruction): boolean {
  const { callee } = call;
  if (callee.kind !== 'global' || callee.global.kind !== 'function' || callee.global.library !== true) return false;
  if (!PRINTING.has(callee.global.name)) return false;
  return call.arguments.every(
    (argument) => argument.type.kind !== 'pointer' || isLiteral(argument) || isStream(argument),
  );
}

const PRINTING = new Set(['printf', 'puts', 'putchar', 'fputs', 'fputc', 'putc', 'fprintf', 'perror']);

/** The address of a constant global: a string literal. */
function isLiteral(value: Value): boolean {
  return value.kind === 'global' && value.global.kind === 'variable' && value.global.constant;
}

/** `stdout` or `stderr` itself. */
function isStream(value: Value): boolean {
  if (value.kind !== 'register' || value.definition?.op !== 'load') return false;
  const { pointer } = value.definition;
  return pointer.kind === 'global' && /^(stdout|stderr)$/.test(pointer.global.name);
}
