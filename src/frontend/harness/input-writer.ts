/**
 * Statements that build an arbitrary value of a C type out of inputs.
 *
 * Everything is unrolled: each input gets a statement of its own and the C expression that denotes it as its name. What
 * a pointer leads to is fresh heap memory (the function under test may free or resize it), zeroed so that padding and
 * therefore `memcmp` behave the same in every run. Pointers back into a type that is being built are where lists and
 * trees end: null or one more node, up to a depth.
 */
import {
  type DebugArrayType,
  type DebugField,
  type DebugFunctionType,
  type DebugPointerType,
  type DebugRecordType,
  type DebugType,
  debugTypeName,
  stripType,
} from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import { isByte, isCharacter, scalarWord } from './base-types.ts';
import { Extents, isInside } from './extents.ts';
import type { HarnessOptions } from './harness-options.ts';
import type { Lines } from './lines.ts';
import { element, member, type Place, quoteShell, stubWord, target } from './place.ts';
import { listing, ScalarInputs } from './scalar-inputs.ts';
import { quote, Statements } from './statements.ts';
import { targetText } from './target-text.ts';
import { isFlexible, isRecursive, leadsAway } from './type-shapes.ts';
import { isConstant, type TypeSpelling, unqualified } from './type-spelling.ts';
import { cannotBeMade, incompleteType, whyUnbuildable } from './unbuildable.ts';

/** Arrays of numbers beyond this are one input of raw bytes: a hundred names are too many to read. */
export const MAX_NAMED_ELEMENTS = 32;

/** Memory that the harness makes for the function. */
export interface GivenObject {
  /** The harness's `void *` to it; null when it was not made. */
  readonly variable: string;
  /** The pointer it was made for. */
  readonly pointer: Pick<Place, 'name' | 'label'>;
  readonly target: DebugType;
  /** How many elements; null where no array was asked for. */
  readonly count: number | null;
  /** The harness's variable for their number, where `count` is only the most there can be. */
  readonly counter: string | null;
  /** A string with room for this many bytes. */
  readonly room: number | null;
}

/** A function to be written that a pointer leads to. */
export interface Stub {
  readonly name: string;
  readonly place: Place;
  readonly type: DebugFunctionType;
}

/** What memory of no type is made of. */
const BYTE: DebugType = { kind: 'base', name: 'unsigned char', encoding: 'unsigned', bits: 8 };

export class InputWriter {
  readonly assumptions: string[] = [];
  /** Every place met, to recognise options that name none. */
  readonly names = new Set<string>();
  /** Records being built, outermost first. */
  private readonly chain: DebugRecordType[] = [];
  /** Everything that pointers lead to, in the order it is made. */
  readonly objects: GivenObject[] = [];
  /** Pointers to functions that lead to stubs, which are still to be written. */
  readonly stubs: Stub[] = [];
  private readonly cut = new Set<string>();
  /** Places that cannot be filled before another one is. */
  private waiting: { readonly place: Place; readonly type: DebugType; readonly on: string; readonly block: number }[] =
    [];
  /** By name, how the harness reaches them. */
  private readonly filled = new Map<string, string>();
  private readonly extents: Extents;
  private readonly statements: Statements;
  private readonly scalars: ScalarInputs;

  constructor(
    private readonly options: HarnessOptions,
    private readonly spelling: TypeSpelling,
  ) {
    this.extents = new Extents(options);
    this.statements = new Statements(spelling);
    this.scalars = new ScalarInputs(options, this.statements, this.assumptions);
  }

  get lines(): Lines {
    return this.statements.lines;
  }

  fill(place: Place, type: DebugType): void {
    this.names.add(place.name);
    const on = this.extents.awaited(place, stripType(type));
    if (on !== null && !this.filled.has(on)) {
      this.waiting.push({ place, type, on, block: this.statements.conditions });
      return;
    }
    if (this.options.lengths?.has(place.name)) this.fillLength(place, type);
    else this.fillValue(place, type);
    this.filled.set(place.name, place.lvalue);
    const next = this.waiting.filter((each) => each.on === place.name && each.block === this.statements.conditions);
    this.waiting = this.waiting.filter((each) => !next.includes(each));
    for (const each of next) this.fill(each.place, each.type);
  }

