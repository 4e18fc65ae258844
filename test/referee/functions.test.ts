/**
 * Generated functions with pointers, arrays, structures, lists and strings, and versions of them: what `diff` and `summarize` say is
 * held against compiled code that looks at everything a caller can look at. REFEREE_PROGRAMS makes it a long run
 * (`npm run referee -- --functions N`).
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FunctionPair, functionPairs, programText, smallerPairs } from './functions/generate.ts';
import { ask, type Complaint, complaints } from './functions/judge.ts';
import { nativeCompilerExists } from './native.ts';

const asked = process.env.REFEREE_PROGRAMS;
const seed = Number(process.env.REFEREE_SEED ?? 13);
const count = Number(asked ?? 5);
/** Compiled together: one compilation costs as much as many small functions. */
const BATCH = 20;

function text(pair: FunctionPair, wrong: readonly Complaint[]): string {
  const said = wrong.slice(0, 3).map(({ command, what, input }) => `${command}: ${what}\n  on ${input}`);
  return [...said, '--- old', programText(pair.old), '--- new', programText(pair.new)].join('\n');
}

async function shrink(pair: FunctionPair, command: Complaint['command'], seconds: number): Promise<FunctionPair> {
  const until = Date.now() + seconds * 1000;
  let best = pair;
  for (let again = true; again; ) {
    again = false;
    for (const smaller of smallerPairs(best)) {
      if (Date.now() > until) return best;
      const [wrong] = complaints([await ask(smaller, { rows: command === 'summarize' })], seed);
      if (!wrong.some((each) => each.command === command)) continue;
      best = smaller;
      again = true;
      break;
    }
  }
  return best;
}

/** Statements of both versions, and what they return. */
const MISSED: Readonly<Record<string, readonly [old: string, changed: string, returns: string]>> = {
  'a pointer in a union leads to': [
    'cell.pointer = malloc(sizeof(int)); *cell.pointer = x;',
    'cell.pointer = malloc(sizeof(int)); *cell.pointer = 3;',
    'return 0;',
  ],
  'lies before the place a result leads to': [
    'sum = x;',
    'sum = 3;',
    'int *made = malloc(2 * sizeof(int)); made[0] = sum; made[1] = 1; return made + 1;',
  ],
  'is the place in an array that a result leads to': ['sum = x;', 'sum = 3;', 'return a + (sum & 1);'],
};

it.runIf(nativeCompilerExists()).each(Object.entries(MISSED))(
  'a diff is caught that does not see what %s',
  (_, [old, changed, returns]) => {
    const fn = { parameters: ['x', 'a'], result: returns === 'return 0;' ? 'int' : 'int *', returns } as const;
    const pair: FunctionPair = { old: { ...fn, statements: [old] }, new: { ...fn, statements: [changed] } };
    const blind = { pair, difference: 'equivalent', changes: [], rows: null, printed: null, messages: '' } as const;
    expect(complaints([blind], seed)[0].map(({ what }) => what.slice(0, 17))).toContain('called equivalent');
    const same = { ...blind, pair: { old: pair.old, new: pair.old } };
    expect(complaints([same], seed)).toEqual([[]]);
  },
  60_000,
);

it.runIf(nativeCompilerExists())(
  `diff and summarize tell the truth about generated functions (seed ${seed})`,
  async () => {
    const counts: Record<string, number> = { summarized: 0, wrong: 0 };
    const found: string[] = [];
    const pairs = fc.sample(functionPairs, { numRuns: count, seed });
    for (let first = 0; first < pairs.length; first += BATCH) {
      const answers = [];
      for (const pair of pairs.slice(first, first + BATCH)) answers.push(await ask(pair, { rows: true }));
      const judged = complaints(answers, seed + first);
      for (const [i, wrong] of judged.entries()) {
        const { difference, rows, pair, messages } = answers[i];
        counts[difference] = (counts[difference] ?? 0) + 1;
        if (rows !== null) counts.summarized++;
        if (wrong.length === 0) continue;
        counts.wrong++;
        const small = asked === undefined ? pair : await shrink(pair, wrong[0].command, 60);
        const again = small === pair ? wrong : complaints([await ask(small, { rows: true })], seed)[0];
        found.push(`${text(small, again.length > 0 ? again : wrong)}${messages}`);
        if (asked !== undefined) console.log(`pair ${first + i}\n${found[found.length - 1]}`);
      }
      if (asked !== undefined) console.log(first + answers.length, JSON.stringify(counts));
    }
    expect(found.join('\n\n')).toBe('');
    expect(counts.different).toBeGreaterThan(0);
  },
  24 * 3_600_000,
);
