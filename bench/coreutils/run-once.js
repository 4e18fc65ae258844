/**
 * One run of a command as users have it, in a process of its own, with what it reached over time. Prints one JSON object.
 *
 *   node bench/coreutils/run-once.js SECONDS COMMAND OPTIONS... PROGRAM ARGUMENTS...      (from COMMAND on as after `pathfold`)
 *
 * SECONDS are of the processor, of all threads of the process, and begin when the program is loaded: what else the machine
 * does must not count, and what a reduction analyses before it begins must.
 */

import { lineFinder, lineKey } from '../../dist/analysis/source-lines.js';
import { main } from '../../dist/cli/main.js';
import { Exploration } from '../../dist/explore/exploration.js';
import { Deadline } from '../../dist/solver/deadline.js';

/** How many points a curve has at least, where a run takes all of its time. */
const POINTS = 20;
/** Asking the system how much time was used takes a while; so it is not asked more often than this. */
const CLOCK_MS = 10;

const [seconds, ...words] = process.argv.slice(2);
const limitMs = Number(seconds) * 1000;
const now = processorClock();
const out = [];
const err = [];
let began = 0;
let curve = null;
let writingMs = 0;
observeExplorations();
const status = await main(words, {
  interactive: false,
  out: (text) => out.push(text),
  err: (text) => err.push(text),
  progress: (phase) => {
    if (phase === 'exploring') began = now();
  },
});
const result = resultOf(out.join(''));
process.stdout.write(
  JSON.stringify({ status, result, messages: err.join(''), compilingMs: began, ...(curve?.result() ?? {}) }),
);

function observeExplorations() {
  const { create } = Exploration;
  Exploration.create = async (program, options, listener, strategy) => {
    const timed = (path) => {
      const start = now();
      listener(path);
      writingMs += now() - start;
      curve?.changed();
    };
    const surroundings = {
      ...options.surroundings,
      now,
      tick: (open) => {
        options.surroundings.tick(open);
        curve?.tick();
      },
    };
    const deadline = Deadline.after(limitMs, now, began);
    const exploration = await create.call(
      Exploration,
      program,
      { ...options, surroundings, deadline },
      timed,
      strategy,
    );
    // Choosing the fewest tests may explore once more; the curve is that of the first.
    if (curve === null) {
      curve = new Curve(exploration);
      const { runWithPauses } = exploration;
      exploration.runWithPauses = async (pause) => {
        await runWithPauses.call(exploration, pause);
        curve.end();
      };
    }
    return exploration;
  };
}

/** Points are [milliseconds, lines covered, paths ended, instructions, queries]; lines only where coverage is the goal. */
function Curve(exploration) {
  const { machine, solver, strategy } = exploration;
  const points = [];
  const lines = strategy.coverage ? countLines(strategy.coverage) : null;
  let known = 0;
  let exploringMs = null;
  const add = () => {
    known = lines?.covered() ?? 0;
    points.push([
      Math.round(now() - began),
      known,
      exploration.pathsEnded,
      machine.instructions,
      solver.statistics.queries,
    ]);
  };
  this.changed = () => {
    if (lines !== null && lines.covered() > known) add();
  };
  this.tick = () => {
    if (now() - began - (points.at(-1)?.[0] ?? 0) > limitMs / POINTS) add();
  };
  this.end = () => {
    exploringMs = now() - began;
    add();
  };
  this.result = () => ({ points, lines: lines?.total ?? null, exploringMs, writingMs });
}

/** Lines of which an instruction was reached by a path that became a test, counted as they come. */
function countLines({ goals, reached }) {
  const lineOf = [];
  const numbers = new Map();
  for (const fn of goals.program.functions) {
    const find = lineFinder(fn);
    for (const { instructions } of fn.blocks) {
      for (const instruction of instructions) {
        const position = find(instruction);
        if (position === null || !goals.isCounted(instruction)) continue;
        const name = lineKey(position);
        if (!numbers.has(name)) numbers.set(name, numbers.size);
        lineOf[instruction.id] = numbers.get(name);
      }
    }
  }
  const covered = new Set();
  const { add } = reached;
  reached.add = (goal) => {
    const isNew = add.call(reached, goal);
    if (isNew && lineOf[goal] !== undefined) covered.add(lineOf[goal]);
    return isNew;
  };
  return { total: numbers.size, covered: () => covered.size };
}

/** Milliseconds of the processor since the process began. */
function processorClock() {
  let looked = Number.NEGATIVE_INFINITY;
  let used = 0;
  return () => {
    const clock = performance.now();
    if (clock - looked < CLOCK_MS) return used;
    looked = clock;
    const { user, system } = process.cpuUsage();
    used = (user + system) / 1000;
    return used;
  };
}

function resultOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
