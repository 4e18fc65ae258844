/** Constraints of instructions that read and write memory, and which cells each of them reads and writes itself. */
import type { Instruction } from '../../program/instructions.ts';
import { BitSet } from '../bit-set.ts';
import { ANY_SIZE, type PlaceTable } from './places.ts';
import type { PointsToSolver } from './solver.ts';

export class AccessConstraints {
  /** Cells by instruction id. */
  readonly reads: (BitSet | undefined)[] = [];
  readonly writes: (BitSet | undefined)[] = [];

  constructor(
    private readonly solver: PointsToSolver,
    private readonly table: PlaceTable,
  ) {}

  /** `result` is -1 where what is read is not kept. */
  load(address: number, result: number, size: number, by: Instruction): void {
    const { solver } = this;
    const touched = this.readBy(by);
    solver.addRule(address, (place) => {
      const cell = solver.cell(place, size);
      touched.add(cell.index);
      if (result >= 0) solver.addEdge(cell.loaded, result);
    });
  }

  /** `value` is -1 for plain data. */
  store(address: number, value: number, size: number, by: Instruction): void {
    const { solver } = this;
    const touched = this.writtenBy(by);
    solver.addRule(address, (place) => {
      const cell = solver.cell(place, size);
      touched.add(cell.index);
      if (value >= 0) solver.addEdge(value, cell.stored);
    });
  }

  /** To a place, from wherever a node points to. */
  copyTo(to: number, fromNode: number, size: number, by: Instruction): void {
    const { solver } = this;
    const read = this.readBy(by);
    const written = this.writtenBy(by);
    solver.addRule(fromNode, (from) => {
      read.add(solver.cell(from, size).index);
      written.add(solver.cell(to, size).index);
      solver.copyMemory(to, from, size);
    });
  }

  /** From wherever one node points to, to wherever another one does. */
  copyBetween(toNode: number, fromNode: number, size: number, by: Instruction): void {
    const read = this.readBy(by);
    const written = this.writtenBy(by);
    this.solver.copyBetween(
      toNode,
      fromNode,
      size,
      (cell) => written.add(cell.index),
      (cell) => read.add(cell.index),
    );
  }

  /** All of every object that a node points into. */
  readObjects(node: number, by: Instruction): void {
    const { solver, table } = this;
    const read = this.readBy(by);
    solver.addRule(node, (index) => {
      const { object } = table.places[index];
      if (object.kind !== 'function') read.add(solver.cell(table.anywhere(object), ANY_SIZE).index);
    });
  }

  /** The same, and writes all of it. */
  readAndWriteObjects(node: number, by: Instruction): void {
    const { solver, table } = this;
    const read = this.readBy(by);
    const written = this.writtenBy(by);
    solver.addRule(node, (index) => {
      const { object } = table.places[index];
      if (object.kind === 'function') return;
      const cell = solver.cell(table.anywhere(object), ANY_SIZE).index;
      read.add(cell);
      written.add(cell);
    });
  }

  readBy(by: Instruction): BitSet {
    return (this.reads[by.id] ??= new BitSet());
  }

  writtenBy(by: Instruction): BitSet {
    return (this.writes[by.id] ??= new BitSet());
  }
}
