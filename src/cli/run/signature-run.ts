/** What `pathfold summarize` and the library's `summarize` do: the semantic signature, condition by condition. */
import { ProgramFacts } from '../../analysis/program-facts.ts';
import { scopeOf } from '../../insight/places.ts';
import { makeSignature, type Signature } from '../../insight/signature.ts';
import { assumptionTexts, type RowText, rowTexts } from '../../insight/signature-text.ts';
import { observableGlobals } from '../../insight/version-diff/affected-outputs.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import type { OutputRow } from '../../reduce/output/explore.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../reduce/registry.ts';
import type { Summary } from '../../suite/summary.ts';
import { testName } from '../../suite/test-case.ts';
import { outputSelection } from '../options/output-options.ts';
import type { Invocation } from '../options/parse.ts';
import { textAssumptions } from './assumptions.ts';
import { type ExploredRun, explore } from './explored-run.ts';
import type { Watcher } from './watcher.ts';

/** Of the time: for making few rows of many, and proving that they are the same. */
const TABULATING_SHARE = 0.25;

/** A row of the table, with the tests that show it. */
export interface SignatureLine extends RowText {
  readonly test: string | null;
  readonly tests: readonly string[];
}

export interface SignatureSummary extends Summary {
  readonly signature: readonly SignatureLine[];
  /** Outputs that always have the value they had before. */
  readonly unchanged: readonly string[];
  /** Whether no input belongs to two rows; null where that could not be decided. */
  readonly disjoint: boolean | null;
  /** Whether every input belongs to a row. */
  readonly covering: boolean | null;
}

export interface SignatureRun {
  readonly run: ExploredRun;
  /** Everything, with what the rows assume. */
  readonly result: SignatureSummary;
  /** Without it: people read that above the summary. */
  readonly summary: Summary;
  readonly texts: readonly SignatureLine[];
  readonly assumptions: readonly string[];
}

export async function signatureRun(invocation: Invocation, watcher: Watcher): Promise<SignatureRun> {
  const { options } = invocation;
  const rows: OutputRow[] = [];
  let selection: OutputSelection | null = null;
  let made: { readonly signature: Signature; readonly texts: readonly RowText[] } | null = null;
  const testOf = new Map<PathOutcome, string>();
  const run = await explore(invocation, watcher, {
    reduction: 'output',
    strategy: (program) => {
      const isFunction = options.function !== null;
      const chosen = outputSelection(options.output, program, isFunction, true);
      const everything = isFunction && options.output.length === 0;
      const globals = everything ? observableGlobals(program, ProgramFacts.of(program).pointsTo) : chosen.globals;
      selection = { ...chosen, globals };
      const onRow = (row: OutputRow) => rows.push(row);
      return REDUCTIONS.output.strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, outputs: selection, onRow });
    },
    guarantee: 'every way of computing the chosen outputs was found',
    replay: options.replay,
    testRepeated: true,
    onPath: ({ outcome }, test) => {
      if (test !== null) testOf.set(outcome, testName(test.number));
    },
    adjust: (asked) =>
      asked.deadline === undefined ? asked : { ...asked, deadline: asked.deadline.keeping(TABULATING_SHARE) },
    tabulate: ({ session, exploration: { terms, solver, deadline } }) => {
      const scope = scopeOf(session.program, options.function);
      const signature = makeSignature(rows, selection!, terms, solver, scope, () => deadline.isOver());
      made = { signature, texts: rowTexts(signature) };
    },
  });
  const { terms } = run.exploration;
  const { signature, texts: told } = made!;
  const texts = told.map((text, i) => ({
    ...text,
    test: testOf.get(signature.rows[i].outcome) ?? null,
    tests: signature.rows[i].outcomes.flatMap((outcome) => testOf.get(outcome) ?? []),
  }));
  const outcomes = signature.rows.flatMap((row) => row.outcomes);
  const assumptions = assumptionTexts(signature.assumptions, outcomes, signature.scope, terms).filter(
    (text) => !isSaid(text, run.summary.assumptions),
  );
  const summary = {
    ...run.summary,
    assumptions: [...run.summary.assumptions, ...textAssumptions(run.session.program, selection!)],
  };
  const { disjoint, covering } = signature;
  const result = {
    ...summary,
    signature: texts,
    assumptions: [...summary.assumptions, ...assumptions],
    unchanged: signature.unchanged,
    disjoint,
    covering,
  };
  return { run, result, summary, texts, assumptions };
}

/** Whether the bounds of a number stand among what the harness assumes: `n: from 0 to 4`, `p: points to n int, at most 8`. */
function isSaid(text: string, assumed: readonly string[]): boolean {
  const bounded = /^(?:-?\d+ <=? )?([^<>=!&|?\s]+) (?:<|>|==)=? ?-?\d+$/.exec(text)?.[1];
  if (bounded === undefined) return false;
  return assumed.some((line) => line.startsWith(`${bounded}: from `) || line.includes(`points to ${bounded} `));
}
