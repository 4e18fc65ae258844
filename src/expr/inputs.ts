import { Kind } from './kinds.ts';
import type { Term } from './term.ts';
import { visitOnce } from './walk.ts';

/** A byte of a symbolic object, or all of it (index -1) where a read's index is not constant. */
export interface InputCell {
  readonly input: Term;
  /** The byte's index; -1 for the whole of an object, 0 for a variable. */
  readonly index: number;
}

export const WHOLE = -1;

/** The variables and symbolic objects a term depends on, in order of their ids. */
export function freeInputs(term: Term): readonly Term[] {
  return freeInputsOf([term]);
}

export function freeInputsOf(roots: readonly Term[]): readonly Term[] {
  const inputs: Term[] = [];
  visitOnce(roots, (term) => {
    if (term.kind === Kind.variable || term.kind === Kind.bytes) inputs.push(term);
  });
  return inputs.sort((x, y) => x.id - y.id);
}

/**
 * As `freeInputs`, down to bytes: two conditions on different bytes of one object are independent. A read at a constant
 * index touches one byte of the object below, whatever is stored in between (the stores' own operands count anyway).
 */
export function inputCells(root: Term): readonly InputCell[] {
  const single = new Map<Term, Set<number>>();
  const whole = new Set<Term>();
  const reach = (array: Term, index: Term): void => {
    let base = array;
    while (base.kind === Kind.store) base = base.a!;
    if (base.kind !== Kind.bytes) return;
    if (index.kind !== Kind.constant) whole.add(base);
    else {
      const indices = single.get(base);
      if (indices === undefined) single.set(base, new Set([index.value as number]));
      else indices.add(index.value as number);
    }
  };
  const cells: InputCell[] = [];
  visitOnce([root], (term) => {
    if (term.kind === Kind.variable) cells.push({ input: term, index: 0 });
    else if (term.kind === Kind.read) reach(term.a!, term.b!);
  });
  for (const input of whole) cells.push({ input, index: WHOLE });
  for (const [input, indices] of single)
    if (!whole.has(input)) for (const index of indices) cells.push({ input, index });
  return cells.sort((x, y) => x.input.id - y.input.id || x.index - y.index);
}

/** Whether two cells share a byte. */
export function cellsOverlap(x: InputCell, y: InputCell): boolean {
  return x.input === y.input && (x.index === y.index || x.index === WHOLE || y.index === WHOLE);
}
