/**
 * What is known about the steps of a segment before it runs: which registers a step defines, which it computes from, and
 * which it *looks at* whatever becomes of its result.
 *
 * Looked at is everything by which a step may go another way: addresses (an access may be out of bounds), divisors, shift
 * amounts, sizes, the condition of a branch. What a step computes from matters only where its result does. How much is
 * looked at beyond that depends on the goal: see `Goal`.
 *
 * Conservative by default: a step this file does not know looks at all its operands and at all it reads.
 */
import { directCallee } from '../../analysis/call-graph.ts';
import { mayFault } from '../../analysis/halts.ts';
import type { Segment } from '../../machine/code.ts';
import { type Instruction, operandsOf, type PhiInstruction } from '../../program/instructions.ts';
import type { DataLayout } from '../../program/layout.ts';
import type { Block } from '../../program/program.ts';
import type { IntType, Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import { ALL_WATCHED, NOTHING_WATCHED, type WatchedOutputs } from './outcome-keeper.ts';

/**
 * - `decisions`: which way control goes and where it faults. What is printed or returned is not looked at.
 * - `outputs`: also what is printed, returned and marked as output, as far as it is chosen (outcome-keeper.ts).
 * - `values`: every value that is computed.
 */
export type Goal = 'decisions' | 'outputs' | 'values';

/** How a step treats what it reads and writes in memory. */
export const StepKind = {
  /** Registers only. */
  pure: 0,
  load: 1,
  store: 2,
  /** Moves bytes: what is needed at its target is needed at its source. */
  copy: 3,
  /** Sets bytes to one value. */
  fill: 4,
  /** Reads bytes that are not looked at: text that is written out. */
  text: 5,
  /** Lays out the variable arguments of its frame. */
  startVariadic: 6,
  /** Looks at all it reads. */
  opaque: 7,
} as const;
export type StepKind = (typeof StepKind)[keyof typeof StepKind];

export const Derives = {
  /** From several registers, or in a way that is not followed. */
  not: 0,
  /** Different values have different results. */
  distinctly: 1,
  /** Different values may have the same result. */
  losing: 2,
  /** The same, and all that matters of a pointer is whether it is null. */
  testingForNull: 3,
} as const;
export type Derives = (typeof Derives)[keyof typeof Derives];

export interface StepShape {
  readonly kind: StepKind;
  /** The register it defines, or -1. */
  readonly result: number;
  /** Registers its result, or what it stores, is computed from. */
  readonly from: readonly number[];
  /** Bytes of the number or pointer that a load or store moves; 0 for other values. */
  readonly cell: number;
  /** How the result follows from one register, where all other operands are constants (derivations.ts). */
  readonly derives: Derives;
  /** Registers it looks at. */
  readonly looked: readonly number[];
  /** All registers among its operands: looked at where it had to decide something. */
  readonly operands: readonly number[];
  readonly readsStdin: boolean;
}

export interface SegmentShape {
  readonly segment: Segment;
  readonly steps: readonly StepShape[];
  /** Registers the control step looks at. */
  readonly looked: readonly number[];
  /** Where the segment begins a block with phis: their registers, and the registers they come from, by block. */
  readonly phis: Phis | null;
}

/** The phis of a block; -1 for what comes from a constant. */
export class Phis {
  readonly results: readonly number[];
  private readonly sources = new Map<Block, readonly number[]>();

  constructor(private readonly block: Block) {
    this.results = this.instructions().map(({ result }) => result.index);
  }

  from(block: Block): readonly number[] {
    let found = this.sources.get(block);
    if (found === undefined) {
      found = this.instructions().map(({ incoming }) => {
        const value = incoming.find((entry) => entry.block === block)?.value;
        return value?.kind === 'register' ? value.index : -1;
      });
      this.sources.set(block, found);
    }
    return found;
  }

  private instructions(): readonly PhiInstruction[] {
    return this.block.instructions.filter((each): each is PhiInstruction => each.op === 'phi');
  }
}

export interface ShapeOptions {
  readonly goal: Goal;
  /** For the goal `outputs`. */
  readonly watched: WatchedOutputs | null;
  readonly layout: DataLayout;
  /** Signed overflow is a fault. */
  readonly checksOverflow: boolean;
}

/** Intrinsics that compute a value from their operands and do nothing else. */
const PURE_INTRINSIC =
  /^llvm\.(?:u|s)?(?:min|max|abs|bswap|bitreverse|ctpop|ctlz|cttz|fshl|fshr|fabs|sqrt|floor|ceil|trunc|round|roundeven|rint|nearbyint|copysign|minnum|maxnum|fmuladd|fma|is\.constant|is\.fpclass|threadlocal\.address|expect|(?:add|sub|mul)\.(?:with\.overflow|sat)|vector\.reduce)\b/;
const COPY = /^llvm\.mem(?:cpy|move)/;
const FILL = /^llvm\.memset/;
const TEXT = /^__pf_write$/;
const MARK = /^__pf_output_(?:bytes|int|float)$/;
const NOTHING =
  /^llvm\.(?:va_end|stacksave|stackrestore|lifetime|dbg|donothing)|^__pf_(?:prefer|warning|warning_once|show_arguments|show_range|show_stack)$/;

const LOSING: ReadonlySet<string> = new Set(['and', 'or', 'mul', 'shl', 'lshr', 'ashr']);

export class Shapes {
  /** By the id of the segment's first instruction. */
  private readonly known: (SegmentShape | undefined)[] = [];
  private readonly watched: WatchedOutputs;

  constructor(private readonly options: ShapeOptions) {
    this.watched = options.watched ?? (options.goal === 'decisions' ? NOTHING_WATCHED : ALL_WATCHED);
  }

  of(segment: Segment): SegmentShape {
    let shape = this.known[segment.firstId];
    if (shape === undefined || shape.segment !== segment) {
      shape = this.make(segment);
      this.known[segment.firstId] = shape;
    }
    return shape;
  }

  private make(segment: Segment): SegmentShape {
    const first = segment.block.instructions[0];
    return {
      segment,
      steps: segment.sites.map(({ instruction }) => this.step(instruction)),
      looked: controlLooksAt(segment.controlSite.instruction),
      phis: segment.firstId === first.id && first.op === 'phi' ? new Phis(segment.block) : null,
    };
  }

  private step(instruction: Instruction): StepShape {
    const shape = this.decisionStep(instruction);
    if (this.options.goal !== 'values') return shape;
    return { ...shape, looked: shape.operands };
  }

  /** Numbers and pointers, which the machine keeps whole. */
  private cellOf(instruction: Instruction): number {
    const type =
      instruction.op === 'load' ? instruction.result.type : instruction.op === 'store' ? instruction.value.type : null;
    if (type === null) return 0;
    const size = this.options.layout.storeSizeOf(type);
    return type.kind === 'pointer' || (isShortInteger(type) && type.bits === 8 * size) ? size : 0;
  }

  private decisionStep(instruction: Instruction): StepShape {
    const all = registers(operandsOf(instruction));
    const result = instruction.result?.index ?? -1;
    const shape = (kind: StepKind, from: readonly number[], looked: readonly number[], readsStdin = false) => ({
      kind,
      result,
      from,
      derives: kind === StepKind.pure && from.length === 1 ? derives(instruction) : Derives.not,
      cell: this.cellOf(instruction),
      looked,
      operands: all,
      readsStdin,
    });
    switch (instruction.op) {
      case 'load':
        return shape(StepKind.load, [], registers([instruction.pointer]));
      case 'store':
        return shape(StepKind.store, registers([instruction.value]), registers([instruction.pointer]));
      case 'alloca':
        return shape(StepKind.pure, [], all);
      case 'call':
        return this.callStep(instruction, shape, all);
      case 'binary': {
        const overflows = this.options.checksOverflow && instruction.nsw;
        return shape(StepKind.pure, all, overflows || mayFault(instruction, this.options.layout) ? all : []);
      }
      case 'cast': {
        const { operator } = instruction;
        const mayFail = operator === 'fptosi' || operator === 'fptoui';
        return shape(StepKind.pure, all, mayFail ? all : []);
      }
      case 'icmp':
      case 'fcmp':
      case 'fneg':
      case 'select':
      case 'freeze':
      case 'getelementptr':
      case 'insertvalue':
      case 'extractvalue':
        return shape(StepKind.pure, all, []);
      case 'insertelement':
      case 'extractelement':
        return shape(StepKind.pure, all, registers([instruction.lane]));
      case 'shufflevector':
        return shape(StepKind.pure, all, []);
      default:
        return shape(StepKind.opaque, [], all);
    }
  }

  private callStep(
    call: Extract<Instruction, { op: 'call' }>,
    shape: (kind: StepKind, from: readonly number[], looked: readonly number[], readsStdin?: boolean) => StepShape,
    all: readonly number[],
  ): StepShape {
    const name = directCallee(call)?.name ?? '';
    if (PURE_INTRINSIC.test(name)) return shape(StepKind.pure, all, []);
    if (NOTHING.test(name)) return shape(StepKind.pure, all, []);
    if (COPY.test(name)) return shape(StepKind.copy, [], all);
    if (FILL.test(name)) {
      const [to, byte, size] = call.arguments;
      return shape(StepKind.fill, registers([byte]), registers([to, size]));
    }
    if (name.startsWith('llvm.va_start')) return shape(StepKind.startVariadic, [], all);
    const isText = TEXT.test(name) && !this.watched.text;
    if (isText || (MARK.test(name) && !this.watched.marks)) {
      // A number that becomes an output is not looked at, an address is.
      const addresses = call.arguments.filter(({ type }) => type.kind === 'pointer');
      return shape(StepKind.text, [], isText || name.endsWith('bytes') ? all : registers(addresses));
    }
    if (name === '__pf_exit' && !this.watched.exitStatus) return shape(StepKind.pure, [], []);
    return shape(StepKind.opaque, [], all, name === '__pf_read');
  }
}

function controlLooksAt(control: Instruction): readonly number[] {
  switch (control.op) {
    case 'condbr':
      return registers([control.condition]);
    case 'switch':
      return registers([control.value]);
    case 'call':
      return registers([control.callee]);
    case 'ret':
    case 'br':
    case 'unreachable':
      return [];
    default:
      return registers(operandsOf(control));
  }
}

function derives(instruction: Instruction): Derives {
  switch (instruction.op) {
    case 'icmp': {
      const { left, right, predicate } = instruction;
      const other = left.kind === 'register' ? right : left;
      if (other.kind === 'null') return predicate === 'eq' || predicate === 'ne' ? Derives.testingForNull : Derives.not;
      return other.kind === 'int' && isShortInteger(left.type) ? Derives.losing : Derives.not;
    }
    case 'binary': {
      const { left, right, operator } = instruction;
      const other = left.kind === 'register' ? right : left;
      if (other.kind !== 'int' || !isShortInteger(left.type)) return Derives.not;
      if (operator === 'add' || operator === 'sub' || operator === 'xor') return Derives.distinctly;
      return LOSING.has(operator) ? Derives.losing : Derives.not;
    }
    case 'cast': {
      const { operator, value, result } = instruction;
      if (!isShortInteger(value.type) || !isShortInteger(result.type)) return Derives.not;
      if (operator === 'zext' || operator === 'sext') return Derives.distinctly;
      return operator === 'trunc' ? Derives.losing : Derives.not;
    }
    default:
      return Derives.not;
  }
}

/** Integers that the machine holds as numbers. */
function isShortInteger(type: Type): type is IntType {
  return type.kind === 'int' && type.bits <= 32;
}

function registers(values: readonly Operand[]): readonly number[] {
  const found = new Set<number>();
  for (const value of values) if (value.kind === 'register') found.add(value.index);
  return [...found];
}
