/** The outputs of a row as values over the inputs, in a fixed order, and when two rows have the same ones. */
import { Kind } from '../expr/kinds.ts';
import { fromBigInt, type Scalar } from '../expr/scalar.ts';
import { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { visitOnce } from '../expr/walk.ts';
import { ENDINGS } from '../machine/endings.ts';
import { textParts } from '../machine/endless-text.ts';
import type { OutputRecord, PathOutcome } from '../machine/outcome.ts';
import { isChosenMark, type OutputSelection } from '../reduce/output/criterion.ts';
import type { OutputRow } from '../reduce/output/explore.ts';
import type { FinalValue } from '../reduce/output/globals.ts';

/** One value that is shown; `shape` is everything about it that is no number. */
export interface OutputValue {
  readonly name: string;
  /** `ending`: a fault, described by its label; `pointer`: to the object of that label. */
  readonly kind: 'int' | 'float' | 'text' | 'ending' | 'pointer' | 'list';
  readonly bits: number;
  readonly signed: boolean;
  /** One entry for numbers and pointers' offsets; bytes for text. */
  readonly parts: readonly (Scalar | Term)[];
  readonly label: string;
  /** For a list: its members; those of a struct have names. For a pointer to an object without a name: what it holds. */
  readonly members: readonly OutputValue[];
  /** Text that is all of an object: zeros after it make no difference. */
  readonly isObject: boolean;
  /** Compiled code does not show it: a global, where a pointer leads, what lies before that. */
  readonly isUnseen: boolean;
}

/** The label of a text in a buffer of the caller's that ends where nothing more was changed. */
export const GIVEN = 'given';

const STREAMS = ['stdout', 'stderr'] as const;
const PLAIN = { bits: 0, signed: false, parts: [], label: '', members: [], isObject: false, isUnseen: false } as const;

export function outputsOf(
  { outcome, globals }: Pick<OutputRow, 'outcome' | 'globals'>,
  selection: OutputSelection,
): OutputValue[] {
  const { ending, outputs } = outcome;
  const result: OutputValue[] = [];
  if (ending.kind !== 'exit') {
    const place = ending.position === null ? '' : ` at ${ending.position.file.path}:${ending.position.line}`;
    const name = ENDINGS[ending.kind].fault ? 'fault' : 'ending';
    // What is missing is what there is to say of it.
    const what = ending.kind === 'unmodelled' ? ending.message : ending.kind;
    result.push({ ...PLAIN, name, kind: 'ending', label: `${what}${place}` });
  }
  for (const { name, mark } of namedMarks(outputs, selection)) {
    const { kind, bits, signed, bytes, value, label, isObject = false, isUnseen = false } = mark;
    if (bytes !== null) result.push({ ...text(name, bytes), isObject, isUnseen });
    else if (kind !== 'bytes')
      result.push({ ...PLAIN, name, kind, bits, signed, parts: [value], label: label ?? '', isUnseen });
  }
  if (selection.exitStatus && ending.kind === 'exit') {
    result.push({ ...PLAIN, name: 'exit', kind: 'int', bits: 32, signed: true, parts: [ending.status] });
  }
  const taken = new Set(result.map(({ name }) => name));
  for (const { name, value } of globals) {
    // Static variables may share a name, and a parameter hides the global of its name.
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name}#${count}`;
    taken.add(free);
    result.push({ ...finalOutput(free, value), isUnseen: true });
  }
  for (const stream of STREAMS) {
    if (selection[stream]) for (const { name, bytes } of textParts(outcome, stream)) result.push(text(name, bytes));
  }
  return result;
}

export interface NamedMark {
  readonly name: string;
  readonly mark: OutputRecord;
  /** Among all marks of the path. */
  readonly index: number;
}

/** The chosen marks of a path. A second `x` is `x#2`: where a pointer `x` leads is the first, the text there the second. */
export function namedMarks(outputs: PathOutcome['outputs'], selection: OutputSelection): NamedMark[] {
  const used = new Map<string, number>();
  return outputs.flatMap((mark, index) => {
    if (!isChosenMark(mark.name, selection)) return [];
    const count = (used.get(mark.name) ?? 0) + 1;
    used.set(mark.name, count);
    return [{ name: count === 1 ? mark.name : `${mark.name}#${count}`, mark, index }];
  });
}

function text(name: string, parts: readonly (number | Term)[]): OutputValue {
  return { ...PLAIN, name, kind: 'text', bits: 8, parts };
}

export function finalOutput(name: string, value: FinalValue): OutputValue {
  switch (value.kind) {
    case 'text':
      return text(name, value.bytes);
    case 'pointer':
      return {
        ...PLAIN,
        name,
        kind: 'pointer',
        bits: value.offset instanceof Term ? value.offset.width : 64,
        parts: [typeof value.offset === 'number' ? fromBigInt(BigInt.asUintN(64, BigInt(value.offset))) : value.offset],
        label: value.target ?? 'NULL',
        members: value.contents === null ? [] : [finalOutput('', value.contents)],
      };
    case 'list':
      return {
        ...PLAIN,
        name,
        kind: 'list',
        members: value.members.map((member) => finalOutput(member.name ?? '', member.value)),
      };
    default:
      return { ...PLAIN, name, kind: value.kind, bits: value.bits, signed: value.signed, parts: [value.value] };
  }
}

/** Null when the outputs differ in shape; else a condition under which a value differs (`false` when none ever does). */
export function differing(a: readonly OutputValue[], b: readonly OutputValue[], terms: Terms): Term | null {
  if (a.length !== b.length) return null;
  const differs: Term[] = [];
  for (let i = 0; i < a.length; i++) {
    const [left, right] = [a[i], b[i]];
    if (left.name !== right.name || left.kind !== right.kind || left.label !== right.label) return null;
    if (left.bits !== right.bits || left.parts.length !== right.parts.length) return null;
    const members = differing(left.members, right.members, terms);
    if (members === null) return null;
    differs.push(members);
    left.parts.forEach((part, k) => {
      const other = right.parts[k];
      if (part !== other)
        differs.push(terms.ne(termOf(part, other, left.bits, terms), termOf(other, part, left.bits, terms)));
    });
  }
  return terms.orAll(differs);
}

function termOf(value: Scalar | Term, other: Scalar | Term, bits: number, terms: Terms): Term {
  if (value instanceof Term) return value;
  return terms.constant(other instanceof Term ? other.width : bits, value);
}

const SHIFTS: ReadonlySet<Kind> = new Set<Kind>([Kind.shl, Kind.lshr, Kind.ashr]);

/** Conditions under which a shift in an output is by as many bits as there are, or more. */
export function tooFarShifts(outputs: readonly OutputValue[], terms: Terms): Term[] {
  const conditions = new Set<Term>();
  const roots = (list: readonly OutputValue[]): Term[] =>
    list.flatMap(({ parts, members }) => [...parts.filter((part) => part instanceof Term), ...roots(members)]);
  visitOnce(roots(outputs), ({ kind, width, b }) => {
    if (!SHIFTS.has(kind) || b!.kind === Kind.constant) return;
    conditions.add(terms.not(terms.ult(b!, terms.constant(width, width))));
  });
  return [...conditions];
}

/** How many values are not constant: of two equal outputs the simpler one is shown. */
export function symbolicParts(outputs: readonly OutputValue[]): number {
  return outputs.reduce(
    (sum, { parts, members }) => sum + parts.filter((part) => part instanceof Term).length + symbolicParts(members),
    0,
  );
}

export function constantOr(term: Term): Scalar | Term {
  return term.kind === Kind.constant ? term.value : term;
}
