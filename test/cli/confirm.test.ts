/** Examples of differences that the machine could not run to their end, because the time was up. */
import { expect, it } from 'vitest';
import type { Session } from '../../src/cli/run/session.ts';
import { confirm } from '../../src/cli/versions/confirm.ts';
import { Model } from '../../src/expr/term.ts';
import type { ExampleRun, ExampleSide } from '../../src/insight/version-diff/example-run.ts';
import { Deadline } from '../../src/solver/deadline.ts';

it('accuses nobody where both sides stopped before they had put out anything', async () => {
  const stopped = { outcome: { ending: { kind: 'limit', name: 'max-time' } } } as ExampleSide;
  const run: ExampleRun = { model: new Model(), old: stopped, new: stopped };
  const session = {} as Session;
  const confirmations = await confirm(
    [run, run],
    session,
    session,
    Deadline.after(1000, () => 0),
  );
  expect(confirmations.map(({ confirmed }) => confirmed)).toEqual(['not run', 'not run']);
});
