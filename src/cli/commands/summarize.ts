/** `pathfold summarize`: the semantic signature, condition by condition. */
import { analyzePointers } from '../../analysis/points-to/points-to.ts';
import { scopeOf } from '../../insight/places.ts';
import { makeSignature } from '../../insight/signature.ts';
import { assumptionTexts, rowTexts, signatureTable } from '../../insight/signature-text.ts';
import { observableGlobals } from '../../insight/version-diff/affected-outputs.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import type { OutputRow } from '../../reduce/output/explore.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../reduce/registry.ts';
import { testName } from '../../suite/test-case.ts';
import type { Command } from '../commands.ts';
import { outputSelection } from '../options/output-options.ts';
import { textAssumptions } from '../run/assumptions.ts';
import { explore, finish } from '../run/explored-run.ts';
import { printSummary } from '../run/summary-text.ts';

/** Where the output is no terminal. */
const DEFAULT_COLUMNS = 120;

export const command: Command = {
  takesFiles: true,
  description: [
    'Explores one path per way of computing the chosen outputs and prints a table: under which condition on the inputs',
    'which output comes out, with an example input for each row. The rows are proved to be disjoint and to cover all',
    'inputs. A fault is a row that says so. Each row is also written as a test.',
  ].join('\n'),
  examples: [
    'pathfold summarize program.c',
    'pathfold summarize library.c --function area --output return',
    'pathfold summarize program.c --output total --markdown',
  ],
  async run(invocation, terminal) {
    const { options } = invocation;
    const rows: OutputRow[] = [];
    let selection: OutputSelection | null = null;
    const testOf = new Map<PathOutcome, string>();
    const run = await explore(invocation, terminal, {
      reduction: 'output',
      strategy: (program) => {
        const isFunction = options.function !== null;
        const chosen = outputSelection(options.output, program, isFunction, true);
        const everything = isFunction && options.output.length === 0;
        const globals = everything ? observableGlobals(program, analyzePointers(program)) : chosen.globals;
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
    });
    const { terms, solver } = run.exploration;
    const signature = makeSignature(rows, selection!, terms, solver, scopeOf(run.session.program, options.function));
    const texts = rowTexts(signature).map((text, i) => ({
      ...text,
      test: testOf.get(signature.rows[i].outcome) ?? null,
      tests: signature.rows[i].outcomes.flatMap((outcome) => testOf.get(outcome) ?? []),
    }));
    const complete = run.summary.verdict === 'complete';
    const outcomes = signature.rows.flatMap((row) => row.outcomes);
    const assumptions = assumptionTexts(signature.assumptions, outcomes, signature.scope, terms);
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
    const unchanged = signature.unchanged.filter((name) => name !== 'errno');
    const kept = unchanged.length === 0 ? '' : `unchanged: ${unchanged.join(', ')}\n`;
    const given = assumptions.length === 0 ? '' : `assuming: ${assumptions.join('; ')}\n`;
    const checks = `${kept}${given}${checkLine(disjoint, covering, complete)}\n`;
    const shape = {
      markdown: options.markdown,
      width: process.stdout.columns ?? DEFAULT_COLUMNS,
      mostCases: options.cases,
    };
    return finish(run, result, options, terminal, () => {
      terminal.out(`${signatureTable(texts, shape)}\n\n`);
      terminal.out(checks);
      if (options.markdown) return;
      terminal.out('\n');
      printSummary(summary, run.session.folder.name, run.exploration.machine.unmodelled, terminal);
    });
  },
};

function checkLine(disjoint: boolean | null, covering: boolean | null, complete: boolean): string {
  const word = (value: boolean | null, yes: string, no: string) =>
    value === null ? `${yes}: not decided` : value ? yes : no;
  const both = `${word(disjoint, 'rows are disjoint', 'ROWS OVERLAP')}; ${word(covering, 'together they cover all inputs', 'they do not cover all inputs')}`;
  return complete ? `checked: ${both}` : `checked: ${both}, except where limits cut paths off`;
}
