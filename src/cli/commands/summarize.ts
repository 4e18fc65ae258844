/** `pathfold summarize`: the semantic signature, condition by condition. */
import { keptText, signatureTable } from '../../insight/signature-text.ts';
import type { Command } from '../commands.ts';
import { finish } from '../run/explored-run.ts';
import { signatureRun } from '../run/signature-run.ts';
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
    const { run, result, texts, summary, assumptions } = await signatureRun(invocation, terminal);
    const { disjoint, covering } = result;
    const unchanged = result.unchanged.filter((name) => name !== 'errno');
    const changed = texts.flatMap((row) => Object.keys(row.outputs));
    const kept = unchanged.length === 0 ? '' : `unchanged: ${keptText(unchanged, changed)}\n`;
    const given = assumptions.length === 0 ? '' : `assuming: ${assumptions.join('; ')}\n`;
    const checked = texts.length === 0 ? '' : `${checkLine(disjoint, covering, summary.verdict === 'complete')}\n`;
    const checks = `${kept}${given}${checked}`;
    const shape = {
      markdown: options.markdown,
      width: process.stdout.columns ?? DEFAULT_COLUMNS,
      mostCases: options.cases,
      mostRows: options.rows,
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
  const apart = word(disjoint, 'rows are disjoint', 'ROWS OVERLAP');
  // What is not explored has no row, and needs no proof.
  if (!complete && covering !== true) return `checked: ${apart}; inputs of paths that were not finished have no row`;
  return `checked: ${apart}; ${word(covering, 'together they cover all inputs', 'they do not cover all inputs')}`;
}
