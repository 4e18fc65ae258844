/** Symbolic inputs: fresh terms under names that are unique on the path and the same on every path. */
import type { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { Recorder } from './machine.ts';
import type { InputOrigin, InputRecord } from './outcome.ts';
import { type Chain, prepend, type State } from './state.ts';

export class Inputs {
  /** What a name was first used for: another path may use it for something of another size. */
  private readonly shapes = new Map<string, string>();

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
  ): Term {
    const unique = this.claim(state, name, `${bits}`);
    const term = this.terms.variable(unique, bits);
    this.add(state, { name: unique, origin, kind, term, bits, signed: signedness === 1, signedness, index: 0 });
    return term;
  }

  buffer(state: State, name: string, size: number, origin: InputOrigin, index = 0): Term {
    const unique = this.claim(state, name, `[${size}]`);
    const term = this.terms.bytes(unique, size);
    this.add(state, { name: unique, origin, kind: 'bytes', term, bits: size * 8, signed: false, signedness: 2, index });
    return term;
  }

  private add(state: State, record: InputRecord): void {
    state.inputs = prepend(record, state.inputs);
    this.recorder?.input(state, record.term);
  }

  private claim(state: State, name: string, shape: string): string {
    const plain = name === '' ? 'input' : name;
    let unique = plain;
    for (let count = 2; taken(state.inputs, unique); count++) unique = `${plain}#${count}`;
    const known = this.shapes.get(unique);
    if (known !== undefined && known !== shape) unique = `${unique}:${shape}`;
    this.shapes.set(unique, shape);
    return unique;
  }
}

function taken(inputs: Chain<InputRecord> | null, name: string): boolean {
  for (let link = inputs; link !== null; link = link.rest) if (link.item.name === name) return true;
  return false;
}
