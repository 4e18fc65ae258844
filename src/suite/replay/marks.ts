/** What the replay library says about a run, on a channel of its own; `runtime/replay/pathfold_replay.h` describes the lines. */
import { ENDINGS, type EndingKind } from '../../machine/endings.ts';
import { bytesOfHex } from '../typed-value.ts';

export type ObservedOutput =
  | { readonly name: string; readonly kind: 'int'; readonly value: bigint }
  | { readonly name: string; readonly kind: 'float'; readonly value: number }
  | { readonly name: string; readonly kind: 'bytes'; readonly value: Uint8Array };

export interface Marks {
  readonly outputs: readonly ObservedOutput[];
  readonly faults: ReadonlySet<EndingKind>;
  readonly notes: readonly string[];
  /** Why the library ended the program: the test does not fit it. */
  readonly unusable: string | null;
}

const LINE = /^pathfold:(output|fault|note|unusable):(.*)$/;
const OUTPUT = /^(.*):([iuf]\d+|bool|char|bytes):([^:]*)$/s;

export function readMarks(said: Uint8Array): Marks {
  const outputs: ObservedOutput[] = [];
  const faults = new Set<EndingKind>();
  const notes: string[] = [];
  let unusable: string | null = null;
  for (const line of Buffer.from(said).toString('latin1').split('\n')) {
    const [, mark, content = ''] = LINE.exec(line) ?? [];
    const text = Buffer.from(content, 'latin1').toString();
    if (mark === 'output') {
      const output = readOutput(content);
      if (output !== null) outputs.push(output);
    } else if (mark === 'fault') {
      for (const kind of faultKinds(content.slice(0, content.indexOf(':')))) faults.add(kind);
    } else if (mark === 'unusable') unusable = text;
    else if (mark === 'note') notes.push(text);
  }
  return { outputs, faults, notes, unusable };
}

function readOutput(content: string): ObservedOutput | null {
  const match = OUTPUT.exec(content);
  if (match === null) return null;
  const [, written, type, text] = match;
  const name = Buffer.from(written, 'latin1').toString();
  if (type === 'bytes') return { name, kind: 'bytes', value: bytesOfHex(text) };
  if (type === 'f32' || type === 'f64') return { name, kind: 'float', value: readHexFloat(text) };
  return { name, kind: 'int', value: BigInt(text) };
}

/** C's `%a`: `-0x1.8p+1`, `inf`, `-nan`. Exact, because every step is a power of two. */
export function readHexFloat(text: string): number {
  const match = /^(-?)0x([0-9a-f])(?:\.([0-9a-f]*))?p([+-]?\d+)$/i.exec(text);
  if (match === null) return /nan/i.test(text) ? Number.NaN : text.startsWith('-') ? -Infinity : Infinity;
  const [, sign, whole, fraction = '', exponent] = match;
  const digits = Number.parseInt(whole + fraction, 16);
  // In two steps: the power alone may be too small for a number where the product is not.
  const power = Number(exponent) - 4 * fraction.length;
  const half = Math.trunc(power / 2);
  const value = digits * 2 ** half * 2 ** (power - half);
  return sign === '-' ? -value : value;
}

/** `klee_report_error` may give any suffix of KLEE's. */
function faultKinds(kind: string): EndingKind[] {
  const kinds = Object.keys(ENDINGS) as EndingKind[];
  const named = kinds.filter((candidate) => candidate === kind || ENDINGS[candidate].suffix === kind);
  return named.length > 0 ? named : ['user'];
}
