/** Where each register of a prepared function gets its value, and which registers a segment sets. */
import type { FunctionCode, Segment, Site } from '../../machine/code.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { Type } from '../../program/types.ts';

export interface Definition {
  readonly register: number;
  readonly type: Type;
  /** The segment in which the register is set; for the result of a call, the segment after the call. */
  readonly segment: Segment;
  /** Order within a run of the segment: see `timeOf` in path.ts. */
  readonly order: number;
  /** Null for a parameter. */
  readonly instruction: Instruction | null;
  /** Position among the values that are kept of a run. */
  readonly position: number;
}

/** Order of parameters and of results of calls: before everything else in the segment. */
export const FIRST = 0;

export function orderOf(segment: Segment, instruction: Instruction): number {
  return instruction.id - segment.firstId + 1;
}

/** Instructions that conditions.ts has nothing to say about: those that go no other way with other values. */
const SILENT: ReadonlySet<Instruction['op']> = new Set([
  'fcmp',
  'fneg',
  'freeze',
  'getelementptr',
  'phi',
  'insertvalue',
  'extractvalue',
  'shufflevector',
  'fence',
]);

export class CodeFacts {
  readonly definitions: (Definition | undefined)[] = [];
  /** Per segment the registers it sets. */
  readonly kept = new Map<Segment, Int32Array>();
  /** Per segment the steps that may ask something of the state. */
  readonly asking = new Map<Segment, readonly Instruction[]>();

  constructor(code: FunctionCode) {
    for (const segment of code.segments) {
      const set: number[] = [];
      const define = (register: number, type: Type, order: number, instruction: Instruction | null, at: Segment) => {
        this.definitions[register] = { register, type, segment: at, order, instruction, position: set.length };
        set.push(register);
      };
      if (segment === code.entry) {
        for (const parameter of code.function.parameters) define(parameter.index, parameter.type, FIRST, null, segment);
      }
      const before = code.segments.find((each) => each.following === segment);
      const call = before?.controlSite.instruction;
      if (call?.result != null) define(call.result.index, call.result.type, FIRST, call, segment);
      for (const instruction of segment.block.instructions) {
        if (instruction.id < segment.firstId || instruction.id >= segment.endId) continue;
        if (instruction.result === null || isControlCall(segment, instruction)) continue;
        define(instruction.result.index, instruction.result.type, orderOf(segment, instruction), instruction, segment);
      }
      this.kept.set(segment, Int32Array.from(set));
      this.asking.set(
        segment,
        segment.block.instructions.filter(
          (each) =>
            each.id >= segment.firstId &&
            each.id < segment.endId &&
            each !== segment.controlSite.instruction &&
            !SILENT.has(each.op),
        ),
      );
    }
  }
}

function isControlCall(segment: Segment, instruction: Instruction): boolean {
  return segment.following !== null && instruction === segment.controlSite.instruction;
}

/** The facts of functions, found when they are first needed. */
export class Definitions {
  private readonly codes = new Map<FunctionCode, CodeFacts>();
  private readonly kept = new Map<Segment, Int32Array>();
  private readonly asking = new Map<Segment, readonly Instruction[]>();

  of(code: FunctionCode): CodeFacts {
    let facts = this.codes.get(code);
    if (facts === undefined) {
      facts = new CodeFacts(code);
      this.codes.set(code, facts);
    }
    return facts;
  }

  keptBy(segment: Segment): Int32Array {
    let kept = this.kept.get(segment);
    if (kept === undefined) {
      kept = this.of(segment.code).kept.get(segment)!;
      this.kept.set(segment, kept);
    }
    return kept;
  }

  askingOf(segment: Segment): readonly Instruction[] {
    let asking = this.asking.get(segment);
    if (asking === undefined) {
      asking = this.of(segment.code).asking.get(segment)!;
      this.asking.set(segment, asking);
    }
    return asking;
  }
}

export function siteOf(segment: Segment, instruction: Instruction): Site | undefined {
  if (segment.controlSite.instruction === instruction) return segment.controlSite;
  return segment.sites.find((site) => site.instruction === instruction);
}
