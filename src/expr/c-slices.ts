/**
 * A number that was put together again from its bytes. `flags |= 4` changes the lowest byte only, so rewriting keeps the others as they were:
 * concat(bytes 3 to 1 of flags, byte 0 of flags | 4). A programmer reads `flags | 4`.
 */
import { Kind } from './kinds.ts';
import type { Term } from './term.ts';

/** The term whose slices, in order, a concatenation consists of; null where there is none. */
export function wholeOf(term: Term): Term | null {
  const parts = partsOf(term);
  for (const { part } of parts) {
    const whole = part.kind === Kind.extract ? part.a! : null;
    if (whole === null || whole.width !== term.width || !OPERATIONS.has(whole.kind)) continue;
    if (parts.every((each) => isSlice(each.part, whole, each.low))) return whole;
  }
  return null;
}

interface Part {
  readonly part: Term;
  /** Its lowest bit in the whole. */
  readonly low: number;
}

function partsOf(term: Term): Part[] {
  const parts: Part[] = [];
  let rest = term;
  for (; rest.kind === Kind.concat; rest = rest.b!) parts.push({ part: rest.a!, low: rest.b!.width });
  return [...parts, { part: rest, low: 0 }];
}

const OPERATIONS: ReadonlySet<Kind> = new Set<Kind>([Kind.and, Kind.or, Kind.xor]);

/** Whether a part is the bits of the whole from `low` on, by its looks. */
function isSlice(part: Term, whole: Term, low: number): boolean {
  if (part.kind === Kind.extract && part.a === whole && part.low === low) return true;
  if (!OPERATIONS.has(whole.kind) || whole.b!.kind !== Kind.constant) return false;
  const ones = (1n << BigInt(part.width)) - 1n;
  const bits = (BigInt(whole.b!.value) >> BigInt(low)) & ones;
  const isConstant = (value: bigint) => part.kind === Kind.constant && BigInt(part.value) === value;
  if (bits === (whole.kind === Kind.and ? ones : 0n)) return isSlice(part, whole.a!, low);
  if (whole.kind === Kind.and && bits === 0n) return isConstant(0n);
  if (whole.kind === Kind.or && bits === ones) return isConstant(ones);
  const isSame = part.kind === whole.kind && part.b!.kind === Kind.constant && BigInt(part.b!.value) === bits;
  return isSame && isSlice(part.a!, whole.a!, low);
}
