/**
 * Statements that mark everything a caller can look at after the call: the result, what the function left in the objects
 * it was given, and the objects it made that can be reached from either.
 *
 * Objects that were given are looked at under the names they were given with, wherever they hang now, and whether they
 * were freed is an output. A pointer is shown by where it leads (see `pathfold_look`); what it leads to is shown where it
 * is met for the first time, member by member, so that signatures and comparisons can name the parts. As with inputs
 * everything is unrolled, so lists and trees that the function makes are followed to a depth; what is cut off is said.
 */
import {
  type DebugArrayType,
  type DebugField,
  type DebugRecordType,
  type DebugType,
  stripType,
} from '../../program/debug.ts';
import { isByte, scalarWord } from './base-types.ts';
import { Extents } from './extents.ts';
import type { HarnessOptions } from './harness-options.ts';
import { type GivenObject, MAX_NAMED_ELEMENTS } from './input-writer.ts';
import { Lines } from './lines.ts';
import { element, member, type Place, target, variable } from './place.ts';
import { quote } from './statements.ts';
import { isFile, isFlexible } from './type-shapes.ts';
import { type TypeSpelling, unqualified } from './type-spelling.ts';

/** How many elements of an array that the function made get names of their own; the rest is shown as bytes. */
const ELEMENTS_FOLLOWED = 8;
const RECORDS_FOLLOWED = 3;
const TOO_DEEP = 'it is too deep';
const POINTERS_FOLLOWED = 5;
const MAX_STATEMENTS = 2_000;

export class OutputWriter {
  readonly lines = new Lines();
  readonly assumptions: string[] = [];
  /** Records that pointers lead to on the way to the current place, outermost first. */
  private readonly chain: DebugType[] = [];
  private readonly cut = new Set<string>();
  /** Those whose members with pointers were named. */
  private readonly unions = new Set<DebugRecordType>();
  private temporaries = 0;
  private statements = 0;

  constructor(
    private readonly options: HarnessOptions,
    private readonly spelling: TypeSpelling,
  ) {}

  /** `value` is an expression without side effects; for arrays and records an lvalue. */
  result(value: string, type: DebugType): void {
    this.value(variable(value, 'return'), type);
  }

  /** Any other value, under a name of its own. */
  part(value: string, name: string, type: DebugType): void {
    this.value(variable(value, name), type);
  }

  given({ variable: address, pointer, target: type, count, room, counter }: GivenObject): void {
    const label = quote(pointer.label);
    const bare = stripType(type);
    const asBytes = room !== null || (count !== null && (bare.kind === 'void' || isByte(bare)));
    const shown = counter ?? `${count}`;
    this.lines.block(`if (pathfold_given(${label}, ${address}) > 0)`, () => {
      if (asBytes) {
        this.statement(`pathfold_output_bytes(${label}, ${address}, ${room ?? shown});`);
        return;
      }
      const at = this.typed(address, pointer, type);
      const place = (index: number) => target(at, pointer, index, count === null, false);
      if (isNumber(bare) && (count ?? 1) > MAX_NAMED_ELEMENTS) {
        this.statement(`pathfold_output_bytes(${label}, ${at}, ${shown} * sizeof *${at});`);
        return;
      }
      for (let index = 0; index < (count ?? 1); index++) {
        if (counter === null) this.value(place(index), type);
        else this.lines.block(`if (${counter} > ${index})`, () => this.value(place(index), type));
      }
    });
  }

  private statement(line: string): void {
    this.statements++;
    this.lines.add(line);
  }

  /** A pointer to the object with the type it was made for. */
  private typed(address: string, { name }: Pick<Place, 'name'>, type: DebugType): string {
    const at = this.temporary('pf_at');
    const spelled = this.spelling.of(unqualified(type));
    this.statement(`${spelled === null ? `__typeof__(${name})` : `${pointerTo(spelled)}`}${at} = ${address};`);
    return at;
  }

  private temporary(stem: string): string {
    return `${stem}${++this.temporaries}`;
  }

