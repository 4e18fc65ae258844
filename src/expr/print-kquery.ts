import { KIND_NAMES, KINDS, Kind, type KindName } from './kinds.ts';
import type { Term } from './term.ts';
import { countUses } from './uses.ts';
import { visitOnce } from './walk.ts';

/**
 * KQuery, the language of KLEE's query files: arrays of bytes, expressions with their widths, and a query of assumptions and
 * one expression. An input of several bytes is an array that is read as one little-endian number; there are no floats.
 *
 * A term that is used more than once gets a label where it is first written (`N0:(...)`) and is that label afterwards. Texts
 * are made bottom-up with a mark where a labelled term stands; one pass over the whole then writes each out at its first mark.
 */

const OPERATORS: Partial<Record<KindName, string>> = {
  and: 'And',
  or: 'Or',
  xor: 'Xor',
  add: 'Add',
  mul: 'Mul',
  udiv: 'UDiv',
  urem: 'URem',
  sdiv: 'SDiv',
  srem: 'SRem',
  shl: 'Shl',
  lshr: 'LShr',
  ashr: 'AShr',
  concat: 'Concat',
};
const COMPARISONS: Partial<Record<KindName, string>> = { eq: 'Eq', ult: 'Ult', ule: 'Ule', slt: 'Slt', sle: 'Sle' };

/** The arrays that the conditions speak of, and the question whether they can hold together; null where floats occur. */
export function kquery(conditions: readonly Term[]): string | null {
  if (conditions.some(({ hasFloat }) => hasFloat)) return null;
  const printer = new KqueryPrinter(conditions);
  const texts = conditions.map((condition) => printer.text(condition));
  const assumed = printer.written(texts.join('\n        '));
  return `${printer.declarations.map((line) => `${line}\n`).join('')}(query [${assumed}]\n       false)\n`;
}

/** One expression; null where floats occur. */
export function kqueryExpression(term: Term): string | null {
  if (term.hasFloat) return null;
  const printer = new KqueryPrinter([term]);
  return printer.written(printer.text(term));
}

class KqueryPrinter {
  readonly declarations: string[] = [];
  private readonly names = new Map<Term, string>();
  private readonly texts = new Map<Term, string>();
  private readonly labelled: string[] = [];

  constructor(roots: readonly Term[]) {
    const uses = countUses(roots);
    visitOnce(roots, (term) => {
      if (term.kind === Kind.variable || term.kind === Kind.bytes || term.kind === Kind.table) this.declare(term);
      const text = this.textOf(term);
      const isLeaf = term.a === null;
      const isShared = !isLeaf && term.width > 0 && (uses.get(term) ?? 0) > 1;
      this.texts.set(term, isShared ? `\u0001${this.labelled.push(text) - 1}\u0002` : text);
    });
  }

  text(term: Term): string {
    return this.texts.get(term)!;
  }

  /** Marks replaced: by the text with a label where a term occurs first, by the label alone elsewhere. */
  written(text: string): string {
    const labels = new Map<number, string>();
    const pending = [text];
    let result = '';
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const start = next.indexOf('\u0001');
      if (start === -1) {
        result += next;
        continue;
      }
      const end = next.indexOf('\u0002', start);
      const index = Number(next.slice(start + 1, end));
      result += next.slice(0, start);
      pending.push(next.slice(end + 1));
      const label = labels.get(index);
      if (label !== undefined) result += label;
      else {
        labels.set(index, `N${labels.size}`);
        result += `${labels.get(index)}:`;
        pending.push(this.labelled[index]);
      }
    }
    return result;
  }

  private declare(term: Term): void {
    const free = (name: string) => ![...this.names.values()].includes(name);
    const plain = term.kind === Kind.table ? 'const_arr' : term.name.replace(/\W/g, '_').replace(/^(?=\d)/, '_');
    let name = plain;
    for (let i = 1; !free(name); i++) name = `${plain}_${i}`;
    this.names.set(term, name);
    const size = term.kind === Kind.variable ? Math.ceil(term.width / 8) : term.low;
    const contents = term.kind === Kind.table ? `[${[...term.bytes!].join(' ')}]` : 'symbolic';
    this.declarations.push(`array ${name}[${size}] : w32 -> w8 = ${contents}`);
  }

  private textOf(term: Term): string {
    const { kind, width } = term;
    const name = KIND_NAMES[kind]!;
    const operand = (which: Term | null) => this.texts.get(which!)!;
    const type = `w${width}`;
    switch (kind) {
      case Kind.constant:
        return width === 1 ? (term.value === 1 ? 'true' : 'false') : `(${type} ${term.value})`;
      case Kind.variable:
        return variableText(this.names.get(term)!, width);
      case Kind.bytes:
      case Kind.table:
        return this.names.get(term)!;
      case Kind.not:
        return width === 1 ? `(Eq false ${operand(term.a)})` : `(Not ${type} ${operand(term.a)})`;
      case Kind.neg:
        return `(Sub ${type} (${type} 0) ${operand(term.a)})`;
      case Kind.ite:
        return `(Select ${type} ${operand(term.a)} ${operand(term.b)} ${operand(term.c)})`;
      case Kind.extract:
        return `(Extract ${type} ${term.low} ${operand(term.a)})`;
      case Kind.zext:
      case Kind.sext:
        return `(${kind === Kind.zext ? 'ZExt' : 'SExt'} ${type} ${operand(term.a)})`;
      case Kind.read:
        return `(Read w8 ${operand(term.b)} ${operand(term.a)})`;
      case Kind.store:
        return updated(operand(term.a), operand(term.b), operand(term.c));
      default: {
        const comparison = COMPARISONS[name];
        if (comparison !== undefined) return `(${comparison} ${operand(term.a)} ${operand(term.b)})`;
        return `(${OPERATORS[name] ?? KINDS[name].smt} ${type} ${operand(term.a)} ${operand(term.b)})`;
      }
    }
  }
}

function variableText(name: string, width: number): string {
  if (width === 8) return `(Read w8 (w32 0) ${name})`;
  if (width % 8 === 0) return `(ReadLSB w${width} (w32 0) ${name})`;
  const bytes = Math.ceil(width / 8);
  const whole = bytes === 1 ? `(Read w8 (w32 0) ${name})` : `(ReadLSB w${bytes * 8} (w32 0) ${name})`;
  return `(Extract w${width} 0 ${whole})`;
}

/** The newest update stands first: `[2=x, 1=y] @ array`. */
function updated(array: string, index: string, value: string): string {
  if (!array.startsWith('[')) return `[${index}=${value}] @ ${array}`;
  return `[${index}=${value}, ${array.slice(1)}`;
}
