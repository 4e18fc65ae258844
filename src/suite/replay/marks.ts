/**
 * What the replay library says on standard error, told apart from what the program itself writes there. The lines are
 * described in `runtime/replay/pathfold_replay.h`; they may start behind text that the program left unfinished.
 */
import { ENDINGS, type EndingKind } from '../../machine/endings.ts';
import { bytesOfHex } from '../typed-value.ts';

export type ObservedOutput =
  | { readonly name: string; readonly kind: 'int'; readonly value: bigint }
  | { readonly name: string; readonly kind: 'float'; readonly value: number }
  | { readonly name: string; readonly kind: 'bytes'; readonly value: Uint8Array };

export interface Marks {
  /** Without the library's lines. */
  readonly stderr: Uint8Array;
  readonly outputs: readonly ObservedOutput[];
  readonly faults: ReadonlySet<EndingKind>;
  readonly notes: readonly string[];
}

const LINE = /pathfold:(output|fault|note):([^\n]*)\n/g;
const OUTPUT = /^(.*):([iuf]\d+|bool|char|bytes):([^:]*)$/s;

export function separateMarks(bytes: Uint8Array): Marks {
  const text = Buffer.from(bytes).toString('latin1');
  const outputs: ObservedOutput[] = [];
  const faults = new Set<EndingKind>();
  const notes: string[] = [];
  const rest = text.replace(LINE, (whole: string, mark: string, content: string) => {
    if (mark === 'output') {
      const output = readOutput(content);
      if (output === null) return whole;
      outputs.push(output);
    } else if (mark === 'fault') {
      for (const kind of faultKinds(content.slice(0, content.indexOf(':')))) faults.add(kind);
    } else notes.push(Buffer.from(content, 'latin1').toString());
    return '';
  });
  return { stderr: Buffer.from(rest, 'latin1'), outputs, faults, notes };
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
