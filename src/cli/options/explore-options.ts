/** What the options about exploring mean to the search and the machine. */
import { getHeapStatistics } from 'node:v8';
import type { ExplorationOptions } from '../../explore/options.ts';
import { Deadline } from '../../solver/deadline.ts';
import type { Interruption, Watcher } from '../run/watcher.ts';
import { checksOf, machineChecks } from './checks.ts';
import { followsThreads } from './interleavings.ts';
import type { Invocation } from './parse.ts';
import { environmentOptions } from './symbolic-environment.ts';

/** Of Node's heap; the rest is for what happens between two looks. */
const HEAP_SHARE = 0.85;

/** Something is explored even where compiling took all the time, which the machine may have spent on others. */
const LEAST_MS = 500;
const LEAST_SHARE = 0.1;
/** For compiling what is replayed, which is stopped when the time is over: so much of the time is kept for it. */
const REPLAY_SHARE = 0.1;
const REPLAY_MS = 1000;

/** Counts from the start of the command; what comes after exploring has its part of the time. */
export function deadlineOf({ options: { 'max-time': seconds }, began }: Invocation): Deadline {
  if (seconds === null) return Deadline.after(Number.POSITIVE_INFINITY, now);
  const limitMs = seconds * 1000;
  const kept = Math.min(REPLAY_SHARE * limitMs, REPLAY_MS);
  const left = limitMs - kept - (now() - (began ?? now()));
  return Deadline.after(Math.max(left, Math.min(limitMs, LEAST_MS), LEAST_SHARE * limitMs), now);
}

const now = () => performance.now();

export function explorationOptions(
  invocation: Invocation,
  programName: string,
  interrupted: () => boolean,
  tick: (open: number) => void,
): ExplorationOptions {
  const { options } = invocation;
  const orNone = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;
  return {
    search: options.search,
    seed: options.seed,
    limits: {
      // The deadline of the command counts.
      maxTimeMs: Number.POSITIVE_INFINITY,
      maxPaths: orNone(options['max-paths']),
      maxInstructions: orNone(options['max-instructions']),
      maxDepth: orNone(options['max-depth']),
      // Node ends the process where its heap is full: stop before that.
      maxMemoryMb: Math.min(options['max-memory'], HEAP_SHARE * (getHeapStatistics().heap_size_limit / 2 ** 20)),
    },
    deadline: deadlineOf(invocation),
    machine: {
      maxSteps: options['max-steps'],
      maxCallDepth: options['max-call-depth'],
      ...machineChecks(checksOf(invocation)),
      freshForUndefined: options.undefined === 'fresh',
      threadStacks: followsThreads(invocation),
    },
    environment: environmentOptions(invocation, programName),
    solver: { timeLimitMs: options['max-solver-time'] * 1000 },
    surroundings: {
      now,
      memoryMb: () => process.memoryUsage.rss() / 2 ** 20,
      interrupted,
      tick,
    },
  };
}

/** Whether the watcher wants the run to stop and keep what it has. */
export function catchInterrupt(watcher: Watcher): Interruption {
  return watcher.catchInterrupt?.() ?? { interrupted: () => false, release: () => {} };
}
