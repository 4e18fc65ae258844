/**
 * Outputs whose terms are complicated although their values are simple. A step that writes `name[length]` may, for all that is
 * known before it runs, write anywhere in the object, so everything in the object becomes a term about that write; in a given state most of
 * it is what it was before. The solver proves that: a value is the input of the same name, that input plus a constant, a constant, or
 * another input. Whatever is none of these stays as it is.
 */
import { evaluate } from '../../expr/evaluate.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import type { OutputValue } from '../outputs.ts';
import type { StepRow } from './step-relation.ts';

/** Terms of fewer parts are left alone. */
const LEAST_PARTS = 12;

export function plainOutputs(row: StepRow, given: readonly Term[], terms: Terms, solver: Solver): OutputValue[] {
  const path = PathCondition.of([...given, ...row.conditions]);
  const equal = (value: Term, other: Term) => solver.check(path, terms.ne(value, other)).status === 'unsat';
  const inputs = row.outcome.inputs;
  const plainValue = (value: Term, name: string): Term | number | bigint => {
    if (isSmall(value)) return value;
    const own = inputs.find((input) => input.name === name && input.kind === 'int')?.term;
    const model = solver.model(path) ?? row.input;
    const now = BigInt(evaluate(value, model));
    if (own !== undefined && own.width === value.width) {
      const distance = BigInt.asUintN(value.width, now - BigInt(evaluate(own, model)));
      const moved = terms.add(own, terms.constant(value.width, distance));
      if (equal(value, moved)) return moved;
    }
    const constant = terms.constant(value.width, now);
    if (equal(value, constant)) return constant.value;
    for (const { kind, term } of inputs) {
      if (kind !== 'int' || term.width !== value.width || BigInt(evaluate(term, model)) !== now) continue;
      if (equal(value, term)) return term;
    }
    return value;
  };
  const plainText = (output: OutputValue): OutputValue['parts'] => {
    const own = inputs.find((input) => input.name === output.name && input.kind === 'bytes')?.term;
    return output.parts.map((part, i) => {
      if (!(part instanceof Term) || isSmall(part) || own === undefined) return part;
      const before = terms.read(own, terms.constant(32, i));
      return equal(part, before) ? before : part;
    });
  };
  return row.outputs.map((output) => {
    if (output.kind === 'text') return { ...output, parts: plainText(output) };
    if (output.kind !== 'int') return output;
    return {
      ...output,
      parts: output.parts.map((part) => (part instanceof Term ? plainValue(part, output.name) : part)),
    };
  });
}

function isSmall(term: Term): boolean {
  let left = LEAST_PARTS;
  const visit = (each: Term | null): boolean => {
    if (each === null) return true;
    if (--left < 0) return false;
    return visit(each.a) && visit(each.b) && visit(each.c);
  };
  return visit(term);
}
