/** Preconditions, read in a state: whether it satisfies one, as far as that can be said without the solver. */
import { Evaluator } from '../../expr/evaluate.ts';
import { Kind } from '../../expr/kinds.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { Substitution } from '../../expr/substitute.ts';
import { Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { State } from '../../machine/state.ts';
import { Pointer, type Value } from '../../machine/value.ts';
import type { Cells } from './cells.ts';
import { ascending, Precondition, sameValue } from './summary.ts';

/** What the cells of a precondition hold in a state. */
export interface PreconditionReading {
  readonly precondition: Precondition;
  readonly bits: ReadonlyMap<Term, Scalar | Term>;
}

export class Reader {
  private readonly states = new Evaluator();
  private readonly conditions = new Evaluator();

  constructor(
    private readonly terms: Terms,
    private readonly cells: Cells,
  ) {}

  /** Null when a pin does not hold, or a cell is not there. */
  read(state: State, precondition: Precondition): PreconditionReading | null {
    for (const [variable, value] of precondition.pins) if (!this.holds(state, variable, value)) return null;
    const bits = new Map<Term, Scalar | Term>();
    for (const variable of precondition.cells.keys()) {
      const cell = this.cells.cellOf(variable)!;
      const here = this.cells.bitsOf(cell, this.cells.raw(state, cell));
      if (here === null) return null;
      bits.set(variable, here);
    }
    return { precondition, bits };
  }

  private holds(state: State, variable: Term, pinned: Value): boolean {
    const cell = this.cells.cellOf(variable)!;
    const here = this.cells.raw(state, cell);
    if (cell.part !== 'object') return sameValue(here, pinned);
    return here instanceof Pointer && here.object === (pinned as Pointer).object;
  }

  /** Whether the conditions hold for one input that leads to the state: if not, the state does not satisfy them. */
  holdsFor(input: Model, { precondition, bits }: PreconditionReading): boolean {
    const model = new Model();
    for (const [term, value] of input.scalars) model.scalars.set(term, value);
    for (const [term, bytes] of input.arrays) model.arrays.set(term, bytes);
    this.states.use(input);
    for (const [variable, here] of bits) {
      model.scalars.set(variable, here instanceof Term ? this.states.value(here) : here);
    }
    this.conditions.use(model);
    for (const test of precondition.tests) if (!this.conditions.holds(test)) return false;
    for (const branch of precondition.branches) if (!this.conditions.holds(branch)) return false;
    return true;
  }

  /** The conditions as a term over inputs. */
  formula({ precondition, bits }: PreconditionReading): Term {
    const map = new Map<Term, Term>();
    for (const [variable, here] of bits) {
      map.set(variable, here instanceof Term ? here : this.terms.constant(variable.width, here));
    }
    const substitution = new Substitution(this.terms, map);
    const open: Term[] = [];
    for (const conditions of [precondition.tests, precondition.branches]) {
      for (const condition of conditions) {
        const here = substitution.apply(condition);
        if (here.kind !== Kind.constant) open.push(here);
        else if (here.value === 0) return here;
      }
    }
    return this.terms.andAll(open);
  }

  /** The precondition as one of this state: with what its cells hold here, and conditions on plain numbers as tests. */
  adopt(state: State, precondition: Precondition): Precondition {
    const held = new Map<Term, Value | undefined>();
    const plain = new Set<Term>();
    for (const variable of precondition.cells.keys()) {
      const value = this.cells.raw(state, this.cells.cellOf(variable)!);
      held.set(variable, value);
      const isSymbolic = value instanceof Term || (value instanceof Pointer && value.offset instanceof Term);
      if (!isSymbolic) plain.add(variable);
    }
    const pins = new Map<Term, Value>();
    for (const variable of precondition.pins.keys()) {
      pins.set(variable, this.cells.raw(state, this.cells.cellOf(variable)!)!);
    }
    const isTest = (condition: Term): boolean => {
      const variables = this.cells.variablesOf([condition]);
      return (
        variables.length > 0 &&
        variables.every((variable) => plain.has(variable)) &&
        !mentionsInput(condition, this.cells)
      );
    };
    const tests: Term[] = [];
    const branches: Term[] = [];
    for (const conditions of [precondition.tests, precondition.branches]) {
      for (const condition of conditions) (isTest(condition) ? tests : branches).push(condition);
    }
    const adopted = new Precondition(ascending(branches), ascending(tests), pins, held);
    adopted.saves = precondition.saves;
    return adopted;
  }
}

function mentionsInput(condition: Term, cells: Cells): boolean {
  const seen = new Set<Term>();
  const work = [condition];
  for (let each = work.pop(); each !== undefined; each = work.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    if (each.name !== '' && cells.cellOf(each) === undefined) return true;
    for (const child of [each.a, each.b, each.c]) if (child !== null) work.push(child);
  }
  return false;
}