  /** To be called when everything has been filled. */
  finish(): void {
    for (const { place, on } of this.waiting) {
      const option = this.options.lengths?.has(place.name) ? '--length' : '--array';
      const isThere = this.filled.has(on) || this.names.has(on);
      const why = isThere ? `${on} is not always there` : /^-?\d/.test(on) ? 'no length' : `there is no ${on}`;
      throw new UserError(`${option} ${place.name}=${on}: ${why}`, 'name another parameter, or give a number');
    }
  }

  private fillLength(place: Place, type: DebugType): void {
    const buffer = this.options.lengths!.get(place.name)!;
    const length = this.extents.lengthOf(buffer);
    if (length === null)
      throw new UserError(`--length ${place.name}=${buffer}: ${buffer} leads to no array and no string`);
    this.statements.assign(place, type, length.expression);
    this.assumptions.push(`${place.name}: the ${length.isString ? 'length' : 'number of elements'} of ${buffer}`);
  }

  private fillValue(place: Place, type: DebugType): void {
    const bare = stripType(type);
    if (bare.kind === 'base') this.scalars.number(place, type, bare);
    else if (bare.kind === 'enum') this.scalars.enumeration(place, type, bare);
    else if (bare.kind === 'struct') this.fillStruct(place, bare);
    else if (bare.kind === 'union') this.fillUnion(place, bare);
    else if (bare.kind === 'array') this.fillArray(place, bare);
    else if (bare.kind === 'pointer') this.fillPointer(place, bare);
    else throw cannotBeMade(place, debugTypeName(type), 'nothing of this type can be made', this.options);
  }

  private fillStruct(place: Place, record: DebugRecordType): void {
    if (record.forward) throw incompleteType(place, record, this.options);
    this.chain.push(record);
    for (const field of record.fields) this.fillField(place, field);
    this.chain.pop();
  }

  private fillField(place: Place, field: DebugField): void {
    const bare = stripType(field.type);
    if (field.name === '') {
      // C lets members of an unnamed struct or union be used as if they were the outer one's; unnamed bit-fields are padding.
      if (bare.kind === 'struct') for (const inner of bare.fields) this.fillField(place, inner);
      else if (bare.kind === 'union') this.fillUnnamedUnion(place, bare);
      return;
    }
    const inner = member(place, field.name, isConstant(field.type));
    if (field.bitField) this.fillBitField(inner, field);
    else if (bare.kind === 'array' && isFlexible(bare)) this.fillFlexible(inner, bare);
    else this.fill(inner, field.type);
  }

  private fillBitField(place: Place, field: DebugField): void {
    this.names.add(place.name);
    this.scalars.bitField(place, field);
    this.filled.set(place.name, place.lvalue);
  }

  /** Overlapping members of plain data are just bytes; a pointer among them must be a real one, so one member is chosen. */
  private fillUnion(place: Place, record: DebugRecordType): void {
    if (record.forward) throw incompleteType(place, record, this.options);
    if (leadsAway(record)) this.fillChosenMember(place, record);
    else this.scalars.bytes(place);
  }

  private fillUnnamedUnion(place: Place, record: DebugRecordType): void {
    const widest = record.fields.reduce((best, field) => (field.bits > best.bits ? field : best), record.fields[0]);
    if (widest === undefined) return;
    if (leadsAway(record)) this.fillChosenMember(place, record);
    else if (widest.name === '' || widest.bitField) this.fillField(place, widest);
    else this.scalars.bytes(member(place, widest.name, isConstant(widest.type)));
  }

  private fillChosenMember(place: Place, record: DebugRecordType): void {
    this.chain.push(record);
    const { fields } = record;
    const choice = this.statements.temporary();
    const owner = place.pointer?.label ?? place.label;
    const question = quote(`which member of ${owner}`);
    this.assumptions.push(`${owner}: one member of the union is set, any of ${listing(fields.map((f) => f.name))}`);
    this.statements.add(`int ${choice} = pathfold_range(${question}, 0, ${fields.length - 1});`);
    fields.forEach((field, index) => {
      this.statements.block(`if (${choice} == ${index})`, () => this.fillField(place, field));
    });
    this.chain.pop();
  }

