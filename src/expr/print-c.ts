import { type CExpression, exactly, floatBits, hasType, isExact, wrapIn } from './c-expression.ts';
import { CRenderer } from './c-render.ts';
import { Kind } from './kinds.ts';
import type { Term } from './term.ts';
import { countUses } from './uses.ts';
import { visitOnce } from './walk.ts';

/** How an input appears in C. `float` where its bits are a float or double. */
export interface CName {
  readonly name: string;
  readonly signed?: boolean;
  readonly float?: boolean;
  /** False for a byte that is a number: it is compared with numbers, not with letters. */
  readonly character?: boolean;
  /** How constants are written that it is compared with: names of an enumeration. */
  readonly constant?: (value: bigint) => string;
  /** Of a table: the element that `size` bytes from an index on are; null when they are none. */
  readonly element?: (index: Term, size: number, show: (term: Term) => string) => string | null;
}
/** Names inputs and, where they have one, constant tables. */
export interface CNaming {
  (input: Term): CName | null;
  /** The intervals that a term's bits lie in where the text stands; null where nothing is known. */
  readonly valuesOf?: (term: Term) => Values | null;
  /** The same of the sum of two terms that were made wider first, by their sign or by zeros. */
  readonly wideSum?: (left: Term, right: Term) => { values: Values; width: number; signed: boolean } | null;
}

type Values = readonly (readonly [bigint, bigint])[];

export interface CText {
  readonly text: string;
  /** Named parts, each before its users; empty for all but large terms with sharing. */
  readonly definitions: readonly { readonly name: string; readonly text: string }[];
}

/** Shared parts with fewer operators are repeated rather than named: `x + y` twice reads better than a name. */
const NAMED_SIZE = 6;
const MAX_DEPTH = 30;

/**
 * A term as C that a programmer reads: infix with the fewest parentheses, signedness taken from how values are compared
 * and divided, conversions only where they change the value, array cells and little-endian loads as such. `naming` may
 * tell the names and types of inputs; by default words are signed and bytes of objects unsigned. Large shared parts come
 * last: `t1 > 0 && t1 < 10 where t1 = ...`.
 */
export function printC(term: Term, naming?: CNaming): string {
  return joined(printCParts(term, naming));
}

/** C text whose value is the term's, read as a signed or an unsigned number. */
export interface CValue {
  readonly text: string;
  readonly signed: boolean;
}

/** A term as a number, of the sign that is wanted: where the plain text means another number it is converted. */
export function printCNumber(term: Term, signed: boolean, naming?: CNaming): string {
  const { root, definitions } = renderParts(term, naming);
  const made = exactly(asNumber(root, term), term.width, signed);
  return joined({ text: wrapIn(made, 0), definitions });
}

/** A term as a float or double, also where it is made of the bits of an integer. */
export function printCFloat(term: Term, naming?: CNaming): string {
  const { root, definitions } = renderParts(term, naming, 'float');
  return joined({ text: wrapIn(root, 0), definitions });
}

const asNumber = (made: CExpression, { width }: Term): CExpression => (made.float ? floatBits(made, width) : made);

/**
 * The same with the sign that the plain text has anyway. Where the text has more bits than the term, it has neither: then the sign is
 * that of `narrow`, by default signed where C has a type of that width and else none.
 */
export function printCValue(term: Term, naming?: CNaming, narrow = hasType(term.width)): CValue {
  const root = asNumber(renderParts(term, naming).root, term);
  const signed = isExact(root, true) || (!isExact(root, false) && narrow);
  return { text: printCNumber(term, signed, naming), signed };
}

function joined({ text, definitions }: CText): string {
  if (definitions.length === 0) return text;
  return `${text} where ${definitions.map((part) => `${part.name} = ${part.text}`).join(', ')}`;
}

export function printCParts(term: Term, naming?: CNaming): CText {
  const { root, definitions } = renderParts(term, naming);
  return { text: wrapIn(root, 0), definitions };
}

function renderParts(
  root: Term,
  naming: CNaming = () => null,
  as: 'float' | 'any' = 'any',
): { readonly root: CExpression; readonly definitions: CText['definitions'] } {
  const uses = countUses([root]);
  const sizes = new Map<Term, number>();
  const depths = new Map<Term, number>();
  const definitions: { name: string; text: string }[] = [];
  const names = new Map<Term, CExpression>();
  const renderer = new CRenderer(naming, names, floatInputs(root));
  visitOnce([root], (term) => {
    const operands = [term.a, term.b, term.c].filter((operand) => operand !== null);
    const size = operands.reduce((sum, operand) => sum + (names.has(operand) ? 1 : sizes.get(operand)!), 1);
    const depth = 1 + Math.max(0, ...operands.map((operand) => (names.has(operand) ? 0 : depths.get(operand)!)));
    sizes.set(term, size);
    depths.set(term, depth);
    if (term === root || term.width === 0 || term.a === null || term.kind === Kind.read) return;
    const tooDeep = depth > MAX_DEPTH && term.kind !== Kind.concat && term.kind !== Kind.extract;
    if (!tooDeep && ((uses.get(term) ?? 0) < 2 || size < NAMED_SIZE)) return;
    const name = `t${definitions.length + 1}`;
    const rendered = renderer.render(term, 'any');
    const whole =
      rendered.float || isExact(rendered, true) || isExact(rendered, false)
        ? rendered
        : exactly(rendered, term.width, rendered.signed);
    definitions.push({ name, text: whole.text });
    names.set(term, { ...whole, text: name, precedence: 99 });
  });
  return { root: as === 'float' ? renderer.float(root) : renderer.render(root, 'any'), definitions };
}

/** Inputs that float operations read, directly or with the sign changed. */
function floatInputs(root: Term): Set<Term> {
  const inputs = new Set<Term>();
  visitOnce([root], (term) => {
    const isRead = term.kind >= Kind.fadd && term.kind !== Kind.stof && term.kind !== Kind.utof;
    if (!isRead) return;
    for (const operand of [term.a, term.b]) {
      let source = operand;
      while (source?.kind === Kind.xor || source?.kind === Kind.zext || source?.kind === Kind.extract)
        source = source.a;
      if (source?.kind === Kind.variable && source.width === operand!.width) inputs.add(source);
    }
  });
  return inputs;
}
