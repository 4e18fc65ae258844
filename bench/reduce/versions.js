/**
 * Sixteen edited versions of each control program, in the manner of table 2 of the paper on directed incremental symbolic
 * execution: changed and affected instructions, then path conditions (reported paths), states (ended paths), executed
 * instructions and seconds of the directed search against the exhaustive one.
 *
 * Seconds are CPU time of the process, medians of `--repeat` rounds in which the two take turns in going first: whoever
 * comes first after a program was loaded pays for warming up. Those of the directed search include its analysis (difference
 * of the versions, dependence, affected statements), which is also shown by itself: 10 to 20 ms, whatever the inputs. So
 * each program is measured at two sizes: with one cycle of inputs, where everything is explored in 20 to 100 ms and only
 * edits that affect little can pay, and with two.
 *
 *   npm run bench:versions -- [brake|altitude] [--versions 1,2] [--cycles 1,2] [--repeat 3] [--json FILE]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    versions: { type: 'string' },
    cycles: { type: 'string', default: '1,2' },
    repeat: { type: 'string' },
    json: { type: 'string' },
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    seconds: { type: 'string', default: '120' },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { loadProgram } = await from('frontend/load.js');
const { Exploration } = await from('explore/exploration.js');
const { DEFAULT_EXPLORATION } = await from('explore/options.js');
const { ForkingSearch } = await from('explore/forking-search.js');
const { NO_LIMITS } = await from('explore/forking.js');
const { affectedStatements } = await from('reduce/change/affected.js');
const { changeReduction } = await from('reduce/change/strategy.js');

const sources = fileURLToPath(new URL('../programs/control', import.meta.url));
const wanted = values.versions === undefined ? null : new Set(values.versions.split(',').map(Number));
const scratch = mkdtempSync(join(tmpdir(), 'pathfold-versions-'));

/** CPU seconds of some work, with what it returns. */
function measured(work) {
  globalThis.gc?.({ type: 'minor' });
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

async function explore(program, strategy) {
  const limits = { ...NO_LIMITS, maxTimeMs: Number(values.seconds) * 1000 };
  let reported = 0;
  const count = () => reported++;
  const exploration = await Exploration.create(program, { ...DEFAULT_EXPLORATION, limits }, count, strategy);
  const { seconds } = measured(() => exploration.run());
  const { machine, limits: hit } = exploration;
  exploration.dispose();
  return {
    reported,
    states: exploration.pathsEnded,
    instructions: machine.instructions,
    seconds,
    limit: [...hit].join(' '),
  };
}

const HEADER = ['', 'changed', 'affected', 'conditions', 'all', 'states', 'all', 'instructions', 'all'].concat([
  'analysis',
  'seconds',
  'all',
  'ratio',
]);
const print = (cells) => console.log(cells.map((cell, i) => String(cell).padStart(i === 0 ? 12 : 11)).join(''));

/** One version at one size: the directed search, analysis included, against the exhaustive one. */
async function compareOnce(old, changed, directedFirst) {
  const directedSide = async () => {
    const { result: statements, seconds: analysis } = measured(() => affectedStatements(old, changed));
    return { statements, analysis, ...(await explore(changed, changeReduction(statements))) };
  };
  if (directedFirst) return { directed: await directedSide(), full: await explore(changed, new ForkingSearch()) };
  const full = await explore(changed, new ForkingSearch());
  return { directed: await directedSide(), full };
}

const rows = [];

async function compareVersion(label, cycles, old, changed, repeat) {
  const rounds = [];
  for (let round = 0; round < repeat; round++) rounds.push(await compareOnce(old, changed, round % 2 === 0));
  const { directed, full } = rounds[0];
  const { ids, difference } = directed.statements;
  const analysis = median(rounds.map((each) => each.directed.analysis));
  const seconds = median(rounds.map((each) => each.directed.analysis + each.directed.seconds));
  const all = median(rounds.map((each) => each.full.seconds));
  const [mine, everything] = [directed, full].map(({ reported, states, instructions }) => {
    return { reported, states, instructions };
  });
  const counts = { changed: difference.inNew.size + difference.inOld.size, affected: ids.size };
  rows.push({
    version: label,
    cycles,
    ...counts,
    directed: { ...mine, seconds, analysis },
    full: { ...everything, seconds: all },
  });
  const limits = [directed.limit, full.limit].filter((limit) => limit !== '').join(' / ');
  print([
    label,
    counts.changed,
    counts.affected,
    ...[directed.reported, full.reported, directed.states, full.states, directed.instructions, full.instructions],
    ...[analysis, seconds, all, seconds / all].map((number) => number.toFixed(number < 1 ? 3 : 2)),
    limits === '' ? '' : `  ${limits}`,
  ]);
  return { instructions: directed.instructions / full.instructions, seconds: seconds / all };
}

async function study(name, cycles, repeat) {
  const text = readFileSync(join(sources, `${name}.c`), 'utf8');
  const load = (file) => loadProgram([file], { defines: [`CYCLES=${cycles}`] });
  const old = await load(join(sources, `${name}.c`));
  console.log(`\n${name}, ${cycles} ${cycles === 1 ? 'cycle' : 'cycles'}, median of ${repeat}`);
  print(HEADER);
  const ratios = [];
  for (const { version, find, replace } of JSON.parse(readFileSync(join(sources, `${name}.versions.json`), 'utf8'))) {
    if (wanted !== null && !wanted.has(version)) continue;
    const file = join(scratch, `${name}-${version}.c`);
    writeFileSync(
      file,
      text.replace(find, () => replace),
    );
    const changed = await load(file);
    // The first comparison of all pays for compiling the tool itself.
    if (!isWarm) await compareOnce(old, changed, true);
    isWarm = true;
    ratios.push(await compareVersion(`${name} ${version}`, cycles, old, changed, repeat));
  }
  const faster = ratios.filter(({ seconds }) => seconds < 1).length;
  const [instructions, seconds] = ['instructions', 'seconds'].map((key) => median(ratios.map((each) => each[key])));
  console.log(
    `directed search faster on ${faster} of ${ratios.length}; median ratios: ` +
      `instructions ${instructions.toFixed(2)}, seconds ${seconds.toFixed(2)}`,
  );
}

let isWarm = false;
try {
  for (const cycles of values.cycles.split(',').map(Number)) {
    const repeat = values.repeat === undefined ? (cycles === 1 ? 5 : 3) : Number(values.repeat);
    for (const name of positionals.length > 0 ? positionals : ['brake', 'altitude']) await study(name, cycles, repeat);
  }
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));
} finally {
  rmSync(scratch, { recursive: true });
}
