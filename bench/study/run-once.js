/**
 * One run of the command as users have it, in a process of its own, with processor time taken where the command changes over
 * from compiling to exploring, and where a path that ended is made a test. Prints one JSON object.
 *
 *   node bench/study/run-once.js COMMAND OPTIONS... FILES...      (as after `pathfold`)
 */
// As bin/pathfold.js does.
import '../../bin/tune-v8.js';
import { main } from '../../dist/cli/main.js';
import { Exploration } from '../../dist/explore/exploration.js';

const spent = { compiling: 0, exploring: 0, writing: 0 };
const out = [];
const err = [];
measureExplorations();
const terminal = { interactive: false, out: (text) => out.push(text), err: (text) => err.push(text), progress() {} };
const status = await main(process.argv.slice(2), terminal);
process.stdout.write(JSON.stringify({ status, spent, result: resultOf(out.join('')), messages: err.join('') }));

/** Of all threads of this process: what else the machine does must not count, what our garbage costs must. */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function measureExplorations() {
  const { create } = Exploration;
  Exploration.create = (program, options, listener, strategy) => {
    if (spent.compiling === 0) spent.compiling = processorSeconds();
    // By the clock, not by processor time: asking for that takes longer than ending a path. On a quiet machine it is the same.
    const timed = (path) => {
      const began = performance.now();
      listener(path);
      spent.writing += (performance.now() - began) / 1000;
    };
    return create.call(Exploration, program, options, timed, strategy);
  };
  const { runWithPauses } = Exploration.prototype;
  Exploration.prototype.runWithPauses = async function (pause) {
    const began = processorSeconds() - spent.writing;
    await runWithPauses.call(this, pause);
    // A command may explore more than once: `cover` runs its tests again to find the fewest.
    spent.exploring += processorSeconds() - spent.writing - began;
  };
}

function resultOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
