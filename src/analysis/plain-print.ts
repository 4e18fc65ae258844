/**
 * Calls that print and cannot fault, though nothing in the code of the library model says so: a character, a literal, or a
 * literal format whose conversions all get what they ask for. Without them every printed line would be one more place where
 * the program may end.
 *
 * Not plain, to be sure: a text without its terminating zero; a conversion that lacks its argument or gets one of another
 * type; widths from arguments; `%n`; `%s` of anything but a literal; lengths that differ between targets (`%ld`, `%zu`);
 * long doubles; streams that the program may have replaced. Closing a stream does no harm. A program that writes into the
 * bytes of a FILE is beyond this.
 */
import { type CallInstruction, operandsOf } from '../program/instructions.ts';
import type { GlobalVariable, Program } from '../program/program.ts';
import type { Constant, Operand } from '../program/values.ts';

const STREAMS = ['stdout', 'stderr'];

type Parameter = 'character' | 'text' | 'format' | 'stream';

const PRINTING: ReadonlyMap<string, readonly Parameter[]> = new Map<string, readonly Parameter[]>([
  ['putchar', ['character']],
  ['fputc', ['character', 'stream']],
  ['putc', ['character', 'stream']],
  ['puts', ['text']],
  ['fputs', ['text', 'stream']],
  ['printf', ['format']],
  ['fprintf', ['stream', 'format']],
]);

/** Flags, width, precision, the lengths that mean the same everywhere, the conversion (empty when it is none of these). */
const CONVERSION = /%[-+ #0']*\d*(?:\.\d*)?(hh|h|ll|j)?([diouxXcsfFeEgGaA%]?)/g;

export class PlainPrints {
  private readonly known = new Map<CallInstruction, boolean>();
  /** Standard streams that are what they were at the start. */
  private readonly streams: ReadonlySet<string>;

  /** `none` where every call counts, as when arguments may be uninitialised. */
  constructor(
    program: Program,
    private readonly which: 'all' | 'none' = 'all',
  ) {
    const defined = program.variables.filter(({ name }) => STREAMS.includes(name));
    const replaced = replaceable(
      program,
      defined.filter(({ constant }) => !constant),
    );
    // The library model may use its streams without their names.
    this.streams = new Set(
      STREAMS.filter((stream) =>
        defined.every((each) => each.name !== stream || (isAddressOfStream(each.initializer) && !replaced.has(each))),
      ),
    );
  }

  has(call: CallInstruction): boolean {
    if (this.which === 'none') return false;
    let answer = this.known.get(call);
    if (answer === undefined) {
      answer = this.isPlain(call);
      this.known.set(call, answer);
    }
    return answer;
  }

  private isPlain({ callee, arguments: values }: CallInstruction): boolean {
    if (callee.kind !== 'global' || callee.global.kind !== 'function' || callee.global.library !== true) return false;
    const parameters = PRINTING.get(callee.global.name);
    if (parameters === undefined || values.length < parameters.length) return false;
    if (!parameters.includes('stream') && !this.streams.has('stdout')) return false;
    return parameters.every((parameter, i) => this.accepts(parameter, values[i], values.slice(i + 1)));
  }

  private accepts(parameter: Parameter, value: Operand, following: readonly Operand[]): boolean {
    switch (parameter) {
      case 'character':
        return isInteger(value, 32);
      case 'stream':
        return this.isStream(value);
      case 'text':
        return literalOf(value) !== null;
      case 'format':
        return fits(literalOf(value), following);
    }
  }

  private isStream(value: Operand): boolean {
    if (value.kind !== 'register' || value.definition?.op !== 'load') return false;
    const { pointer } = value.definition;
    return pointer.kind === 'global' && this.streams.has(pointer.global.name);
  }
}

/** Whether each conversion of the format has an argument of its type. */
function fits(format: string | null, values: readonly Operand[]): boolean {
  if (format === null) return false;
  let next = 0;
  for (const [, length, conversion] of format.matchAll(CONVERSION)) {
    if (conversion === '%') continue;
    const value = values[next++];
    if (value === undefined || !takes(conversion, length, value)) return false;
  }
  return true;
}

function takes(conversion: string, length: string | undefined, value: Operand): boolean {
  if ('diouxX'.includes(conversion) && conversion !== '') {
    return isInteger(value, length === 'll' || length === 'j' ? 64 : 32);
  }
  if (length !== undefined) return false;
  if (conversion === 'c') return isInteger(value, 32);
  if (conversion === 's') return literalOf(value) !== null;
  return conversion !== '' && value.type.kind === 'float' && value.type.format === 'double';
}

function isInteger({ type }: Operand, bits: number): boolean {
  return type.kind === 'int' && type.bits === bits;
}

/** The text of a string that cannot change, up to its terminating zero; null for anything else. */
function literalOf(value: Operand): string | null {
  if (value.kind !== 'global' || value.global.kind !== 'variable' || !value.global.constant) return null;
  const { initializer } = value.global;
  if (initializer?.kind === 'zero') return '';
  if (initializer?.kind !== 'bytes') return null;
  let text = '';
  for (const byte of initializer.bytes) {
    if (byte === 0) return text;
    text += String.fromCharCode(byte);
  }
  return null;
}

/** As the library model defines its streams; a program may define its own. */
function isAddressOfStream(initializer: Constant | null): boolean {
  return initializer?.kind === 'global' && initializer.global.name.startsWith('stdio_standard_');
}

/** Those of the variables that are used for anything but being read. */
function replaceable({ functions, variables }: Program, candidates: readonly GlobalVariable[]): Set<GlobalVariable> {
  const found = new Set<GlobalVariable>();
  if (candidates.length === 0) return found;
  const visit = (value: Operand): void => {
    if (value.kind === 'global' && value.global.kind === 'variable') found.add(value.global);
    else if (value.kind === 'expression') value.operands.forEach(visit);
    else if (value.kind === 'aggregate') value.elements.forEach(visit);
  };
  for (const { blocks } of functions) {
    for (const { instructions } of blocks) {
      for (const instruction of instructions) {
        if (instruction.op !== 'load' || instruction.pointer.kind !== 'global') operandsOf(instruction).forEach(visit);
      }
    }
  }
  for (const { initializer } of variables) if (initializer !== null) visit(initializer);
  return found;
}
