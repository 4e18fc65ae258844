/**
 * Mod/ref: what memory a function, with everything it calls, may read and write; and what the region that a branch
 * direction controls may write, which is what potential dependence asks.
 */
import type { CallInstruction, Instruction } from '../program/instructions.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import { BitSet } from './bit-set.ts';
import type { PointsTo } from './points-to/points-to.ts';
import type { Termination } from './termination.ts';

export interface Effects {
  /** Indices of cells (`PointsTo.cells`). */
  readonly reads: BitSet;
  readonly writes: BitSet;
}

export class EffectAnalysis {
  private readonly perFunction: Effects[];
  private readonly controlled = new Map<ProgramFunction, (BitSet | undefined)[]>();

  constructor(
    program: Program,
    private readonly pointsTo: PointsTo,
    private readonly termination: Termination,
  ) {
    this.perFunction = program.functions.map(() => ({ reads: new BitSet(), writes: new BitSet() }));
    const { groups, callsIn, calleesAt } = pointsTo.callGraph;
    for (const group of groups) {
      for (let changed = true; changed; ) {
        changed = false;
        for (const fn of group) {
          const { reads, writes } = this.perFunction[fn.index];
          for (const block of fn.blocks) {
            for (const instruction of block.instructions) {
              if (reads.addAll(pointsTo.cellsRead(instruction))) changed = true;
              if (writes.addAll(pointsTo.cellsWritten(instruction))) changed = true;
            }
          }
          for (const call of callsIn[fn.index]) {
            for (const callee of calleesAt(call)) {
              if (reads.addAll(this.perFunction[callee.index].reads)) changed = true;
              if (writes.addAll(this.perFunction[callee.index].writes)) changed = true;
            }
          }
        }
        if (group.length === 1) break;
      }
    }
  }

  of(fn: ProgramFunction): Effects {
    return this.perFunction[fn.index];
  }

  /** Cells an instruction may write, callees included. */
  writesOf(instruction: Instruction): BitSet {
    if (instruction.op !== 'call') return this.pointsTo.cellsWritten(instruction);
    return this.joined(instruction, 'writes', this.pointsTo.cellsWritten(instruction));
  }

  readsOf(instruction: Instruction): BitSet {
    if (instruction.op !== 'call') return this.pointsTo.cellsRead(instruction);
    return this.joined(instruction, 'reads', this.pointsTo.cellsRead(instruction));
  }

  /** Cells that may be written because a function's branch edge (index in its control dependence) is taken. */
  writesUnder(fn: ProgramFunction, edge: number): BitSet {
    let known = this.controlled.get(fn);
    if (known === undefined) {
      known = [];
      this.controlled.set(fn, known);
    }
    let writes = known[edge];
    if (writes === undefined) {
      writes = new BitSet();
      for (const block of this.termination.controlOf(fn).region(edge)) {
        for (const instruction of fn.blocks[block].instructions) writes.addAll(this.writesOf(instruction));
      }
      known[edge] = writes;
    }
    return writes;
  }

  /** Indices of objects that may be written because the edge is taken. */
  objectsWrittenUnder(fn: ProgramFunction, edge: number): BitSet {
    return this.objectsOf(this.writesUnder(fn, edge));
  }

  /** The objects that cells belong to. */
  objectsOf(cells: BitSet): BitSet {
    const objects = new BitSet();
    cells.each((cell) => {
      objects.add(this.pointsTo.cells[cell].place.object.index);
    });
    return objects;
  }

  /** Whether writing cells of the one set may change what cells of the other hold. */
  mayOverlap(writes: BitSet, reads: BitSet): boolean {
    for (const cell of writes.toArray()) if (this.pointsTo.overlapping(cell).meets(reads)) return true;
    return false;
  }

  private joined(call: CallInstruction, which: keyof Effects, own: BitSet): BitSet {
    const result = own.copy();
    for (const callee of this.pointsTo.callGraph.calleesAt(call)) result.addAll(this.perFunction[callee.index][which]);
    return result;
  }
}
