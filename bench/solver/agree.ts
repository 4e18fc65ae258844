import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { openProcedure } from '../../src/host/solvers/open-procedure.ts';
import { EmbeddedProcedure } from '../../src/solver/embedded.ts';
import { buildQuery, isHonest, queries } from '../../test/solver/queries.ts';

/**
 * Decides generated queries with the embedded procedure and with z3, or whom `--against` names as `--solver` does (an installed z3,
 * `smtlib:z3`, is ten times as fast as the one in WebAssembly): every disagreement and every model that does not
 * satisfy its query is printed as a recipe that the tests can rebuild. Exit status 1 when there was one.
 */
const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    limit: { type: 'string', default: '2000' },
    floats: { type: 'boolean', default: false },
    against: { type: 'string', default: 'z3' },
  },
});
const count = Number(values.queries);
const seed = Number(values.seed);
const limitMs = Number(values.limit);
console.log(`node ${process.version}, ${count} queries, seed ${seed}, limit ${limitMs} ms per query and procedure`);

const embedded = await EmbeddedProcedure.create();
const z3 = await openProcedure(values.against);
const tally = { sat: 0, unsat: 0, oursUnknown: 0, theirsUnknown: 0, wrong: 0 };
const seconds = { embedded: 0, z3: 0 };

function timed<T>(who: keyof typeof seconds, work: () => T): T {
  const start = performance.now();
  const result = work();
  seconds[who] += (performance.now() - start) / 1000;
  return result;
}

const BATCH = 500;
for (let done = 0; done < count; done += BATCH) {
  const batch = fc.sample(queries({ floats: values.floats }), {
    seed: seed + done,
    numRuns: Math.min(BATCH, count - done),
  });
  for (const query of batch) {
    const { conditions } = buildQuery(query);
    const ours = timed('embedded', () => embedded.solve(conditions, limitMs));
    const theirs = timed('z3', () => z3.solve(conditions, limitMs));
    if (ours.status === 'unknown') tally.oursUnknown++;
    if (theirs.status === 'unknown') tally.theirsUnknown++;
    const comparable = ours.status !== 'unknown' && theirs.status !== 'unknown';
    const honest = isHonest(conditions, ours) && isHonest(conditions, theirs);
    if ((comparable && ours.status !== theirs.status) || !honest) {
      tally.wrong++;
      console.log(`embedded ${ours.status}, z3 ${theirs.status}, models ${honest ? 'hold' : 'violated'}:`);
      console.log(JSON.stringify(query));
    } else if (comparable) tally[ours.status as 'sat' | 'unsat']++;
  }
  console.log(
    `${Math.min(done + BATCH, count)}: ${tally.sat} sat and ${tally.unsat} unsat agreed, no answer from embedded ` +
      `${tally.oursUnknown} and z3 ${tally.theirsUnknown}, wrong ${tally.wrong}; ` +
      `embedded ${seconds.embedded.toFixed(1)} s, z3 ${seconds.z3.toFixed(1)} s`,
  );
}
embedded.dispose();
z3.dispose();
process.exit(tally.wrong === 0 ? 0 : 1);
