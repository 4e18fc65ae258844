/**
 * One path per way of computing the output, against every path: the programs of bench/programs, by all they show and by
 * their exit status alone, then programs of N independent parts of which the output needs one, or all, or one while the
 * others contain what may fault.
 *
 *   npm run bench:output [-- --quick] [--only NAME...] [--dist DIR]
 *
 * Rows are tests; "size" is the average number of nodes in the terms of a test's condition; "time" is how often the
 * exhaustive search would fit in. Either search stops after LIMIT seconds of the processor ('>').
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
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { DEFAULT_EXPLORATION, Exploration } = await from('explore/exploration.js');
const { NO_LIMITS } = await from('explore/forking.js');
const { visitOnce } = await from('expr/walk.js');
const { loadProgram } = await from('frontend/load.js');
const { OutputReduction } = await from('reduce/output/strategy.js');

const { quick } = values;
const LIMIT = quick ? 10 : 60;
const directory = mkdtempSync(join(tmpdir(), 'pathfold-bench-output-'));
const STATUS = { exitStatus: true, stdout: false, stderr: false, marks: false, globals: [] };
const ALL = { ...STATUS, stdout: true, stderr: true, marks: true };

async function load(text) {
  writeFileSync(join(directory, 'main.c'), text);
  return loadProgram(['main.c'], { directory });
}

function sizeOf(conditions) {
  let nodes = 0;
  visitOnce(conditions, () => nodes++);
  return nodes;
}

async function measure(program, strategy, seconds = LIMIT) {
  let tests = 0;
  let size = 0;
  const limits = { ...NO_LIMITS, maxTimeMs: seconds * 1000 };
  const began = process.cpuUsage();
  const now = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const surroundings = { ...DEFAULT_EXPLORATION.surroundings, now };
  const listener = ({ claim }) => {
    tests++;
    size += sizeOf(claim.conjuncts());
  };
  const exploration = await Exploration.create(
    program,
    { ...DEFAULT_EXPLORATION, limits, surroundings },
    listener,
    strategy,
  );
  exploration.run();
  const { user, system } = process.cpuUsage(began);
  const result = {
    tests,
    queries: exploration.solver.statistics.queries,
    size: tests === 0 ? 0 : size / tests,
    seconds: (user + system) / 1e6,
    stopped: exploration.limits.size > 0,
  };
  exploration.dispose();
  return result;
}

const HEADER = ['program', 'tests', 'queries', 'size', 's', '', 'tests', 'queries', 'size', 's', 'time'];

function line(cells) {
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(22) : String(cell).padStart(8))).join(''));
}

async function compare(name, text, selection) {
  if (values.only !== undefined && !values.only.some((each) => name.startsWith(each))) return;
  const program = await load(text);
  // What the machine compiles on first use counts for neither.
  await measure(program, undefined, 1);
  const ours = await measure(program, new OutputReduction(program, { selection }));
  const all = await measure(program, undefined);
  const cells = ({ tests, queries, size, seconds, stopped }) => [
    `${stopped ? '>' : ''}${tests}`,
    queries,
    size.toFixed(0),
    seconds.toFixed(2),
  ];
  line([name, ...cells(all), '|', ...cells(ours), `${(ours.seconds / all.seconds).toFixed(1)}x`]);
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
line(HEADER);
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
