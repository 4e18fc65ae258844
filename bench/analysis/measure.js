/** Time and memory of every static analysis on one program. */
import { DependenceGraph } from '../../dist/analysis/dependence-graph.js';
import { EffectAnalysis } from '../../dist/analysis/effects.js';
import { InteractiveDependence } from '../../dist/analysis/interactive.js';
import { analyzePointers } from '../../dist/analysis/points-to/points-to.js';
import { Reachability } from '../../dist/analysis/reachability.js';
import { analyzeTermination } from '../../dist/analysis/termination.js';
import { loadProgram } from '../../dist/frontend/load.js';

/** Prints a line per analysis; gives the whole: seconds of processor time, megabytes of memory. */
export async function measureAnalyses(files, options) {
  const program = await loadProgram(files, { ...options, clangFlags: ['-w'], withRuntime: false });
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
  const megabytes = Math.round(peak / 2 ** 20);
  const most = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${'altogether'.padEnd(24)} ${total.toFixed(2)} s of processor time, ${megabytes} MB`);
  console.log(`${'with the compiler'.padEnd(24)} ${most} MB at most`);
  return { seconds: total, megabytes: Math.max(megabytes, most) };
}
