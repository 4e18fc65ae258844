/**
 * What pointers may point to, for the whole program: inclusion based, flow insensitive, field sensitive by offset and
 * stride, heap objects by allocation site (and by call for functions that allocate for others), function pointers
 * resolved while solving.
 *
 * Integers may carry addresses: they are followed through memory, casts and the operators that addresses survive
 * (addition, subtraction, bit operations, shifts), so unions, `uintptr_t` tricks and copies byte by byte are covered. An
 * address rebuilt by multiplication or division, or out of a branch on each bit, is not.
 */
import type { CallInstruction, Instruction } from '../../program/instructions.ts';
import { isDeclaration, type Program, type ProgramFunction } from '../../program/program.ts';
import type { Operand } from '../../program/values.ts';
import { BitSet } from '../bit-set.ts';
import { buildCallGraph, type CallGraph } from '../call-graph.ts';
import { ConstraintBuilder } from './constraints.ts';
import type { AbstractObject, AllocationSite, ObjectPlace } from './places.ts';
import type { Cell } from './solver.ts';

export interface PointsToOptions {
  /** Where runs start; by default `main` under its usual names, else every function without a caller. */
  readonly entries?: readonly ProgramFunction[];
}

export interface PointsTo {
  readonly objects: readonly AbstractObject[];
  readonly places: readonly ObjectPlace[];
  readonly cells: readonly Cell[];
  /** Indices of places a value of the function may point to. */
  placesOf(value: Operand, fn: ProgramFunction): BitSet;
  /** Indices of objects a value of the function may point into. */
  objectsOf(value: Operand, fn: ProgramFunction): BitSet;
  /** Cells an instruction itself (not a function it calls) may read or write. */
  cellsRead(instruction: Instruction): BitSet;
  cellsWritten(instruction: Instruction): BitSet;
  /** Cells that may share a byte with the given one, itself included. */
  overlapping(cell: number): BitSet;
  /**
   * The object for what a site allocates. `stack` lists the calls that were active, innermost first; only the part that
   * passes through allocating functions is looked at.
   */
  objectFor(site: NonNullable<AllocationSite>, stack?: readonly CallInstruction[]): AbstractObject | null;
  /** The call graph with calls through pointers resolved by points-to. */
  readonly callGraph: CallGraph;
}

export function analyzePointers(program: Program, options: PointsToOptions = {}): PointsTo {
  const early = buildCallGraph(program);
  const entries = options.entries ?? defaultEntries(program, early);
  const builder = new ConstraintBuilder(program, early, entries);
  builder.build();
  const { solver, table } = builder;
  const callGraph = buildCallGraph(program, (call) => builder.calleesAt(call));
  const overlaps: (BitSet | undefined)[] = [];
  const none = new BitSet();
  const placesOf = (value: Operand, fn: ProgramFunction): BitSet => {
    const joined = new BitSet();
    for (const node of builder.nodesOf(value, fn)) joined.addAll(solver.placesOf(node));
    return joined;
  };
  return {
    objects: table.objects,
    places: table.places,
    cells: solver.cells,
    placesOf,
    objectsOf(value, fn) {
      const objects = new BitSet();
      placesOf(value, fn).each((place) => objects.add(table.places[place].object.index));
      return objects;
    },
    cellsRead: (instruction) => builder.accesses.reads[instruction.id] ?? none,
    cellsWritten: (instruction) => builder.accesses.writes[instruction.id] ?? none,
    overlapping(cell) {
      const known = overlaps[cell];
      if (known !== undefined) return known;
      const computed = BitSet.of(solver.overlapping(solver.cells[cell]).map((other) => other.index));
      overlaps[cell] = computed;
      return computed;
    },
    objectFor: (site, stack = []) => builder.objectFor(site, stack),
    callGraph,
  };
}

const ENTRY_NAMES = ['main', '__main_argc_argv', '__main_void', '__original_main'];

function defaultEntries(program: Program, graph: CallGraph): ProgramFunction[] {
  const named = program.functions.filter((fn) => ENTRY_NAMES.includes(fn.name) && !isDeclaration(fn));
  if (named.length > 0) return named;
  return program.functions.filter((fn) => !isDeclaration(fn) && graph.callers[fn.index].length === 0);
}
