/**
 * Time and memory of every static analysis on one program. Usage: npm run build && node bench/analysis/static.js FILES...
 * [-I DIR]... [-D NAME]... for example all C files of zlib with test/minigzip.c, about 20,000 instructions.
 */
import { DependenceGraph } from '../../dist/analysis/dependence-graph.js';
import { EffectAnalysis } from '../../dist/analysis/effects.js';
import { InteractiveDependence } from '../../dist/analysis/interactive.js';
import { analyzePointers } from '../../dist/analysis/points-to/points-to.js';
import { Reachability } from '../../dist/analysis/reachability.js';
import { analyzeTermination } from '../../dist/analysis/termination.js';
import { loadProgram } from '../../dist/frontend/load.js';

const files = [];
const includeDirectories = [];
const defines = [];
const given = process.argv.slice(2);
while (given.length > 0) {
  const word = given.shift();
  if (word === '-I') includeDirectories.push(given.shift());
  else if (word === '-D') defines.push(given.shift());
  else files.push(word);
}
const program = await loadProgram(files, { includeDirectories, defines, clangFlags: ['-w'], withRuntime: false });
console.log(`node ${process.version}, ${program.instructionCount} instructions`);

let total = 0;
let peak = 0;
function measure(name, work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  total += seconds;
  peak = Math.max(peak, process.memoryUsage().rss);
  console.log(`${name.padEnd(24)} ${seconds.toFixed(2)} s`);
  return result;
}

const pointsTo = measure('points-to', () => analyzePointers(program));
const termination = measure('termination', () => analyzeTermination(program, pointsTo.callGraph));
const effects = measure('mod/ref', () => new EffectAnalysis(program, pointsTo, termination));
measure('writes per branch', () => {
  for (const fn of program.functions) {
    if (fn.blocks.length === 0) continue;
    for (const edge of termination.controlOf(fn).edges) effects.writesUnder(fn, edge.index);
  }
});
const reachability = measure('reachability', () => new Reachability(program, pointsTo.callGraph));
const graph = measure('dependence graph', () => new DependenceGraph(program, pointsTo, termination));
measure('interactive dependence', () => new InteractiveDependence(program, graph, reachability));
console.log(`${'altogether'.padEnd(24)} ${total.toFixed(2)} s of processor time, ${Math.round(peak / 2 ** 20)} MB`);
