/**
 * Generated programs explored exhaustively, in every search order and by every reduction: nothing may be lost.
 * REFEREE_PROGRAMS, REFEREE_SEED, REFEREE_REDUCE and REFEREE_SWITCH make it a long run (`npm run referee`); REFEREE_KEEP=1 keeps what it
 * finds under test/cases/referee.
 */
import { describe, expect, it } from 'vitest';
import { type Campaign, type CampaignOptions, campaign, findingText, judgeKept, keep, keptCases } from './campaign.ts';
import { isAboutChange, reductions, searchOrders } from './contenders.ts';

const asked = process.env.REFEREE_PROGRAMS;
const seed = Number(process.env.REFEREE_SEED ?? 1);
const only = process.env.REFEREE_REDUCE || undefined;
const switches = (process.env.REFEREE_SWITCH || '').split(' ').filter((text) => text !== '');
const long = asked !== undefined;
const timeout = long ? 24 * 3_600_000 : 600_000;

async function run(options: Omit<CampaignOptions, 'seed'>): Promise<Campaign> {
  const began = Date.now();
  const result = await campaign({
    ...options,
    seed,
    findings: long ? 5 : 1,
    shrinkSeconds: long ? 300 : 60,
    onProgress: (judged) => {
      if (long && judged % 100 === 0) console.log(`${judged} programs, ${Math.round((Date.now() - began) / 1000)} s`);
    },
    onFinding: (finding) => {
      if (!long) return;
      console.log(findingText(finding, seed));
      if (process.env.REFEREE_KEEP === '1') console.log(`kept as ${keep(finding, seed)}`);
    },
  });
  if (long) {
    console.log(`${result.judged} programs, ${result.tooLarge} too large, ${result.paths} paths`);
    for (const [name, { paths, instructions, seconds }] of result.costs) {
      console.log(`  ${name}: ${paths} paths, ${instructions} instructions, ${seconds.toFixed(1)} s`);
    }
    for (const reason of new Set(result.undecided)) console.log(`  not decided: ${reason}`);
  }
  return result;
}

describe(`the referee (seed ${seed})`, () => {
  it.runIf(only === undefined)(
    'finds that the order of the search changes nothing',
    async () => {
      const { findings, judged, tooLarge } = await run({
        programs: Number(asked ?? 40),
        contenders: (number) => searchOrders(number),
      });
      expect(findings.map((each) => findingText(each, seed)).join('\n')).toBe('');
      expect(tooLarge).toBeLessThan(judged / 10);
    },
    timeout,
  );

  const plain = (number: number) =>
    reductions(only, number, switches).filter(({ reduction }) => !isAboutChange(reduction));
  it.runIf(plain(0).length > 0)(
    'finds that no reduction loses what it promises to keep',
    async () => {
      const { findings, judged, tooLarge } = await run({ programs: Number(asked ?? 120), contenders: plain });
      expect(findings.map((each) => findingText(each, seed)).join('\n')).toBe('');
      expect(tooLarge).toBeLessThan(judged / 10);
    },
    timeout,
  );

  it.runIf(plain(0).length > 0)(
    'finds that no reduction loses an end, or anything else, of programs out of real parts',
    async () => {
      const programs = Number(asked ?? 24);
      const { findings, judged, tooLarge } = await run({ programs, contenders: plain, real: true });
      expect(findings.map((each) => findingText(each, seed)).join('\n')).toBe('');
      expect(tooLarge).toBeLessThan(judged / 4);
    },
    timeout,
  );

  it.runIf(plain(0).length > 0)(
    'finds that no reduction loses anything of programs with all that goes beyond their own computation',
    async () => {
      const { findings, judged, tooLarge } = await run({
        programs: Number(asked ?? 24),
        contenders: plain,
        wide: true,
      });
      expect(findings.map((each) => findingText(each, seed)).join('\n')).toBe('');
      expect(tooLarge).toBeLessThan(judged / 4);
    },
    timeout,
  );

  const aboutChange = (number: number) =>
    reductions(only, number, switches).filter(({ reduction }) => isAboutChange(reduction));
  it.runIf(aboutChange(0).length > 0)(
    'finds that reductions about a change keep every sequence of affected statements',
    async () => {
      const programs = Number(asked ?? 60);
      const { findings, judged, tooLarge } = await run({ programs, contenders: aboutChange, versions: true });
      expect(findings.map((each) => findingText(each, seed)).join('\n')).toBe('');
      expect(tooLarge).toBeLessThan(judged / 10);
    },
    timeout,
  );

  it.each(keptCases())(
    'finds nothing lost any more in %s',
    async (name) => {
      expect(await judgeKept(name, reductions(only, 0, switches))).toEqual([]);
    },
    timeout,
  );
});
