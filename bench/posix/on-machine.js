/** One run of a program on the machine, on given words and files. */
import { GuidedPolicy } from '../../dist/explore/policy.js';
import { Model } from '../../dist/expr/term.js';
import { Terms } from '../../dist/expr/terms.js';
import { findMain, startStates } from '../../dist/machine/environment.js';
import { Machine } from '../../dist/machine/machine.js';
import { DEFAULT_MACHINE_OPTIONS } from '../../dist/machine/options.js';

const SLICE = 100_000;
const MOST_INSTRUCTIONS = 30_000_000;

export function runOnMachine(program, { words, stdin }, world) {
  let outcome = null;
  const client = {
    forked: () => {
      throw new Error('a run on given values has forked');
    },
    ended: (_, ended) => {
      outcome = ended;
    },
  };
  const machine = new Machine(program, new Terms(), new GuidedPolicy(new Model()), client, DEFAULT_MACHINE_OPTIONS);
  const [state] = startStates(machine, findMain(machine), {
    programName: words[0],
    arguments: words.slice(1).map((text) => ({ kind: 'text', text })),
    stdin: { kind: 'bytes', bytes: stdin },
    files: world.files.map(({ name, bytes }) =>
      bytes === null ? { kind: 'directory', name } : { kind: 'bytes', name, bytes },
    ),
    variables: [],
    maxFailures: 0,
    interleavings: 0,
  });
  while (machine.run(state, SLICE, false) !== 'ended') {
    if (state.steps > MOST_INSTRUCTIONS) return { problem: `it did not end after ${MOST_INSTRUCTIONS} instructions` };
  }
  const { ending, stdout, stderr } = outcome;
  if (ending.kind !== 'exit') return { problem: `${ending.kind} ${ending.name}: ${ending.message}` };
  return { problem: null, status: ending.status, stdout: Uint8Array.from(stdout), stderr: Uint8Array.from(stderr) };
}
