/** Generated edits before the referee: every sequence of affected statements is run, and `diff` says what is true. */
import { describe, expect, it } from 'vitest';
import { reductionOf } from '../../src/reduce/registry.ts';
import { campaign, findingText, keep } from './campaign.ts';

const seed = Number(process.env.REFEREE_SEED ?? 1);
const asked = process.env.REFEREE_PROGRAMS;

describe(`generated edits (seed ${seed})`, () => {
  it(
    'keep every sequence of affected statements',
    async () => {
      const { judged, tooLarge, undecided, findings } = await campaign({
        programs: Number(asked ?? 20),
        seed,
        versions: true,
        contenders: () => [{ name: 'change', reduction: reductionOf('change') }],
        findings: 1,
        shrinkSeconds: 60,
        onFinding: (finding) => {
          if (process.env.REFEREE_KEEP !== undefined) console.log(`kept as ${keep(finding, seed)}`);
        },
      });
      if (asked !== undefined)
        console.log({ judged, tooLarge, undecided: undecided.length, findings: findings.length });
      expect(findings.map((each) => findingText(each, seed)).join('\n')).toBe('');
    },
    24 * 3_600_000,
  );
});
