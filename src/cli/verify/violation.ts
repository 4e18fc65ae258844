/** What a witness says of a path: which call returned what, and where it ended. */
import type { FinishedPath } from '../../explore/finished-path.ts';
import type { WholeRuns } from '../../explore/whole-runs.ts';
import { evaluate } from '../../expr/evaluate.ts';
import type { InputRecord, PathOutcome } from '../../machine/outcome.ts';
import type { Frame, State } from '../../machine/state.ts';
import type { SourcePosition } from '../../program/debug.ts';
import { closingParenthesis, type WitnessPlace, type WitnessReturn } from '../../suite/exports/witness.ts';
import { readableFloat, readableInt } from '../../suite/typed-value.ts';

/** Runs the input again to see from where each value was asked for; values that no call of the user's returned are left out. */
export function returnsOf(
  { outcome, model }: FinishedPath,
  runs: WholeRuns,
  source: readonly string[],
): WitnessReturn[] {
  if (model === null) return [];
  const returns: WitnessReturn[] = [];
  runs.complete(outcome, model, (record: InputRecord, state: State) => {
    const at = userCall(state);
    if (at === null || record.kind === 'bytes') return;
    const value = evaluate(record.term, model);
    const { kind, bits, signed } = record;
    returns.push({
      ...closingParenthesis(source, at.line, at.column),
      function: at.functionName,
      value: String(kind === 'float' ? readableFloat(value, bits) : readableInt(value, bits, signed)),
    });
  });
  return returns;
}

/** The call in the user's code that led into the library. */
function userCall(state: State): SourcePosition | null {
  let frame: Frame | null = state.frame;
  while (frame !== null && frame.code.function.library === true) frame = frame.caller;
  return frame?.segment.controlSite.instruction.position ?? null;
}

/** A call of a forbidden function is made where it is called, any other fault is where it happens. */
export function violationPlace({ ending: { kind, position, stack } }: PathOutcome): WitnessPlace {
  const called = kind === 'target-reached' && stack.length > 1 ? stack[1] : null;
  const at = called?.position ?? position;
  return {
    line: at?.line ?? 1,
    column: at?.column ?? 0,
    function: called?.functionName ?? stack[0]?.functionName ?? null,
  };
}
