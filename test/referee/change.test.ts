/** Generated edits before the referee: what each reduction about a change promises, alone and composed with others. */
import { describe, expect, it } from 'vitest';
import { REDUCTION_NAMES } from '../../src/reduce/catalogue.ts';
import { reductionOf } from '../../src/reduce/registry.ts';
import { campaign, findingText, keep } from './campaign.ts';
import { isAboutChange } from './contenders.ts';

const seed = Number(process.env.REFEREE_SEED ?? 1);
const asked = process.env.REFEREE_PROGRAMS;
const only = process.env.REFEREE_REDUCE || null;
const contenders = REDUCTION_NAMES.filter((name) =>
  only === null ? isAboutChange(reductionOf(name)) : name === only,
).map((name) => ({ name, reduction: reductionOf(name) }));

describe(`generated edits (seed ${seed})`, () => {
  it(
    'keep every sequence, every value and every way to compute outputs that an edit affects',
    async () => {
      const { judged, tooLarge, undecided, findings } = await campaign({
        programs: Number(asked ?? 12),
        seed,
        versions: true,
        contenders: () => contenders,
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
