/**
 * Symbolic inputs: fresh terms under names that are unique on the path and the same on every path. Where values are
 * given, the program gets those instead, so that it runs on numbers; the terms still name the inputs.
 */
import { Kind } from '../expr/kinds.ts';
import type { Scalar } from '../expr/scalar.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { InputOrigin, InputRecord } from './outcome.ts';
import type { Recorder } from './recorder.ts';
import { type Chain, prepend, type State } from './state.ts';

export class Inputs {
  /** Values that the program gets instead of terms; what they do not mention is zero. */
  given: Model | null = null;
  /** Told of each input before the program gets it: the moment to give it a value. */
  onMade: ((record: InputRecord, state: State) => void) | null = null;
  /** On all paths together. */
  made = 0;
  /** Whether the program has given a name that looks like one of ours, on any path: only then may a name of ours be taken. */
  private hasNumberedNames = false;

  constructor(
    private readonly terms: Terms,
    private readonly recorder: Recorder | null,
  ) {}

  scalar(
    state: State,
    name: string,
    bits: number,
    kind: 'int' | 'float',
    signedness: number,
    origin: InputOrigin,
  ): Scalar | Term {
    const unique = this.claim(state, name, `${bits}`);
    const term = this.terms.variable(unique, bits);
    this.add(state, { name: unique, origin, kind, term, bits, signed: signedness === 1, signedness, index: 0 });
    return this.given === null ? term : (this.given.scalars.get(term) ?? 0);
  }

  buffer(state: State, name: string, size: number, origin: InputOrigin, index = 0): Term {
    const unique = this.claim(state, name, `[${size}]`);
    const term = this.terms.bytes(unique, size);
    this.add(state, { name: unique, origin, kind: 'bytes', term, bits: size * 8, signed: false, signedness: 2, index });
    return term;
  }

  /** What the program finds in a buffer: one read per byte, or the given bytes. */
  bytesIn(buffer: Term, size: number): (number | Term)[] {
    if (this.given === null) {
      return Array.from({ length: size }, (_, i) => this.terms.read(buffer, this.terms.constant(32, i)));
    }
    const bytes = this.given.arrays.get(buffer);
    return Array.from({ length: size }, (_, i) => bytes?.[i] ?? 0);
  }

  private add(state: State, record: InputRecord): void {
    this.made++;
    this.onMade?.(record, state);
    state.inputs = prepend(record, state.inputs);
    this.recorder?.input(state, record.term);
  }

  private claim(state: State, name: string, shape: string): string {
    const plain = name === '' ? 'input' : name;
    this.hasNumberedNames ||= /#\d+'*$/.test(plain);
    // A name that no path has used needs no look at what this one has: inputs may be many.
    const isNew = !this.hasNumberedNames && this.terms.inputNamed(plain) === null;
    const number = isNew ? 1 : lastNumber(state.inputs, plain) + 1;
    let unique = number === 1 ? plain : `${plain}#${number}`;
    if (this.hasNumberedNames) while (taken(state.inputs, unique)) unique = `${unique}'`;
    // Another path, or another program over the same terms, may use the name for something of another size.
    const known = this.terms.inputNamed(unique);
    if (known !== null && shapeOf(known) !== shape) unique = `${unique}:${shape}`;
    return unique;
  }
}

function shapeOf(input: Term): string {
  return input.kind === Kind.bytes ? `[${input.low}]` : `${input.width}`;
}

/** How often the name was used on the path. The newest use is usually near, so a loop that reads inputs stays cheap. */
function lastNumber(inputs: Chain<InputRecord> | null, plain: string): number {
  for (let link = inputs; link !== null; link = link.rest) {
    const { name } = link.item;
    if (name === plain) return 1;
    if (name.startsWith(plain) && /^#\d+$/.test(name.slice(plain.length))) return Number(name.slice(plain.length + 1));
  }
  return 0;
}

function taken(inputs: Chain<InputRecord> | null, name: string): boolean {
  for (let link = inputs; link !== null; link = link.rest) if (link.item.name === name) return true;
  return false;
}