  private value(place: Place, type: DebugType): void {
    const bare = stripType(type);
    const label = quote(place.label);
    switch (bare.kind) {
      case 'base': {
        const word = scalarWord(bare);
        if (word !== null) this.statement(`pathfold_output_${word}(${label}, ${place.lvalue});`);
        else if (bare.encoding === 'float')
          this.statement(`pathfold_output_double(${label}, (double)${place.lvalue});`);
        else this.bytes(place);
        return;
      }
      case 'enum':
        this.statement(`pathfold_output_${bare.bits > 32 ? 'long_long' : 'int'}(${label}, ${place.lvalue});`);
        return;
      case 'pointer':
        this.pointer(place, bare.target);
        return;
      case 'array':
        this.array(place, bare);
        return;
      case 'struct':
        for (const field of bare.fields) this.field(place, field.name, field.type);
        return;
      case 'union':
        this.union(place, bare, () => this.bytes(place));
        return;
      default:
        return;
    }
  }

  /**
   * Which member was set is not known. Where a pointer lies, the first member that has one there says what it leads to; everything
   * else is bytes.
   */
  private union(place: Place, type: DebugRecordType, asBytes: () => void): void {
    const withPointers = type.fields.filter(({ name, type: each }) => name !== '' && pointersIn(each, '').length > 0);
    if (withPointers.length > 1) this.noteUnion(place, type, withPointers);
    const show = (at: number): void => {
      if (at === withPointers.length) {
        asBytes();
        return;
      }
      const { name, type: each } = withPointers[at];
      const inner = member(place, name, false);
      const held = pointersIn(each, inner.lvalue).map((lvalue) => `pathfold_holds_pointer(&${lvalue})`);
      this.lines.block(
        `if (${held.join(' + ')} > 0)`,
        () => this.value(inner, each),
        () => show(at + 1),
      );
    };
    show(0);
  }

  private noteUnion(place: Place, type: DebugRecordType, fields: readonly DebugField[]): void {
    if (this.unions.has(type)) return;
    this.unions.add(type);
    const names = fields.map(({ name }) => member(place, name, false).label);
    this.assumptions.push(
      `a pointer in a union is looked at as the first of ${names.join(', ')} that lies where it is`,
    );
  }

  private bytes(place: Place): void {
    this.statement(`pathfold_output_bytes(${quote(place.label)}, &${place.lvalue}, sizeof ${place.lvalue});`);
  }

  private field(place: Place, name: string, type: DebugType): void {
    const bare = stripType(type);
    if (name !== '') {
      const inner = member(place, name, false);
      if (bare.kind === 'array' && isFlexible(bare)) this.flexible(inner, bare);
      else this.value(inner, type);
    } else if (bare.kind === 'struct') for (const inner of bare.fields) this.field(place, inner.name, inner.type);
    else if (bare.kind === 'union') {
      this.union(place, bare, () => {
        // All members of an unnamed union begin at the same place: the largest says it all.
        const [widest] = bare.fields.toSorted((a, b) => b.bits - a.bits);
        if (widest !== undefined && widest.name !== '' && !widest.bitField)
          this.bytes(member(place, widest.name, false));
        else if (widest !== undefined) this.field(place, widest.name, widest.type);
      });
    }
  }

  /** As many elements as the user asked for after a record that was given. */
  private flexible(place: Place, type: DebugArrayType): void {
    this.array(place, { ...type, lengths: [new Extents(this.options).behind(place)] });
  }

  private array(place: Place, type: DebugArrayType): void {
    const [length, ...inner] = type.lengths;
    const elementType = inner.length === 0 ? type.element : { ...type, lengths: inner };
    if (length === null || length === 0) return;
    const bare = stripType(elementType);
    if (isByte(bare) || (isNumber(bare) && length > MAX_NAMED_ELEMENTS)) {
      const size = `${length} * sizeof ${place.lvalue}[0]`;
      this.statement(`pathfold_output_bytes(${quote(place.label)}, ${place.lvalue}, ${size});`);
    } else for (let i = 0; i < length; i++) this.value(element(place, i, false), elementType);
  }

