/** One version's run of the test that is to be explained: its outputs, its dependences, and the values that met in it. */
import type { Exploration } from '../../explore/exploration.ts';
import type { Strategy } from '../../explore/strategy.ts';
import type { Model } from '../../expr/term.ts';
import type { EnvironmentOptions } from '../../machine/environment.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import { finalGlobals } from '../../reduce/output/globals.ts';
import { DecisionSequences } from '../../reduce/tasks/decision-sequences.ts';
import { earlyEnd } from '../../reduce/tasks/early-end.ts';
import { buildTrace } from '../../trace/build.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import { logOf } from '../../trace/log.ts';
import type { Trace } from '../../trace/trace.ts';
import { type StepValues, ValueRecorder } from '../../trace/values.ts';
import { type OutputValue, outputsOf } from '../outputs.ts';
import { concreteOutput } from '../version-diff/changes.ts';

/** A version that tests are run on. */
export interface RunnableVersion {
  readonly exploration: Exploration;
  readonly recorder: ValueRecorder;
  /** With early ends apart. */
  readonly facts: TraceFacts;
  /** What counts as output. */
  readonly selection: OutputSelection;
}

/** Where a test starts. */
export interface TestStart {
  readonly initial: number;
  readonly environment: EnvironmentOptions;
}

/** Follows inputs and records what they do; never searches. */
export class FollowingStrategy implements Strategy {
  readonly recorder = new ValueRecorder();
  *explore(): Generator<void, void> {}
}

export interface FollowedTest {
  readonly state: State;
  readonly outcome: PathOutcome;
  /** Terms over the inputs. */
  readonly outputs: readonly OutputValue[];
  /** For this test. */
  readonly shown: readonly OutputValue[];
}

export interface TestRun extends FollowedTest {
  readonly version: RunnableVersion;
  readonly input: Model;
  readonly trace: Trace;
  readonly values: StepValues;
  /** Positions of the decisions that ended it early; null when it ran to the very end. */
  readonly earlyEnd: readonly number[] | null;
}

/** Without dependences: what comes out. */
export function followTest(version: RunnableVersion, input: Model, { initial, environment }: TestStart): FollowedTest {
  const { exploration, recorder, selection } = version;
  recorder.begin();
  const { state, outcome } = exploration.follow(input, initial, environment);
  const { kind } = outcome.ending;
  const globals = kind === 'exit' ? finalGlobals(selection.globals, state, exploration.machine).values : [];
  // Text before a fault does not count, as in a comparison of versions.
  const chosen = kind === 'exit' || kind === 'endless' ? selection : { ...selection, stdout: false, stderr: false };
  const outputs = outputsOf({ outcome, globals }, chosen);
  return { state, outcome, outputs, shown: outputs.map((output) => concreteOutput(output, input)) };
}

export function runTest(version: RunnableVersion, input: Model, start: TestStart): TestRun {
  const followed = followTest(version, input, start);
  const { exploration, recorder, facts } = version;
  const trace = buildTrace(logOf(followed.state).entries(), exploration.machine.names, facts);
  return {
    ...followed,
    version,
    input,
    trace,
    values: recorder.valuesOf(trace),
    earlyEnd: earlyEnd(new DecisionSequences(trace), followed.outcome),
  };
}