  private fillArray(place: Place, type: DebugArrayType): void {
    const [length, ...inner] = type.lengths;
    const element = inner.length === 0 ? type.element : { ...type, lengths: inner };
    const stringLength = this.options.strings.get(place.name);
    if (stringLength !== undefined && isCharacter(stripType(element))) {
      const limit = Math.min(stringLength, (length ?? 1) - 1);
      this.statements.add(`pathfold_string((char *)${place.lvalue}, ${limit + 1}, ${quote(place.label)});`);
      this.assumptions.push(`${place.name}: a string of at most ${limit} characters`);
      this.extents.noteString(place, false);
      return;
    }
    this.extents.noteArray(place, `${length ?? 0}`, false);
    if (isCharacter(stripType(element)) && (length ?? 0) > 1) {
      this.assumptions.push(
        `${place.name}: ${length} arbitrary bytes, not always a string (--string ${place.name}=${length! - 1} makes it one)`,
      );
    }
    this.fillElements(place, element, length ?? 0);
  }

  /** `counter` is the variable for how many there are, where `count` is only the most there can be. */
  private fillElements(place: Place, type: DebugType, count: number, counter: string | null = null): void {
    const bare = stripType(type);
    const plain = bare.kind === 'base' && bare.encoding !== 'boolean' && scalarWord(bare) !== null;
    const constant = isConstant(type);
    const each = (use: (at: Place) => void) => {
      for (let index = 0; index < count; index++)
        this.ifThere(index, counter, () => use(element(place, index, constant)));
    };
    // Arrays of as many sizes as there are lengths would be as many inputs: each element has a name that all lengths share.
    const asBytes = (isByte(bare) && counter === null) || (plain && count > MAX_NAMED_ELEMENTS);
    if (count > 0 && asBytes) {
      const size = `${counter ?? count}${isByte(bare) ? '' : ` * sizeof ${place.lvalue}[0]`}`;
      this.ifThere(0, counter, () => {
        this.statements.add(`pathfold_bytes((void *)${place.lvalue}, ${size}, ${quote(place.label)});`);
      });
      if (this.scalars.hasRange(element(place, 0, constant))) each((at) => this.scalars.restrict(at, type));
    } else each((at) => this.fill(at, type));
  }

  private ifThere(index: number, counter: string | null, body: () => void): void {
    if (counter === null) body();
    else this.statements.block(`if (${counter} > ${index})`, body);
  }

  /** Memory for it was allocated after the record, if the user asked for some. */
  private fillFlexible(place: Place, type: DebugArrayType): void {
    this.names.add(place.name);
    this.fillElements(place, type.element, this.extents.behind(place));
  }

  private fillPointer(place: Place, type: DebugPointerType): void {
    const bare = stripType(type.target);
    const nullable =
      this.options.nullable.has(place.name) || (isRecursive(bare) && !this.options.present?.has(place.name));
    const reason = whyUnbuildable(place, type.target, this.options, this.extents);
    if (reason !== null) {
      if (!nullable && !isInside(place)) throw cannotBeMade(place, debugTypeName(type), reason, this.options);
      this.assumptions.push(`${place.name}: always null${nullable ? '' : ` (${reason})`}`);
      this.statements.assign(place, type, '0');
      return;
    }
    const depth = bare.kind === 'struct' || bare.kind === 'union' ? this.depthOf(bare) : 0;
    if (depth > 0) this.noteCut(place, bare as DebugRecordType);
    else this.noteTarget(place, type, nullable);
    if (depth >= this.options.depth && depth > 0) this.statements.assign(place, type, '0');
    else if (nullable || depth > 0) {
      const condition = `if (pathfold_bool(${quote(`${place.label} == NULL`)}))`;
      this.statements.block(
        condition,
        () => this.statements.assign(place, type, '0'),
        () => this.fillTarget(place, type, bare),
      );
    } else this.fillTarget(place, type, bare);
  }

