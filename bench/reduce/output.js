/**
 * One path per way of computing the output, against every path: the programs of bench/programs, by all they show and by
 * their exit status alone, then programs of N independent parts of which the output needs one, or all, or one while the
 * others contain what may fault.
 *
 *   npm run bench:output [-- --quick] [--only NAME...] [--json FILE] [--dist DIR]
 *
 * Rows are tests; "queries" are questions to the solver, "solved" those that no cache answered, with their average number
 * of constraints and of nodes in their terms; "time" is how often the exhaustive search would fit in. Either search stops
 * after LIMIT seconds of the processor ('>'). Before it counts, each of the two runs for a second or two: the first runs of
 * a process are several times slower.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { Exploration } = await from('explore/exploration.js');
const { DEFAULT_EXPLORATION } = await from('explore/options.js');
const { NO_LIMITS } = await from('explore/forking.js');
const { visitOnce } = await from('expr/walk.js');
const { loadProgram } = await from('frontend/load.js');
const { OutputReduction } = await from('reduce/output/strategy.js');
const { EmbeddedProcedure } = await from('solver/embedded.js');

const { quick } = values;
const LIMIT = quick ? 10 : 60;
const directory = mkdtempSync(join(tmpdir(), 'pathfold-bench-output-'));
const STATUS = { exitStatus: true, stdout: false, stderr: false, marks: false, globals: [] };
const ALL = { ...STATUS, stdout: true, stderr: true, marks: true };

async function load(text) {
  writeFileSync(join(directory, 'main.c'), text);
  return loadProgram(['main.c'], { directory });
}

/** The decision procedure, with the sizes of what it is asked. */
async function measuredProcedure(sizes) {
  const procedure = await EmbeddedProcedure.create(() => performance.now());
  const { solve } = procedure;
  procedure.solve = function (constraints, ...rest) {
    sizes.solved++;
    sizes.constraints += constraints.length;
    visitOnce([...constraints], () => sizes.nodes++);
    return solve.call(this, constraints, ...rest);
  };
  return procedure;
}

/** Processor time in milliseconds. Asking takes so long that it is done only when a while has passed. */
function processorClock() {
  let looked = Number.NEGATIVE_INFINITY;
  let time = 0;
  return () => {
    const wall = performance.now();
    if (wall - looked < 20) return time;
    looked = wall;
    const { user, system } = process.cpuUsage();
    time = (user + system) / 1000;
    return time;
  };
}

async function measure(program, strategy, seconds = LIMIT) {
  let tests = 0;
  const sizes = { solved: 0, constraints: 0, nodes: 0 };
  const limits = { ...NO_LIMITS, maxTimeMs: seconds * 1000 };
  const surroundings = { ...DEFAULT_EXPLORATION.surroundings, now: processorClock() };
  const solver = { procedure: await measuredProcedure(sizes) };
  const listener = () => tests++;
  const options = { ...DEFAULT_EXPLORATION, limits, surroundings, solver };
  const exploration = await Exploration.create(program, options, listener, strategy);
  const began = process.cpuUsage();
  exploration.run();
  const { user, system } = process.cpuUsage(began);
  const result = {
    tests,
    queries: exploration.solver.statistics.queries,
    solved: sizes.solved,
    constraints: sizes.constraints / Math.max(1, sizes.solved),
    nodes: sizes.nodes / Math.max(1, sizes.solved),
    seconds: (user + system) / 1e6,
    stopped: exploration.limits.size > 0,
  };
  exploration.dispose();
  return result;
}

const COLUMNS = ['tests', 'queries', 'solved', 'constr.', 'nodes', 's'];

function line(cells) {
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(20) : String(cell).padStart(8))).join(''));
}

const rows = [];

async function compare(name, text, selection) {
  if (values.only !== undefined && !values.only.some((each) => name.startsWith(each))) return;
  const program = await load(text);
  const reduction = () => new OutputReduction(program, { selection, readable: false });
  await measure(program, undefined, 1);
  await measure(program, reduction(), 2);
  const ours = await measure(program, reduction());
  const all = await measure(program, undefined);
  rows.push({ program: name, all, ours });
  const cells = ({ tests, queries, solved, constraints, nodes, seconds, stopped }) => [
    `${stopped ? '>' : ''}${tests}`,
    queries,
    solved,
    constraints.toFixed(1),
    nodes.toFixed(0),
    seconds.toFixed(2),
  ];
  line([name, ...cells(all), '|', ...cells(ours), `${(ours.seconds / all.seconds).toFixed(2)}x`]);
}

/** N independent parts; the result needs the first one only, or all of them. */
function parts(n, all) {
  const each = Array.from({ length: n }, (_, i) => i);
  return `#include <pathfold.h>
int main(void) {
${each.map((i) => `  int x${i} = pathfold_int("x${i}"), r${i};\n  if (x${i} > ${i}) r${i} = x${i}; else r${i} = -x${i};`).join('\n')}
  return ${all ? each.map((i) => `r${i}`).join(' + ') : `r0`};
}
`;
}

/** The result needs the first part only, but every part has an access that is out of bounds for some inputs. */
function faultingParts(n) {
  const each = Array.from({ length: n }, (_, i) => i);
  return `#include <pathfold.h>
static int table[8];
int main(void) {
  int r = 0;
${each.map((i) => `  int x${i} = pathfold_int("x${i}"), y${i} = pathfold_range("y${i}", 0, 8);`).join('\n')}
${each.map((i) => `  if (x${i} > ${i}) ${i === 0 ? 'r = x0;' : `table[y${i}] = x${i};`}`).join('\n')}
  return r;
}
`;
}

console.log(`node ${process.version}; exhaustive | by output; seconds of the processor`);
line(['program', ...COLUMNS, '', ...COLUMNS, 'time']);
for (const name of ['tokenizer', 'expression', 'packet', 'scheduler', 'date', 'connection']) {
  const text = readFileSync(fileURLToPath(new URL(`../programs/${name}.c`, import.meta.url)), 'utf8');
  await compare(`${name}, all`, text, ALL);
  await compare(`${name}, status`, text, STATUS);
}
const counts = quick ? [1, 4, 8] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
for (const n of counts) await compare(`parts ${n}, one`, parts(n, false), STATUS);
for (const n of counts) await compare(`faulting parts ${n}`, faultingParts(n), STATUS);
for (const n of counts.filter((each) => each <= 8)) await compare(`parts ${n}, all`, parts(n, true), STATUS);
rmSync(directory, { recursive: true });
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));
