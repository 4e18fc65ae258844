/**
 * One path per way of computing the output, against every path: the programs of bench/programs, then programs of N
 * independent parts of which the output needs one, or all.
 *
 *   npm run bench:output [-- --quick]
 *
 * Rows are tests; "size" is the average number of nodes in the terms of a test's condition. Either search stops
 * after LIMIT seconds of the processor ('>').
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_EXPLORATION, Exploration } from '../../dist/explore/exploration.js';
import { NO_LIMITS } from '../../dist/explore/forking.js';
import { visitOnce } from '../../dist/expr/walk.js';
import { loadProgram } from '../../dist/frontend/load.js';
import { OutputReduction } from '../../dist/reduce/output/strategy.js';

const quick = process.argv.includes('--quick');
const LIMIT = quick ? 10 : 60;
const directory = mkdtempSync(join(tmpdir(), 'pathfold-bench-output-'));
const selection = { exitStatus: true, stdout: false, stderr: false, marks: true, globals: [] };

async function load(text) {
  writeFileSync(join(directory, 'main.c'), text);
  return loadProgram(['main.c'], { directory });
}

function sizeOf(conditions) {
  let nodes = 0;
  visitOnce(conditions, () => nodes++);
  return nodes;
}

async function measure(program, strategy) {
  let tests = 0;
  let size = 0;
  const limits = { ...NO_LIMITS, maxTimeMs: LIMIT * 1000 };
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

const HEADER = ['program', 'tests', 'queries', 'size', 's', '', 'tests', 'queries', 'size', 's', 'detours'];

function line(cells) {
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(16) : String(cell).padStart(8))).join(''));
}

async function compare(name, text) {
  const program = await load(text);
  const reduction = new OutputReduction(program, { selection });
  const ours = await measure(program, reduction);
  const all = await measure(program, undefined);
  const cells = ({ tests, queries, size, seconds, stopped }) => [
    `${stopped ? '>' : ''}${tests}`,
    queries,
    size.toFixed(0),
    seconds.toFixed(2),
  ];
  line([name, ...cells(all), '|', ...cells(ours), reduction.statistics.detours]);
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

console.log(`node ${process.version}; exhaustive | by output; seconds of the processor`);
line(HEADER);
for (const name of ['tokenizer', 'expression', 'packet', 'scheduler', 'date', 'connection']) {
  await compare(name, readFileSync(fileURLToPath(new URL(`../programs/${name}.c`, import.meta.url)), 'utf8'));
}
for (const n of quick ? [1, 4, 8] : [1, 2, 4, 6, 8, 10, 12]) await compare(`${n} parts, one`, parts(n, false));
for (const n of quick ? [1, 4] : [1, 2, 4, 6, 8]) await compare(`${n} parts, all`, parts(n, true));
rmSync(directory, { recursive: true });