  private pointer(place: Place, targetType: DebugType): void {
    const bare = stripType(targetType);
    const label = quote(place.label);
    this.statement(`pathfold_output_bool(${quote(`${place.label} == NULL`)}, ${place.lvalue} == 0);`);
    const look = `pathfold_look(${label}, (const void *)${place.lvalue})`;
    const reason = this.whyNotFollowed(bare, targetType);
    if (reason !== null || bare.kind === 'function') {
      this.statement(`(void)${look};`);
      if (reason !== null) this.leaveOut(place, reason);
      return;
    }
    const size = this.temporary('pf_size');
    this.statement(`size_t ${size} = ${look};`);
    this.lines.block(`if (${size} > 0)`, () => {
      this.chain.push(bare);
      this.made(place, targetType, bare, size);
      this.chain.pop();
    });
  }

  /** Null when what a pointer leads to is shown. */
  private whyNotFollowed(bare: DebugType, declared: DebugType): string | null {
    if (isFile(declared)) return 'open files are not looked into';
    if ((bare.kind === 'struct' || bare.kind === 'union') && bare.forward) return 'its type is not known here';
    const again = this.chain.filter((outer) => outer === bare).length;
    const tooDeep = this.chain.length > POINTERS_FOLLOWED || this.statements > MAX_STATEMENTS;
    return (bare.kind === 'struct' && again > this.options.depth) || tooDeep ? TOO_DEEP : null;
  }

  private leaveOut(place: Place, reason: string): void {
    // Lists and trees are cut off everywhere at once.
    const key = reason === TOO_DEEP ? reason : `${reason} ${this.chain.length}`;
    if (this.cut.has(key)) return;
    this.cut.add(key);
    this.assumptions.push(
      reason === TOO_DEEP
        ? 'objects that the function makes are compared a few pointers deep, no further (--structure-depth N)'
        : `what ${place.label} leads to, if the function makes it, is not compared: ${reason}`,
    );
  }

  /** An object that the function made, of `size` bytes from the pointer on. */
  private made(place: Place, type: DebugType, bare: DebugType, size: string): void {
    const label = quote(place.label);
    if (bare.kind === 'void' || isByte(bare) || bare.kind === 'union') {
      this.statement(`pathfold_output_object(${label}, ${place.lvalue}, ${size});`);
      return;
    }
    const plain = bare.kind === 'base' || bare.kind === 'enum';
    const followed = plain || bare.kind === 'pointer' ? ELEMENTS_FOLLOWED : RECORDS_FOLLOWED;
    const at = place.lvalue;
    const each = `sizeof *${at}`;
    const show = (index: number, single: boolean) => this.value(target(at, place, index, single, false), type);
    this.lines.block(
      `if (${size} < 2 * ${each})`,
      () => {
        this.lines.block(`if (${size} >= ${each})`, () => show(0, true));
        this.rest(place, 0, 1, size);
      },
      () => {
        for (let i = 0; i < followed; i++) {
          this.lines.block(`if (${size} >= ${i + 1} * ${each})`, () => show(i, false));
        }
        this.rest(place, followed, followed, size);
      },
    );
  }

  /** What lies after the elements that are shown. */
  private rest(place: Place, from: number, shown: number, size: string): void {
    const at = place.lvalue;
    const before = from === 0 ? `(${size} >= sizeof *${at} ? sizeof *${at} : 0)` : `${shown} * sizeof *${at}`;
    this.lines.block(`if (${size} > ${before})`, () => {
      const name = quote(`behind ${place.label}`);
      this.statement(`pathfold_output_object(${name}, (const char *)${at} + ${before}, ${size} - ${before});`);
    });
  }
}

function pointerTo(type: string): string {
  return type.endsWith('*') ? `${type}*` : `${type} *`;
}

/** The pointers that a member of a union is or holds; those in arrays and in further unions are left out. */
function pointersIn(declared: DebugType, lvalue: string): string[] {
  const type = stripType(declared);
  if (type.kind === 'pointer') return [lvalue];
  if (type.kind !== 'struct') return [];
  return type.fields.flatMap((field) => (field.name === '' ? [] : pointersIn(field.type, `${lvalue}.${field.name}`)));
}

function isNumber(type: DebugType): boolean {
  return type.kind === 'base' && type.encoding !== 'boolean' && scalarWord(type) !== null;
}