  private fillTarget(place: Place, type: DebugPointerType, bare: DebugType): void {
    if (bare.kind === 'function') {
      this.fillFunction(place, type, bare);
      return;
    }
    const asked = this.extents.elementsOf(place, bare);
    if (this.extents.isString(place, bare)) {
      const size = this.extents.stringLength(place) + 1;
      this.statements.assign(place, type, `__builtin_calloc(${size}, 1)`);
      this.remember(place, type, null, size);
      this.statements.add(`pathfold_string((char *)${place.lvalue}, ${size}, ${quote(place.label)});`);
      this.extents.noteString(place, true);
      return;
    }
    const count = asked ?? 1;
    const counter = this.countElements(place);
    this.extents.noteArray(place, counter ?? `${count}`, true);
    if (bare.kind === 'void') {
      this.statements.assign(place, type, `__builtin_calloc(${counter ?? count}, 1)`);
      this.remember(place, type, count, null, counter);
      if (counter !== null) {
        this.fillElements({ ...place, lvalue: `((unsigned char *)${place.lvalue})` }, BYTE, count, counter);
        return;
      }
      if (count > 0) this.statements.add(`pathfold_bytes((void *)${place.lvalue}, ${count}, ${quote(place.label)});`);
      return;
    }
    const single = asked === undefined;
    const elementName = isConstant(type.target) || place.constant ? this.spelling.of(unqualified(type.target)) : null;
    let base = place.lvalue;
    if (elementName !== null) {
      base = this.statements.temporary();
      this.statements.add(`${elementName} *${base} = ${this.allocation(place, base, bare, counter ?? `${count}`)};`);
      this.statements.assign(place, type, base);
    } else this.statements.assign(place, type, this.allocation(place, base, bare, counter ?? `${count}`));
    this.remember(place, type, asked ?? null, null, counter);
    const constant = elementName === null && isConstant(type.target);
    if (bare.kind !== 'struct' && bare.kind !== 'union' && bare.kind !== 'pointer' && !single) {
      this.fillElements({ ...place, lvalue: base, constant, pointer: null }, type.target, count, counter);
      return;
    }
    for (let index = 0; index < count; index++) {
      this.ifThere(index, counter, () => this.fill(target(base, place, index, single, constant), type.target));
    }
  }

  private fillFunction(place: Place, type: DebugPointerType, bare: DebugFunctionType): void {
    const given = this.options.callbacks?.get(place.name) ?? null;
    if (given !== null) {
      this.assumptions.push(`${place.name}: ${given}`);
      this.statements.add(`${place.lvalue} = ${given}; /* --callback ${place.name}=${given} */`);
      return;
    }
    const stub = { name: `pf_stub${this.stubs.length + 1}_${stubWord(place.name)}`, place, type: bare };
    this.stubs.push(stub);
    this.assumptions.push(
      `${place.name}: a function that returns anything and changes nothing (--callback ${quoteShell(place.name)}=FUNCTION)`,
    );
    this.statements.assign(place, type, stub.name);
  }

  /** The number of elements as a variable with a value on each path: there is a path for each number. */
  private countElements(place: Place): string | null {
    const count = this.extents.countOf(place);
    if (count === null) return null;
    const counter = `pf_count${this.objects.length + 1}`;
    const value = `(long long)${this.filled.get(count.name)}`;
    const atLeast = count.from === null ? '' : `(${value} >= ${count.from}) & `;
    this.statements.add(`pathfold_assume(${atLeast}(${value} <= ${count.to}));`);
    this.statements.add(`while ((long long)${counter} < ${value}) ${counter}++;`);
    return counter;
  }

  private remember(
    place: Place,
    type: DebugPointerType,
    count: number | null,
    room: number | null,
    counter: string | null = null,
  ): void {
    const variable = `pf_given${this.objects.length + 1}`;
    this.objects.push({ variable, pointer: place, target: type.target, count, room, counter });
    this.statements.add(`${variable} = (void *)${place.lvalue};`);
    this.statements.add(`pathfold_name(${quote(place.label)}, ${variable});`);
  }

  private allocation(place: Place, base: string, bare: DebugType, count: string): string {
    const last = bare.kind === 'struct' ? bare.fields[bare.fields.length - 1] : undefined;
    const tail = last === undefined ? undefined : stripType(last.type);
    if (last !== undefined && tail?.kind === 'array' && isFlexible(tail)) {
      const behind = this.extents.behind({ name: `${place.name}->${last.name}` });
      return `__builtin_calloc(1, sizeof *${base} + ${behind} * sizeof ${base}->${last.name}[0])`;
    }
    return `__builtin_calloc(${count}, sizeof *${base})`;
  }

  /** How many records of this type the place is inside of. */
  private depthOf(record: DebugRecordType): number {
    const same = (other: DebugRecordType) =>
      other === record || (record.name !== null && other.kind === record.kind && other.name === record.name);
    return this.chain.filter(same).length;
  }

  private noteCut(place: Place, record: DebugRecordType): void {
    const type = debugTypeName(record);
    if (this.cut.has(type)) return;
    this.cut.add(type);
    this.assumptions.push(
      `${place.name}: null or a ${type} of its own, at most ${this.options.depth} deep (--structure-depth N); no sharing, no cycles`,
    );
  }

  private noteTarget(place: Place, type: DebugPointerType, nullable: boolean): void {
    const text = targetText(place, type, nullable, this.options, this.extents);
    if (text !== null) this.assumptions.push(text);
  }
}
