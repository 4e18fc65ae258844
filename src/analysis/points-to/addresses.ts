/** Addresses that are known before anything runs, initial values of variables, and what is computed from addresses. */
import type { DataLayout } from '../../program/layout.ts';
import { resolveAlias } from '../../program/program.ts';
import type { Type } from '../../program/types.ts';
import type { Constant, Operand } from '../../program/values.ts';
import { addressSteps } from './address-steps.ts';
import type { AbstractObject, AllocationSite, PlaceTable } from './places.ts';
import type { PointsToSolver } from './solver.ts';

export class AddressConstraints {
  private readonly nodes = new Map<Constant, number>();
  private readonly objects = new Map<AllocationSite, AbstractObject>();

  constructor(
    private readonly solver: PointsToSolver,
    private readonly table: PlaceTable,
    private readonly layout: DataLayout,
    /** What addresses that no object of the program has lead to. */
    private readonly unknown: AbstractObject,
  ) {}

  addSymbol(symbol: NonNullable<AllocationSite>, kind: 'global' | 'function', size: number): void {
    this.objects.set(symbol, this.table.addObject(kind, symbol, size));
  }

  objectOf(symbol: NonNullable<AllocationSite>): AbstractObject | undefined {
    return this.objects.get(symbol);
  }

  nodeOf(constant: Constant): number {
    let node = this.nodes.get(constant);
    if (node === undefined) {
      node = this.solver.newNode();
      this.nodes.set(constant, node);
      this.fill(node, constant);
    }
    return node;
  }

  /** Lets a variable begin with a constant. */
  initialize(object: AbstractObject, offset: number, constant: Constant): void {
    const { type } = constant;
    if (constant.kind === 'aggregate' && (type.kind === 'struct' || type.kind === 'array' || type.kind === 'vector')) {
      constant.elements.forEach((element, index) => {
        const at =
          type.kind === 'struct' ? this.layout.fieldOffset(type, index) : index * this.layout.sizeOf(type.element);
        this.initialize(object, offset + at, element);
      });
    } else if (constant.kind === 'global' || constant.kind === 'expression') {
      const at = this.table.shifted(this.table.start(object), offset, 0);
      this.solver.addEdge(this.nodeOf(constant), this.solver.cell(at, this.layout.storeSizeOf(type)).stored);
    }
  }

  private fill(node: number, constant: Constant): void {
    const { solver, table } = this;
    if (constant.kind === 'global') {
      const symbol = resolveAlias(constant.global);
      if (symbol !== null) solver.addPlace(node, table.start(this.objects.get(symbol)!));
      else if (constant.global.kind === 'alias') solver.addEdge(this.nodeOf(constant.global.target), node);
    } else if (constant.kind === 'expression') {
      if (constant.operator === 'getelementptr') {
        const [base, ...indices] = constant.operands;
        this.shift(this.nodeOf(base), node, constant.sourceType!, indices);
      } else if (constant.operator === 'inttoptr' && constant.operands[0].kind === 'int') {
        solver.addPlace(node, table.anywhere(this.unknown));
      } else for (const operand of constant.operands) this.compute(this.nodeOf(operand), node, constant.operator);
    } else if (constant.kind === 'aggregate') {
      for (const element of constant.elements) solver.addEdge(this.nodeOf(element), node);
    }
  }

  /** What an operator makes of an address: the same one, or one anywhere in its object. */
  compute(from: number, to: number, operator: string): void {
    const { solver, table } = this;
    if (/cast|ptr|trunc|zext|sext|element|shuffle/.test(operator)) solver.addEdge(from, to);
    else solver.addRule(from, (place) => solver.addPlace(to, table.shifted(place, 0, 1)));
  }

  /** What `getelementptr` makes of an address. */
  shift(from: number, to: number, sourceType: Type, indices: readonly Operand[]): void {
    const { constant, stride } = addressSteps(sourceType, indices, this.layout);
    const { solver, table } = this;
    if (constant === 0 && stride === 0) solver.addEdge(from, to);
    else solver.addRule(from, (place) => solver.addPlace(to, table.shifted(place, constant, stride)));
  }
}
