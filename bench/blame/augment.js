/**
 * Suites that grow with the code, in the manner of table 3 of the paper on directed incremental symbolic execution: the tests of
 * full symbolic execution of a controller, and what `pathfold augment` selects of them and adds for each edited version. Beside it,
 * whether a change is exposed (section 5.3 of the paper on symbolic output): by ours, and by all pairs of paths of both versions.
 *
 *   npm run bench:augment -- [collision|brake|altitude] [--versions 1,2] [--no-pairs] [--json FILE]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    versions: { type: 'string' },
    pairs: { type: 'boolean', default: true },
    json: { type: 'string' },
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
  },
});
const json = values.json === undefined ? null : resolve(values.json);
const from = (path) => import(`${values.dist}/${path}`);
const { main } = await from('cli/main.js');
const { loadProgram } = await from('frontend/load.js');
const { Exploration } = await from('explore/exploration.js');
const { DEFAULT_EXPLORATION } = await from('explore/options.js');
const { Terms } = await from('expr/terms.js');
const { createSolver } = await from('solver/solver.js');
const { comparableRows, differingPairs } = await from('insight/version-diff/compare.js');
const { ALL_OUTPUTS } = await from('reduce/output/strategy.js');

const sources = fileURLToPath(new URL('../programs/control', import.meta.url));
const wanted = values.versions === undefined ? null : new Set(values.versions.split(',').map(Number));
const scratch = mkdtempSync(join(tmpdir(), 'pathfold-augment-'));
process.chdir(scratch);

async function run(...words) {
  let out = '';
  let err = '';
  const terminal = {
    interactive: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    progress() {},
  };
  const status = await main(words, terminal);
  return { status, out, err };
}

/** Every path as a row of its own: its condition, and what comes out. */
async function pathsOf(file, terms) {
  const rows = [];
  const program = await loadProgram([file], {});
  const listener = ({ outcome }) => rows.push({ conditions: outcome.condition.conjuncts(), outcome, globals: [] });
  const exploration = await Exploration.create(program, { ...DEFAULT_EXPLORATION, terms }, listener);
  exploration.run();
  exploration.dispose();
  return comparableRows(rows, ALL_OUTPUTS);
}

async function exposedByPairs(old, changed) {
  const terms = new Terms();
  const [before, after] = [await pathsOf(old, terms), await pathsOf(changed, terms)];
  const solver = await createSolver(terms);
  const statistics = { pairs: 0, same: 0, queries: 0, undecided: 0 };
  const { done } = differingPairs(before, after, terms.bool(true), terms, solver, statistics).next();
  solver.dispose();
  return done !== true;
}

const COLUMNS = [
  'version',
  'changed',
  'selected',
  'added',
  'to run',
  'results',
  'changes',
  'exposed',
  'pairs',
  'verdict',
  'seconds',
];
const print = (cells) => console.log(cells.map((cell) => String(cell).padStart(11)).join(''));
const rows = [];
let wrong = 0;
for (const name of positionals.length > 0 ? positionals : ['collision', 'brake', 'altitude']) {
  const source = readFileSync(join(sources, `${name}.c`), 'utf8');
  const edits = JSON.parse(readFileSync(join(sources, `${name}.versions.json`), 'utf8'));
  writeFileSync('old.c', source);
  await run('test', 'old.c', '--reduce', 'none', '--replay', 'none', '--out', `suite-${name}`);
  const made = await run('show', `suite-${name}`);
  console.log(`\n${name}: ${/(\d+) tests|tests: +(\d+)/.exec(made.out)?.[0] ?? ''}`);
  print(COLUMNS);
  for (const { version, find, replace, changesBehaviour } of edits) {
    if (wanted !== null && !wanted.has(version)) continue;
    writeFileSync(
      'new.c',
      source.replace(find, () => replace),
    );
    const began = performance.now();
    const { out, err } = await run(
      'augment',
      'old.c',
      'new.c',
      '--suite',
      `suite-${name}`,
      '--json',
      '--out',
      `out-${name}-${version}`,
    );
    if (out === '') throw new Error(err);
    const { counts, tests, added, changes, difference } = JSON.parse(out);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const results = tests.filter(({ expected }) => expected !== null).length;
    const exposed = results + added.filter(({ expected }) => expected !== null).length > 0;
    const pairs = values.pairs ? await exposedByPairs('old.c', 'new.c') : changesBehaviour;
    // Edits that concern remembered state show only over several cycles.
    if (exposed !== pairs || (difference === 'equivalent') === pairs) wrong++;
    const { selected, added: more, total } = counts;
    rows.push({ program: name, version, selected, added: more, total, exposed, pairs, seconds: Number(seconds) });
    print([
      version,
      changesBehaviour ? 'yes' : 'no',
      counts.selected,
      counts.added,
      counts.total,
      results,
      changes.length,
      exposed ? 'yes' : 'no',
      pairs ? 'yes' : 'no',
      difference,
      seconds,
    ]);
  }
}
console.log(
  wrong === 0
    ? '\nwherever pairs of paths expose a change, so does the suite, and nowhere else'
    : `\n${wrong} versions disagree`,
);
if (json !== null) writeFileSync(json, JSON.stringify(rows));
rmSync(scratch, { recursive: true, force: true });
process.exitCode = wrong === 0 ? 0 : 1;
