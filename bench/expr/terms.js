/**
 * How fast terms are made and evaluated. Run `npm run build` first; usage: node bench/expr/terms.js [DIST], where DIST is
 * another build (default ../../dist) to compare two versions on the same machine. Each row is the best of several rounds
 * after warming up, in million operations per second.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = pathToFileURL(`${resolve(process.argv[2] ?? new URL('../../dist', import.meta.url).pathname)}/`).href;
const { Terms } = await import(`${dist}expr/terms.js`);
const { Evaluator } = await import(`${dist}expr/evaluate.js`);
const { Model } = await import(`${dist}expr/term.js`);

const ROUNDS = 7;

/** Million operations per second of the fastest round; `prepare` is not timed. */
function measure(prepare, run) {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const input = prepare();
    const start = performance.now();
    const operations = run(input);
    best = Math.max(best, operations / (performance.now() - start) / 1000);
  }
  return best;
}

const COUNT = 200_000;

function freshTerms() {
  const terms = new Terms();
  return { terms, x: terms.variable('x', 32), y: terms.variable('y', 32) };
}

/** Terms that no rule touches, each new. */
function misses({ terms, x, y }) {
  let term = x;
  for (let i = 0; i < COUNT; i++) term = terms.mul(term, i & 1 ? x : y);
  return COUNT;
}

/** The same few hundred terms over and over. */
function hits({ terms, x, y }) {
  const operands = Array.from({ length: 256 }, (_, i) => terms.mul(x, terms.constant(32, 2 * i + 3)));
  for (const operand of operands) terms.mul(operand, y);
  for (let i = 0; i < COUNT * 5; i++) terms.mul(operands[i & 255], y);
  return COUNT * 5;
}

/** What running C makes: sums with constants, comparisons, bytes to memory and back. */
function machineLike({ terms, x, y }) {
  let made = 0;
  for (let i = 0; i < COUNT / 20; i++) {
    const sum = terms.add(terms.mul(x, terms.constant(32, i | 1)), terms.add(y, terms.constant(32, i)));
    terms.slt(sum, terms.constant(32, 100));
    const bytes = [0, 8, 16, 24].map((low) => terms.extract(sum, low, 8));
    const loaded = terms.concat(bytes[3], terms.concat(bytes[2], terms.concat(bytes[1], bytes[0])));
    if (loaded !== sum) throw new Error('a value did not survive memory');
    terms.not(terms.eq(terms.zext(bytes[0], 32), terms.constant(32, i & 255)));
    made += 14;
  }
  return made;
}

/** A condition of a few thousand terms, evaluated under changing models. */
function condition(width) {
  const terms = new Terms();
  const inputs = Array.from({ length: 32 }, (_, i) => terms.variable(`x${i}`, width));
  let all = terms.true_;
  for (let i = 0; i < 600; i++) {
    const a = inputs[i % 32];
    const b = inputs[(i * 7 + 3) % 32];
    const value = terms.xor(terms.add(terms.mul(a, b), terms.constant(width, i)), terms.lshr(b, terms.and(a, b)));
    all = terms.xor(all, terms.ult(value, terms.constant(width, 1 << 29)));
  }
  return { terms, inputs, all };
}

function evaluations({ terms, inputs, all }) {
  const evaluator = new Evaluator();
  const rounds = 300;
  for (let round = 0; round < rounds; round++) {
    const model = new Model();
    inputs.forEach((input, i) => {
      model.scalars.set(input, (Math.imul(round + 1, 0x9e3779b1) ^ (i * 77)) >>> 0);
    });
    evaluator.use(model).value(all);
  }
  return rounds * (terms.count - 40);
}

const rows = [
  ['making: new terms', () => measure(freshTerms, misses)],
  ['making: terms that exist', () => measure(freshTerms, hits)],
  ['making: as the machine does', () => measure(freshTerms, machineLike)],
  ['evaluating: 32 bits', () => measure(() => condition(32), evaluations)],
  ['evaluating: 64 bits', () => measure(() => condition(64), evaluations)],
];

console.log(`node ${process.version}, million operations per second`);
for (const [name, run] of rows) console.log(`${name.padEnd(32)} ${run().toFixed(2)}`);
