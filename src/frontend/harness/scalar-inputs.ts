/** Inputs that are numbers: of C's arithmetic types, of enumerations, in bit-fields; and plain bytes. */
import {
  type DebugBaseType,
  type DebugEnumType,
  type DebugField,
  type DebugType,
  stripType,
} from '../../program/debug.ts';
import { scalarWord } from './base-types.ts';
import type { HarnessOptions } from './harness-options.ts';
import type { Place } from './place.ts';
import { RangeWriter } from './ranges.ts';
import { quote, type Statements } from './statements.ts';
import { cannotBeMade } from './unbuildable.ts';

const INT_MAX = 2n ** 31n - 1n;

export class ScalarInputs {
  private readonly ranges: RangeWriter;

  constructor(
    private readonly options: HarnessOptions,
    private readonly statements: Statements,
    /** Gets what is taken for granted. */
    private readonly assumptions: string[],
  ) {
    this.ranges = new RangeWriter(options);
  }

  number(place: Place, type: DebugType, bare: DebugBaseType): void {
    const word = scalarWord(bare);
    if (word !== null) this.assign(place, type, `pathfold_${word}(${quote(place.label)})`);
    else if (bare.encoding === 'signed' || bare.encoding === 'unsigned') this.bytes(place);
    else if (bare.encoding === 'float') {
      const [narrow, width] = bare.bits < 32 ? ['float', 'float'] : ['double', 'double'];
      this.assign(place, type, `pathfold_${width}(${quote(place.label)})`);
      this.assumptions.push(`${place.name}: a ${bare.name} that ${narrow} can represent`);
    } else throw cannotBeMade(place, bare.name, 'pathfold has no inputs of this type', this.options);
    this.restrict(place, type);
  }

  bytes(place: Place): void {
    this.statements.add(`pathfold_bytes((void *)&${place.lvalue}, sizeof ${place.lvalue}, ${quote(place.label)});`);
  }

  enumeration(place: Place, type: DebugType, bare: DebugEnumType): void {
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
    const temporary = this.statements.temporary();
    this.statements.add(`long long ${temporary} = pathfold_int${bare.bits > 32 ? '64' : '32'}(${name});`);
    this.statements.add(
      `pathfold_assume(${values.map((value) => `(${temporary} == ${enumerator(value)})`).join(' | ')});`,
    );
    this.assign(place, type, temporary);
    this.restrict(place, type);
  }

  bitField(place: Place, field: DebugField): void {
    if (place.constant) throw cannotBeMade(place, 'a const bit-field', 'it cannot be assigned', this.options);
    const bare = stripType(field.type);
    if (bare.kind === 'enum') {
      this.enumeration(place, field.type, bare);
      return;
    }
    const { statements } = this;
    const name = quote(place.label);
    const signed = bare.kind === 'base' && bare.encoding.startsWith('signed');
    const range = signed ? [-(2 ** (field.bits - 1)), 2 ** (field.bits - 1) - 1] : [0, 2 ** field.bits - 1];
    if (bare.kind === 'base' && bare.encoding === 'boolean')
      statements.add(`${place.lvalue} = pathfold_bool(${name});`);
    else if (range[1] < 2 ** 31 && field.bits < 32) {
      statements.add(`${place.lvalue} = pathfold_range(${name}, ${range[0]}, ${range[1]});`);
    } else if (field.bits === 32) statements.add(`${place.lvalue} = pathfold_${signed ? '' : 'u'}int32(${name});`);
    else {
      const temporary = statements.temporary();
      const shift = 64 - field.bits;
      statements.add(`${signed ? '' : 'u'}int64_t ${temporary} = pathfold_${signed ? '' : 'u'}int64(${name});`);
      if (signed) {
        statements.add(`pathfold_assume((int64_t)((uint64_t)${temporary} << ${shift}) >> ${shift} == ${temporary});`);
      } else if (shift > 0) statements.add(`pathfold_assume(${temporary} >> ${field.bits} == 0);`);
      statements.add(`${place.lvalue} = ${temporary};`);
    }
    this.restrict(place, field.type);
  }

  hasRange(place: Place): boolean {
    return this.ranges.concerns(place);
  }

  /** To the range that the user gave, if any. */
  restrict(place: Place, type: DebugType): void {
    for (const line of this.ranges.statements(place, stripType(type))) this.statements.add(line);
    this.assumptions.push(...this.ranges.takeAssumptions());
  }

  private assign(place: Place, type: DebugType, value: string): void {
    this.statements.assign(place, type, value);
  }
}

function enumerator(value: bigint): string {
  if (value === -(2n ** 63n)) return '(-9223372036854775807LL - 1)';
  return value > INT_MAX || value < -INT_MAX ? `${value}LL` : `${value}`;
}

/** The names, as many as people read. */
export function listing(names: readonly string[]): string {
  return names.length <= 8 ? names.join(', ') : `${names.slice(0, 7).join(', ')}, ... (${names.length} in all)`;
}
