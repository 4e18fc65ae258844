/**
 * The calls a step makes as its actions, made visible.
 *
 * A step consists of the function under test and of all functions it calls that may set the state themselves (a handler per state, a
 * function that changes state). What these call besides is what the machine does: an action, unless the callee does nothing that anybody
 * could notice, or belongs to the C library, whose effects are outputs anyway. Before each such call a mark is put into the program,
 * as `pathfold_output` would be, so that the search by symbolic output looks at calls as it does at every other output: whether
 * one happens, in which order, and with which numbers as arguments.
 */
import { type CallGraph, directCallee } from '../../analysis/call-graph.ts';
import { analyzePointers, type PointsTo } from '../../analysis/points-to/points-to.ts';
import type { DebugType, SourcePosition } from '../../program/debug.ts';
import { type CallInstruction, type Instruction, operandsOf } from '../../program/instructions.ts';
import {
  bareFunction,
  type GlobalVariable,
  isDeclaration,
  numberProgram,
  type Program,
  type ProgramFunction,
} from '../../program/program.ts';
import type { Operand, Register } from '../../program/values.ts';
import { globalName } from '../../reduce/output/library-state.ts';
import { writtenGlobals } from '../version-diff/affected-outputs.ts';

/** A call that is an action. */
export interface ActionCall {
  /** The callee's name, or that of the pointer to it; null for a pointer without a name. */
  readonly callee: string | null;
  readonly position: SourcePosition | null;
  /** Per argument, as far as it is declared. */
  readonly parameters: readonly (DebugType | null)[];
  /** Arguments whose value the mark records, by their place. */
  readonly recorded: readonly number[];
  readonly count: number;
}

export interface StepCalls {
  /** By the name of the mark. */
  readonly calls: ReadonlyMap<string, ActionCall>;
  /** Instructions of the step that may store to the state. */
  readonly assignments: readonly Instruction[];
  /** Those of them that store to nothing else. */
  readonly ownAssignments: readonly Instruction[];
  /** Who else sets the state, and to what; null for a value that is not constant. */
  readonly entries: readonly { readonly function: string; readonly value: bigint | null }[];
  /** Names of global variables that code which the step does not call may write. */
  readonly writtenElsewhere: ReadonlySet<string>;
}

/** What the name of a mark begins with; no C expression does. */
export const CALL_MARK = '@call ';

const WRITE_PRIMITIVE = '__pf_write';

/** `before`: what the harness calls the state when the step begins. The program is changed, and numbered anew. */
export function markActionCalls(program: Program, step: ProgramFunction, before: string): StepCalls {
  const pointsTo = analyzePointers(program, { entries: program.functions.filter((fn) => !isDeclaration(fn)) });
  const cells = cellsOf(before, program, pointsTo);
  const assignments = program.functions
    .filter((fn) => !isHarness(fn) && fn.library !== true)
    .flatMap((fn) => fn.blocks.flatMap(({ instructions }) => instructions))
    .filter((instruction) => writtenBy(instruction, pointsTo).some((cell) => cells.has(cell)));
  const setting = new Set(assignments.map(({ block }) => block.function));
  const own = assignments.filter((each) => storesOnlyTo(cells, each, pointsTo));
  const { callGraph } = pointsTo;
  const reached = functionsFrom(step, callGraph);
  const setters = new Set([step, ...reached].filter((fn) => fn === step || reaches(fn, setting, callGraph)));
  const acting = actingFunctions(program, pointsTo);
  const calls = new Map<string, ActionCall>();
  const marker = new Marker(program);
  for (const fn of setters) {
    for (const call of callGraph.callsIn[fn.index]) {
      const callees = callGraph.calleesAt(call);
      if (callees.some((callee) => setters.has(callee) || callee.library === true)) continue;
      if (callees.length > 0 && !callees.some((callee) => acting.has(callee))) continue;
      const name = `${CALL_MARK}${calls.size + 1}`;
      calls.set(name, marker.mark(call, name));
    }
  }
  numberProgram(program);
  const isStep = (fn: ProgramFunction) => fn === step || reached.has(fn);
  const elsewhere = program.functions.filter((fn) => !isStep(fn) && fn.library !== true && !isHarness(fn));
  const stepAssignments = assignments.filter(({ block }) => isStep(block.function));
  return {
    calls,
    assignments: stepAssignments,
    ownAssignments: own.filter(({ block }) => isStep(block.function)),
    entries: assignments
      .filter(({ block }) => !isStep(block.function))
      .map((instruction) => ({ function: nameOf(instruction.block.function), value: valueStored(instruction) })),
    writtenElsewhere: globalsWrittenBy(elsewhere, program, pointsTo),
  };
}

