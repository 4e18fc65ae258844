import type { Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { Z3Procedure } from '../../src/host/solvers/z3.ts';
import { EmbeddedProcedure } from '../../src/solver/embedded.ts';
import { PathCondition } from '../../src/solver/path-condition.ts';
import type { DecisionProcedure } from '../../src/solver/procedure.ts';
import { createSolver } from '../../src/solver/solver.ts';

/**
 * The numbers the solver promises: small queries per second, squares, and memory over many queries. Times are those of
 * the processor, so that a busy machine does not matter.
 */
const quick = process.argv.includes('--quick');
console.log(`node ${process.version}`);

const LIMIT_MS = 20_000;
const embedded = await EmbeddedProcedure.create();
const z3 = Z3Procedure.create();

/** Two linear equations or inequalities over three fresh-looking 32-bit inputs; each number gives another query. */
function linear(terms: Terms, n: number): Term[] {
  const x = terms.variable('x', 32);
  const y = terms.variable('y', 32);
  const z = terms.variable('z', 32);
  const k = (value: number) => terms.constant(32, value >>> 0);
  const sum = terms.add(terms.add(x, terms.mul(y, k(3 + (n % 7)))), k(n * 17));
  return [terms.ult(sum, k(100_000 + n)), terms.slt(terms.add(y, k(n)), z), terms.ult(k(n % 1000), x)];
}

function measure(name: string, queries: number, make: (terms: Terms, n: number) => Term[], against = queries): void {
  const run = (procedure: DecisionProcedure, count: number): number => {
    const terms = new Terms();
    const start = process.cpuUsage();
    for (let n = 0; n < count; n++) {
      const result = procedure.solve(make(terms, n), LIMIT_MS);
      if (result.status === 'unknown') console.log(`  ${procedure.name} gave up on ${name}`);
    }
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / count;
  };
  run(embedded, Math.min(queries, 50));
  if (against > 0) run(z3, Math.min(against, 5));
  const ours = run(embedded, queries);
  const rate = (1000 / ours).toFixed(0);
  const theirs = against === 0 ? null : run(z3, against);
  const ratio = theirs === null ? '' : `; z3 ${theirs.toFixed(2)} ms, ratio ${(theirs / ours).toFixed(1)}`;
  console.log(`${name.padEnd(34)} ${ours.toFixed(2)} ms (${rate}/s)${ratio}`);
}

const ROOTS = [1522756, 123456789, 49, 3037000499, 4012009];
measure('linear, 3 inputs of 32 bits', quick ? 300 : 2000, linear, quick ? 30 : 100);
measure(
  'z * z == K, 32 bits',
  quick ? 10 : 40,
  (terms, n) => {
    const z = terms.variable('z', 32);
    const root = BigInt(ROOTS[n % ROOTS.length] + n);
    return [terms.eq(terms.mul(z, z), terms.constant(32, (root * root) & 0xffffffffn))];
  },
  10,
);
measure(
  'x % 10 == d, x / 10 == q, 32 bits',
  quick ? 20 : 100,
  (terms, n) => {
    const x = terms.variable('x', 32);
    const ten = terms.constant(32, 10);
    return [
      terms.eq(terms.urem(x, ten), terms.constant(32, n % 10)),
      terms.ult(terms.constant(32, n * 1000), terms.udiv(x, ten)),
    ];
  },
  10,
);
measure(
  'table of 256 bytes',
  quick ? 50 : 200,
  (terms, n) => {
    const table = terms.table(Uint8Array.from({ length: 256 }, (_, i) => (i * 167 + 13) & 255));
    const index = terms.zext(terms.variable('c', 8), 32);
    return [terms.eq(terms.read(table, index), terms.constant(8, n & 255))];
  },
  // z3 needs minutes for tables written as stores.
  0,
);

/** The same questions again through all layers, as neighbouring paths ask them. */
const terms = new Terms();
const solver = await createSolver(terms, { procedure: embedded });
const asked = quick ? 2_000 : 20_000;
const begin = performance.now();
for (let n = 0; n < asked; n++) {
  let condition = PathCondition.empty;
  for (const term of linear(terms, n % 500)) condition = condition.append(term);
  solver.branch(condition, terms.ult(terms.variable('z', 32), terms.constant(32, (n * 7919) % 65_536)));
}
console.log(`${((asked * 1000) / (performance.now() - begin)).toFixed(0)} branches per second through all layers`);
console.log(JSON.stringify(solver.statistics));

/** Every query is decided; terms are made anew now and then, so that what could grow is the procedure's own. */
const total = quick ? 5_000 : 100_000;
const memory = (): string => {
  globalThis.gc?.();
  const heap = (process.memoryUsage().heapUsed / 2 ** 20).toFixed(0);
  const buffers = (process.memoryUsage().arrayBuffers / 2 ** 20).toFixed(0);
  return `heap ${heap} MB, buffers ${buffers} MB, of it WebAssembly ${(embedded.memoryBytes / 2 ** 20).toFixed(0)} MB`;
};
console.log(`before ${total} queries: ${memory()}`);
let fresh = new Terms();
for (let n = 1; n <= total; n++) {
  if (n % 5000 === 0) fresh = new Terms();
  const x = fresh.variable('x', 16);
  const y = fresh.variable('y', 16);
  const k = fresh.constant(16, (n * 7919) & 0xffff);
  embedded.solve([fresh.ult(fresh.add(x, y), k), fresh.ult(fresh.xor(k, x), y)], LIMIT_MS);
  if (n % (total / 10) === 0) console.log(`after ${n}: ${memory()}`);
}
solver.dispose();
z3.dispose();
process.exit(0);
