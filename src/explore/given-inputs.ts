/** Inputs that were written down: a program is run on them, or explored along them first. */
import type { Scalar } from '../expr/scalar.ts';
import { fromBigInt } from '../expr/scalar.ts';
import { Model } from '../expr/term.ts';
import type { InputOrigin, InputRecord, PathOutcome } from '../machine/outcome.ts';
import type { State } from '../machine/state.ts';
import { chainToArray } from '../machine/state.ts';

export interface GivenInputs {
  /** As messages call them. */
  readonly name: string;
  /** Bytes for an input, `position` being its number among those of the same origin; null where nothing is said of it. */
  bytesFor(record: InputRecord, position: number): Uint8Array | null;
}

/** Keeps a model up with the inputs that a path makes. */
export class GivenModel {
  readonly model = new Model();
  private readonly positions = new Map<InputOrigin, number>();

  constructor(
    private readonly given: GivenInputs,
    private readonly bigEndian: boolean,
  ) {}

  add(record: InputRecord): void {
    const position = this.positions.get(record.origin) ?? 0;
    this.positions.set(record.origin, position + 1);
    const bytes = this.given.bytesFor(record, position);
    if (bytes !== null) setInput(this.model, record, bytes, this.bigEndian);
  }
}

/** What the inputs of a path are under given ones. */
export function modelFor(
  path: Pick<State, 'inputs'> | Pick<PathOutcome, 'inputs'>,
  given: GivenInputs,
  bigEndian: boolean,
): Model {
  const result = new GivenModel(given, bigEndian);
  const { inputs } = path;
  for (const record of Array.isArray(inputs) ? inputs : chainToArray(inputs as State['inputs'])) result.add(record);
  return result.model;
}

/** Too few bytes are followed by zeros, too many are left out. */
function setInput(model: Model, { kind, term, bits }: InputRecord, bytes: Uint8Array, bigEndian: boolean): void {
  const whole = new Uint8Array(bits / 8);
  whole.set(bytes.subarray(0, whole.length));
  if (kind === 'bytes') model.arrays.set(term, whole);
  else model.scalars.set(term, scalarOfBytes(bigEndian ? whole.reverse() : whole));
}

/** The lowest byte first. */
export function scalarOfBytes(bytes: Uint8Array): Scalar {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
  return fromBigInt(value);
}