function nameOf({ debug, name }: ProgramFunction): string {
  return debug?.name ?? name;
}

function pointerName(callee: Operand): string | null {
  return callee.kind === 'register' ? (callee.variable?.name ?? null) : null;
}

function valueStored(instruction: Instruction): bigint | null {
  return instruction.op === 'store' && instruction.value.kind === 'int' ? instruction.value.value : null;
}

function globalsWrittenBy(functions: readonly ProgramFunction[], program: Program, pointsTo: PointsTo): Set<string> {
  const instructions = functions.flatMap((fn) => fn.blocks.flatMap((block) => block.instructions));
  return new Set([...writtenGlobals(program, pointsTo, instructions)].map((global) => globalName(global)));
}

function isHarness({ name }: ProgramFunction): boolean {
  return name === 'main';
}

/** Where the harness puts the state. */
function cellsOf(before: string, program: Program, pointsTo: PointsTo): Set<number> {
  const main = program.functions.find((fn) => isHarness(fn) && !isDeclaration(fn));
  const values = new Set<Register>();
  const cells = new Set<number>();
  for (const { instructions } of main?.blocks ?? []) {
    for (const instruction of instructions) {
      const { result } = instruction;
      const isMade = instruction.op === 'call' && isText(instruction.arguments[0], before);
      const isCopy = instruction.op !== 'call' && operandsOf(instruction).some((each) => values.has(each as Register));
      if (result !== null && (isMade || isCopy)) values.add(result);
      if (instruction.op === 'store' && values.has(instruction.value as Register)) {
        pointsTo.cellsWritten(instruction).each((cell) => {
          pointsTo.overlapping(cell).each((each) => {
            cells.add(each);
          });
        });
      }
    }
  }
  return cells;
}

/** A caller's memory, of which nothing is known, is no other place that the code means. */
function storesOnlyTo(cells: ReadonlySet<number>, instruction: Instruction, pointsTo: PointsTo): boolean {
  if (instruction.op !== 'store') return false;
  const meant = writtenBy(instruction, pointsTo).filter(
    (cell) => pointsTo.cells[cell].place.object.kind !== 'environment',
  );
  return meant.length > 0 && meant.every((cell) => cells.has(cell));
}

function writtenBy(instruction: Instruction, pointsTo: PointsTo): number[] {
  return pointsTo.cellsWritten(instruction).toArray();
}

function isText(operand: Operand | undefined, text: string): boolean {
  if (operand?.kind !== 'global' || operand.global.kind !== 'variable') return false;
  const { initializer } = operand.global;
  if (initializer?.kind !== 'bytes') return false;
  const bytes = new TextEncoder().encode(`${text}\0`);
  return bytes.length === initializer.bytes.length && bytes.every((byte, i) => byte === initializer.bytes[i]);
}

/** User code that calls from the function may lead to. */
function functionsFrom(fn: ProgramFunction, { callsIn, calleesAt }: CallGraph): Set<ProgramFunction> {
  const reached = new Set<ProgramFunction>([fn]);
  for (const each of reached) {
    for (const call of callsIn[each.index]) {
      for (const callee of calleesAt(call)) if (callee.library !== true) reached.add(callee);
    }
  }
  reached.delete(fn);
  return reached;
}

function reaches(fn: ProgramFunction, targets: ReadonlySet<ProgramFunction>, graph: CallGraph): boolean {
  if (targets.has(fn)) return true;
  return [...functionsFrom(fn, graph)].some((each) => targets.has(each));
}

