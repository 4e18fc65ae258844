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
  type DebugEnumType,
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
import { Lines } from './lines.ts';
import { element, member, type Place, quoteShell, stubWord, target } from './place.ts';
import { RangeWriter } from './ranges.ts';
import { isConstant, type TypeSpelling, unqualified } from './type-spelling.ts';

export const DEFAULT_STRING_LENGTH = 8;
/** Arrays of numbers beyond this are one input of raw bytes: a hundred names are too many to read. */
export const MAX_NAMED_ELEMENTS = 32;
const MAX_STATEMENTS = 20_000;
const INT_MAX = 2n ** 31n - 1n;

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
  readonly lines = new Lines();
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
  private readonly ranges: RangeWriter;
  private temporaries = 0;
  private statements = 0;
  /** How many conditions the next statement is under. */
  private blocks = 0;

  constructor(
    private readonly options: HarnessOptions,
    private readonly spelling: TypeSpelling,
  ) {
    this.extents = new Extents(options);
    this.ranges = new RangeWriter(options);
  }

  fill(place: Place, type: DebugType): void {
    this.names.add(place.name);
    const on = this.extents.awaited(place, stripType(type));
    if (on !== null && !this.filled.has(on)) {
      this.waiting.push({ place, type, on, block: this.blocks });
      return;
    }
    if (this.options.lengths?.has(place.name)) this.fillLength(place, type);
    else this.fillValue(place, type);
    this.filled.set(place.name, place.lvalue);
    const next = this.waiting.filter((each) => each.on === place.name && each.block === this.blocks);
    this.waiting = this.waiting.filter((each) => !next.includes(each));
    for (const each of next) this.fill(each.place, each.type);
  }

  /** To be called when everything has been filled. */
  finish(): void {
    for (const { place, on } of this.waiting) {
      const option = this.options.lengths?.has(place.name) ? '--length' : '--array';
      const why = this.filled.has(on) || this.names.has(on) ? `${on} is not always there` : `there is no ${on}`;
      throw new UserError(`${option} ${place.name}=${on}: ${why}`, 'name another parameter, or give a number');
    }
  }

  private fillLength(place: Place, type: DebugType): void {
    const buffer = this.options.lengths!.get(place.name)!;
    const length = this.extents.lengthOf(buffer);
    if (length === null)
      throw new UserError(`--length ${place.name}=${buffer}: ${buffer} leads to no array and no string`);
    this.assign(place, type, length.expression);
    this.assumptions.push(`${place.name}: the ${length.isString ? 'length' : 'number of elements'} of ${buffer}`);
  }

  private fillValue(place: Place, type: DebugType): void {
    const bare = stripType(type);
    if (bare.kind === 'base') this.fillNumber(place, type, bare);
    else if (bare.kind === 'enum') this.fillEnum(place, type, bare);
    else if (bare.kind === 'struct') this.fillStruct(place, bare);
    else if (bare.kind === 'union') this.fillUnion(place, bare);
    else if (bare.kind === 'array') this.fillArray(place, bare);
    else if (bare.kind === 'pointer') this.fillPointer(place, bare);
    else throw this.impossible(place, debugTypeName(type), 'nothing of this type can be made');
  }

  private statement(line: string): void {
    if (++this.statements > MAX_STATEMENTS) {
      throw new UserError(
        'the inputs of the function are too large to build',
        'lower --structure-depth or the sizes given with --array',
      );
    }
    this.lines.add(line);
  }

  private block(head: string, body: () => void, otherwise?: () => void): void {
    this.blocks++;
    this.lines.block(head, body, otherwise);
    this.blocks--;
  }

  private restrict(place: Place, type: DebugType): void {
    for (const line of this.ranges.statements(place, stripType(type))) this.statement(line);
    this.assumptions.push(...this.ranges.takeAssumptions());
  }

  private assign(place: Place, type: DebugType, value: string): void {
    if (!place.constant) {
      this.statement(`${place.lvalue} = ${value};`);
      return;
    }
    const name = this.spelling.of(unqualified(type));
    const held = name === null ? `__typeof__(${place.lvalue})` : name;
    const temporary = this.temporary();
    this.statement(`${held} ${temporary} = ${value};`);
    this.statement(`__builtin_memcpy((void *)&${place.lvalue}, &${temporary}, sizeof ${temporary});`);
  }

  private temporary(): string {
    return `pf_${++this.temporaries}`;
  }

  private fillNumber(place: Place, type: DebugType, bare: DebugType & { kind: 'base' }): void {
    const word = scalarWord(bare);
    if (word !== null) this.assign(place, type, `pathfold_${word}(${quote(place.label)})`);
    else if (bare.encoding === 'signed' || bare.encoding === 'unsigned') this.fillBytes(place);
    else if (bare.encoding === 'float') {
      const [narrow, width] = bare.bits < 32 ? ['float', 'float'] : ['double', 'double'];
      this.assign(place, type, `pathfold_${width}(${quote(place.label)})`);
      this.assumptions.push(`${place.name}: a ${bare.name} that ${narrow} can represent`);
    } else throw this.impossible(place, bare.name, 'pathfold has no inputs of this type');
    this.restrict(place, type);
  }

  private fillBytes(place: Place): void {
    this.statement(`pathfold_bytes((void *)&${place.lvalue}, sizeof ${place.lvalue}, ${quote(place.label)});`);
  }

  private fillEnum(place: Place, type: DebugType, bare: DebugEnumType): void {
    const values = [...new Set(bare.enumerators.map((entry) => entry.value))].sort((a, b) => (a < b ? -1 : 1));
    const name = quote(place.label);
    if (values.length === 0) {
      this.assign(place, type, `pathfold_int(${name})`);
      this.restrict(place, type);
      return;
    }
    const low = values[0];
    const high = values[values.length - 1];
    const dense = high - low === BigInt(values.length - 1);
    this.assumptions.push(`${place.name}: one of ${listing(bare.enumerators.map((entry) => entry.name))}`);
    if (dense && low > -INT_MAX && high <= INT_MAX) {
      this.assign(place, type, `pathfold_range(${name}, ${low}, ${high})`);
      this.restrict(place, type);
      return;
    }
    // One assumption without short-circuit operators: it must not split the path.
    const temporary = this.temporary();
    this.statement(`long long ${temporary} = pathfold_int${bare.bits > 32 ? '64' : '32'}(${name});`);
    this.statement(`pathfold_assume(${values.map((value) => `(${temporary} == ${literal(value)})`).join(' | ')});`);
    this.assign(place, type, temporary);
    this.restrict(place, type);
  }

  private fillStruct(place: Place, record: DebugRecordType): void {
    if (record.forward) throw this.incomplete(place, record);
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
    if (place.constant) throw this.impossible(place, 'a const bit-field', 'it cannot be assigned');
    const bare = stripType(field.type);
    if (bare.kind === 'enum') {
      this.fillEnum(place, field.type, bare);
      return;
    }
    const name = quote(place.label);
    const signed = bare.kind === 'base' && bare.encoding.startsWith('signed');
    const range = signed ? [-(2 ** (field.bits - 1)), 2 ** (field.bits - 1) - 1] : [0, 2 ** field.bits - 1];
    if (bare.kind === 'base' && bare.encoding === 'boolean')
      this.statement(`${place.lvalue} = pathfold_bool(${name});`);
    else if (range[1] < 2 ** 31 && field.bits < 32) {
      this.statement(`${place.lvalue} = pathfold_range(${name}, ${range[0]}, ${range[1]});`);
    } else if (field.bits === 32) this.statement(`${place.lvalue} = pathfold_${signed ? '' : 'u'}int32(${name});`);
    else {
      const temporary = this.temporary();
      const shift = 64 - field.bits;
      this.statement(`${signed ? '' : 'u'}int64_t ${temporary} = pathfold_${signed ? '' : 'u'}int64(${name});`);
      if (signed) {
        this.statement(`pathfold_assume((int64_t)((uint64_t)${temporary} << ${shift}) >> ${shift} == ${temporary});`);
      } else if (shift > 0) this.statement(`pathfold_assume(${temporary} >> ${field.bits} == 0);`);
      this.statement(`${place.lvalue} = ${temporary};`);
    }
    this.restrict(place, field.type);
    this.filled.set(place.name, place.lvalue);
  }

  /** Overlapping members of plain data are just bytes; a pointer among them must be a real one, so one member is chosen. */
  private fillUnion(place: Place, record: DebugRecordType): void {
    if (record.forward) throw this.incomplete(place, record);
    if (leadsAway(record)) this.fillChosenMember(place, record);
    else this.fillBytes(place);
  }

  private fillUnnamedUnion(place: Place, record: DebugRecordType): void {
    const widest = record.fields.reduce((best, field) => (field.bits > best.bits ? field : best), record.fields[0]);
    if (widest === undefined) return;
    if (leadsAway(record)) this.fillChosenMember(place, record);
    else if (widest.name === '' || widest.bitField) this.fillField(place, widest);
    else this.fillBytes(member(place, widest.name, isConstant(widest.type)));
  }

  private fillChosenMember(place: Place, record: DebugRecordType): void {
    this.chain.push(record);
    const { fields } = record;
    const choice = this.temporary();
    const owner = place.pointer?.label ?? place.label;
    const question = quote(`which member of ${owner}`);
    this.assumptions.push(`${owner}: one member of the union is set, any of ${listing(fields.map((f) => f.name))}`);
    this.statement(`int ${choice} = pathfold_range(${question}, 0, ${fields.length - 1});`);
    fields.forEach((field, index) => {
      this.block(`if (${choice} == ${index})`, () => this.fillField(place, field));
    });
    this.chain.pop();
  }

  private fillArray(place: Place, type: DebugArrayType): void {
    const [length, ...inner] = type.lengths;
    const element = inner.length === 0 ? type.element : { ...type, lengths: inner };
    const stringLength = this.options.strings.get(place.name);
    if (stringLength !== undefined && isCharacter(stripType(element))) {
      const limit = Math.min(stringLength, (length ?? 1) - 1);
      this.statement(`pathfold_string((char *)${place.lvalue}, ${limit + 1}, ${quote(place.label)});`);
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
        this.statement(`pathfold_bytes((void *)${place.lvalue}, ${size}, ${quote(place.label)});`);
      });
      if (this.ranges.concerns(element(place, 0, constant))) each((at) => this.restrict(at, type));
    } else each((at) => this.fill(at, type));
  }

  private ifThere(index: number, counter: string | null, body: () => void): void {
    if (counter === null) body();
    else this.block(`if (${counter} > ${index})`, body);
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
    const reason = this.whyUnbuildable(place, type.target);
    if (reason !== null) {
      if (!nullable && !isInside(place)) throw this.impossible(place, debugTypeName(type), reason);
      this.assumptions.push(`${place.name}: always null${nullable ? '' : ` (${reason})`}`);
      this.assign(place, type, '0');
      return;
    }
    const depth = bare.kind === 'struct' || bare.kind === 'union' ? this.depthOf(bare) : 0;
    if (depth > 0) this.noteCut(place, bare as DebugRecordType);
    else this.noteTarget(place, type, nullable);
    if (depth >= this.options.depth && depth > 0) this.assign(place, type, '0');
    else if (nullable || depth > 0) {
      const condition = `if (pathfold_bool(${quote(`${place.label} == NULL`)}))`;
      this.block(
        condition,
        () => this.assign(place, type, '0'),
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
    if (this.isString(place, bare, asked)) {
      const size = (this.options.strings.get(place.name) ?? DEFAULT_STRING_LENGTH) + 1;
      this.assign(place, type, `__builtin_calloc(${size}, 1)`);
      this.remember(place, type, null, size);
      this.statement(`pathfold_string((char *)${place.lvalue}, ${size}, ${quote(place.label)});`);
      this.extents.noteString(place, true);
      return;
    }
    const count = asked ?? 1;
    const counter = this.countElements(place);
    this.extents.noteArray(place, counter ?? `${count}`, true);
    if (bare.kind === 'void') {
      this.assign(place, type, `__builtin_calloc(${counter ?? count}, 1)`);
      this.remember(place, type, count, null, counter);
      if (counter !== null) {
        this.fillElements({ ...place, lvalue: `((unsigned char *)${place.lvalue})` }, BYTE, count, counter);
        return;
      }
      if (count > 0) this.statement(`pathfold_bytes((void *)${place.lvalue}, ${count}, ${quote(place.label)});`);
      return;
    }
    const single = asked === undefined;
    const elementName = isConstant(type.target) || place.constant ? this.spelling.of(unqualified(type.target)) : null;
    let base = place.lvalue;
    if (elementName !== null) {
      base = this.temporary();
      this.statement(`${elementName} *${base} = ${this.allocation(place, base, bare, counter ?? `${count}`)};`);
      this.assign(place, type, base);
    } else this.assign(place, type, this.allocation(place, base, bare, counter ?? `${count}`));
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

  /** Characters without a number are a string, and bytes of any type where the user says so. */
  private isString({ name }: Place, bare: DebugType, asked: number | undefined): boolean {
    return (isByte(bare) && this.options.strings.has(name)) || (isCharacter(bare) && asked === undefined);
  }

  private fillFunction(place: Place, type: DebugPointerType, bare: DebugFunctionType): void {
    const given = this.options.callbacks?.get(place.name) ?? null;
    if (given !== null) {
      this.assumptions.push(`${place.name}: ${given}`);
      this.statement(`${place.lvalue} = ${given}; /* --callback ${place.name}=${given} */`);
      return;
    }
    const stub = { name: `pf_stub${this.stubs.length + 1}_${stubWord(place.name)}`, place, type: bare };
    this.stubs.push(stub);
    this.assumptions.push(
      `${place.name}: a function that returns anything and changes nothing (--callback ${quoteShell(place.name)}=FUNCTION)`,
    );
    this.assign(place, type, stub.name);
  }

  /** The number of elements as a variable with a value on each path: there is a path for each number. */
  private countElements(place: Place): string | null {
    const count = this.extents.countOf(place);
    if (count === null) return null;
    const counter = `pf_count${this.objects.length + 1}`;
    const value = `(long long)${this.filled.get(count.name)}`;
    const atLeast = count.from === null ? '' : `(${value} >= ${count.from}) & `;
    this.statement(`pathfold_assume(${atLeast}(${value} <= ${count.to}));`);
    this.statement(`while ((long long)${counter} < ${value}) ${counter}++;`);
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
    this.statement(`${variable} = (void *)${place.lvalue};`);
    this.statement(`pathfold_name(${quote(place.label)}, ${variable});`);
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
    const { name } = place;
    const bare = stripType(type.target);
    const asked = this.extents.elementsOf(place, bare);
    const ending = !nullable
      ? `; never null (--nullable ${quoteShell(name)})`
      : this.options.nullable.has(name)
        ? ', or null'
        : `, or null (--never-null ${quoteShell(name)})`;
    if (this.isString(place, bare, asked)) {
      const length = this.options.strings.get(name) ?? DEFAULT_STRING_LENGTH;
      this.assumptions.push(
        `${name}: a string of at most ${length} characters (--string ${quoteShell(name)}=N${this.orCounted(name, ' or --array ')})${ending}`,
      );
    } else if (bare.kind === 'function') return;
    else if (this.extents.countOf(place) !== null) {
      const { name: count, to } = this.extents.countOf(place)!;
      const what = bare.kind === 'void' ? 'bytes' : debugTypeName(unqualified(type.target));
      const none = this.extents.countOf(place)!.from === null ? ', nothing where it is negative' : '';
      const guessed = this.options.arrays.has(name) ? '' : `${none}, as the names say (--array ${quoteShell(name)}=N)`;
      this.assumptions.push(
        `${name}: points to ${count} ${what}, at most ${to} (--range ${quoteShell(`${count}=0..N`)})${guessed}${ending}`,
      );
    } else if (bare.kind === 'void')
      this.assumptions.push(
        `${name}: points to ${asked} bytes${this.options.arrays.has(name) ? '' : ` (${this.arrayOption(name)})`}${ending}`,
      );
    else {
      const how = this.options.arrays.has(name)
        ? ''
        : asked === undefined
          ? ` (${this.arrayOption(name)})`
          : `, as declared (--array ${quoteShell(name)}=N)`;
      this.assumptions.push(
        `${name}: points to ${asked ?? 1} ${debugTypeName(unqualified(type.target))}${how}${ending}`,
      );
    }
  }

  private arrayOption(name: string): string {
    return `--array ${quoteShell(name)}=N${this.orCounted(name, ' or ')}`;
  }

  /** Nothing where no other parameter looks like the number of elements. */
  private orCounted(name: string, words: string): string {
    const count = this.options.strings.has(name) ? undefined : this.options.counts?.get(name);
    return count === undefined ? '' : `${words}${name}=${count}`;
  }

  /** Why no object of a pointer's target type can be made; null when one can. */
  private whyUnbuildable(place: Place, type: DebugType): string | null {
    const bare = stripType(type);
    if (bare.kind === 'function') {
      if (this.options.callbacks?.has(place.name) || this.extents.isGuessed(place)) return null;
      return `pathfold does not invent functions unless asked to: --callback ${quoteShell(place.name)}`;
    }
    if (bare.kind === 'void' && this.extents.elementsOf(place, bare) === undefined) {
      const count = this.options.counts?.get(place.name);
      const counted = count === undefined ? '' : `, --array ${place.name}=${count} as many as ${count} says`;
      return `the size of what it points to is unknown; --array ${quoteShell(place.name)}=N gives it N bytes${counted}`;
    }
    if (isFile(type)) return 'pathfold does not invent open files';
    if ((bare.kind === 'struct' || bare.kind === 'union') && bare.forward) {
      return `${debugTypeName(bare)} is declared but not defined here`;
    }
    return null;
  }

  private incomplete(place: Place, record: DebugRecordType): UserError {
    return this.impossible(place, debugTypeName(record), 'the type is declared but not defined here');
  }

  private impossible(place: Place, type: string, reason: string): UserError {
    return new UserError(
      `${this.options.function}: ${place.name} (${type}) cannot be made symbolic: ${reason}`,
      `write a small main with pathfold.h that calls ${this.options.function}${
        type.endsWith('*') || type.includes('(*)') ? `, or pass null with --nullable ${quoteShell(place.name)}` : ''
      }`,
    );
  }
}

export function isFlexible(type: DebugArrayType): boolean {
  return type.lengths.length === 1 && (type.lengths[0] === null || type.lengths[0] === 0);
}

export function isFile(type: DebugType): boolean {
  if (type.kind === 'typedef') return type.name === 'FILE' || isFile(type.target);
  return type.kind === 'qualified' && isFile(type.target);
}

/** Whether pointers lead from a record back to one of its type: lists and trees, which may be empty. */
function isRecursive(type: DebugType): boolean {
  if (type.kind !== 'struct') return false;
  const seen = new Set<DebugType>();
  const leadsBack = (inner: DebugType): boolean => {
    const bare = stripType(inner);
    if (bare.kind === 'pointer') {
      const target = stripType(bare.target);
      return target === type || leadsBack(target);
    }
    if (bare.kind === 'array') return leadsBack(bare.element);
    if ((bare.kind !== 'struct' && bare.kind !== 'union') || seen.has(bare)) return false;
    seen.add(bare);
    return bare.fields.some((field) => leadsBack(field.type));
  };
  return leadsBack(type);
}

/** Whether a pointer lies inside, not counting what pointers lead to. */
export function leadsAway(type: DebugType): boolean {
  const bare = stripType(type);
  if (bare.kind === 'pointer') return true;
  if (bare.kind === 'array') return leadsAway(bare.element);
  return (bare.kind === 'struct' || bare.kind === 'union') && bare.fields.some((field) => leadsAway(field.type));
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function literal(value: bigint): string {
  if (value === -(2n ** 63n)) return '(-9223372036854775807LL - 1)';
  return value > INT_MAX || value < -INT_MAX ? `${value}LL` : `${value}`;
}

function listing(names: readonly string[]): string {
  return names.length <= 8 ? names.join(', ') : `${names.slice(0, 7).join(', ')}, ... (${names.length} in all)`;
}
