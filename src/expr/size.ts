import type { Term } from './term.ts';
import { visitOnce } from './walk.ts';

/** How many distinct terms it is made of, itself included. */
export function termSize(term: Term): number {
  let size = 0;
  visitOnce([term], () => size++);
  return size;
}

/** The longest chain of operands; a leaf has depth 1. */
export function termDepth(root: Term): number {
  const depths = new Map<Term, number>();
  visitOnce([root], (term) => {
    const below = (operand: Term | null): number => (operand === null ? 0 : depths.get(operand)!);
    depths.set(term, 1 + Math.max(below(term.a), below(term.b), below(term.c)));
  });
  return depths.get(root)!;
}