/** Functions that leave something behind: in memory that is not their own, as text, or in a place that is not known. */
function actingFunctions(program: Program, pointsTo: PointsTo): Set<ProgramFunction> {
  const acting = new Set<ProgramFunction>();
  const { callGraph, cells } = pointsTo;
  for (const fn of program.functions) {
    if (isDeclaration(fn)) {
      const isKnown = fn.name.startsWith('llvm.') || fn.name.startsWith('__pf_');
      if (!isKnown || fn.name === WRITE_PRIMITIVE) acting.add(fn);
      continue;
    }
    const leaves = fn.blocks.some(({ instructions }) =>
      instructions.some((instruction) =>
        pointsTo
          .cellsWritten(instruction)
          .toArray()
          .some((cell) => cells[cell].place.object.kind !== 'stack'),
      ),
    );
    if (leaves) acting.add(fn);
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const fn of program.functions) {
      if (acting.has(fn) || !callGraph.callees[fn.index].some((callee) => acting.has(callee))) continue;
      acting.add(fn);
      changed = true;
    }
  }
  return acting;
}

/** Puts marks before calls. */
class Marker {
  private readonly primitive: ProgramFunction;

  constructor(private readonly program: Program) {
    const known = program.functions.find(({ name }) => name === '__pf_output_int');
    this.primitive = known ?? this.declare('__pf_output_int');
  }

  mark(call: CallInstruction, name: string): ActionCall {
    const callee = directCallee(call);
    const declared = callee?.debug?.type?.parameters ?? [];
    // A constant is in the source.
    const recorded = call.arguments.flatMap(({ kind, type }, i) =>
      kind === 'register' && type.kind === 'int' ? [i] : [],
    );
    const { types } = this.program;
    const marks = [
      this.output(call, name, { kind: 'int', type: types.int(64), value: 0n }, 8),
      ...recorded.map((i) => {
        const { type } = call.arguments[i];
        return this.output(call, `${name}: ${i}`, call.arguments[i], type.kind === 'int' ? type.bits : 64);
      }),
    ];
    const { instructions } = call.block;
    instructions.splice(instructions.indexOf(call), 0, ...marks);
    return {
      callee: callee === null ? pointerName(call.callee) : nameOf(callee),
      position: call.position,
      parameters: call.arguments.map((_, i) => declared[i] ?? null),
      recorded,
      count: call.arguments.length,
    };
  }

  private output(call: CallInstruction, name: string, value: Operand, bits: number): CallInstruction {
    const { types } = this.program;
    const [pointer, int32] = [types.pointer(), types.int(32)];
    const number = (of: number): Operand => ({ kind: 'int', type: int32, value: BigInt(of) });
    return {
      op: 'call',
      id: 0,
      index: 0,
      block: call.block,
      position: call.position,
      result: null,
      functionType: types.function(types.void, [pointer, value.type, int32, int32], false),
      callee: { kind: 'global', type: pointer, global: this.primitive },
      arguments: [{ kind: 'global', type: pointer, global: this.text(name) }, value, number(bits), number(1)],
      byval: [null, null, null, null],
      noreturn: false,
    };
  }

  private text(text: string): GlobalVariable {
    const { types, variables } = this.program;
    const bytes = new TextEncoder().encode(`${text}\0`);
    const type = types.array(types.int(8), bytes.length);
    const variable: GlobalVariable = {
      kind: 'variable',
      name: `.mark.${variables.length}`,
      valueType: type,
      initializer: { kind: 'bytes', type, bytes },
      constant: true,
      linkage: 'internal',
      align: 1,
      threadLocal: false,
      debug: null,
      index: 0,
    };
    variables.push(variable);
    return variable;
  }

  private declare(name: string): ProgramFunction {
    const { types, functions } = this.program;
    const [pointer, int32] = [types.pointer(), types.int(32)];
    const type = types.function(types.void, [pointer, types.int(64), int32, int32], false);
    const fn = bareFunction(name, type, 'external');
    functions.push(fn);
    return fn;
  }
}
