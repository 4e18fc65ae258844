/** The test that `pathfold blame` explains, both versions ready to run it, and what it does in each. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProgramFacts } from '../../analysis/program-facts.ts';
import { Exploration } from '../../explore/exploration.ts';
import type { Terms } from '../../expr/terms.ts';
import { FollowingStrategy, type RunnableVersion } from '../../insight/blame/test-run.ts';
import { observableGlobals } from '../../insight/version-diff/affected-outputs.ts';
import { UserError } from '../../program/errors.ts';
import type { GlobalVariable } from '../../program/program.ts';
import { globalName } from '../../reduce/output/library-state.ts';
import { type GivenTest, readGivenTests } from '../../suite/given-tests.ts';
import { TraceFacts } from '../../trace/facts.ts';
import { explorationOptions } from '../options/explore-options.ts';
import type { Invocation } from '../options/parse.ts';
import { comparedGlobals, selectionOf } from './compared-outputs.ts';
import type { Versions } from './comparison.ts';
import { sharedProgramName } from './versions.ts';

export function oneGivenTest(path: string): GivenTest {
  const [test, ...others] = readGivenTests(path);
  if (others.length > 0) {
    throw new UserError(`${path} holds ${others.length + 1} tests`, `choose one, for example --test ${test.name}`);
  }
  return test;
}

/** The test says which function it is about, and which arguments the program was given. */
export function withTestsOwn(invocation: Invocation, test: GivenTest | null): Invocation {
  const { options, programArguments } = invocation;
  const entry = test?.entry ?? null;
  return {
    ...invocation,
    options: { ...options, function: options.function ?? (entry === 'main' ? null : entry) },
    programArguments: programArguments.length > 0 ? programArguments : (test?.programArguments ?? []),
  };
}

/** The main that a generated test of a function was run with, unless the user says how the function is to be called. */
export function harnessOf(test: GivenTest | null, { given }: Invocation): string | null {
  const stored = test?.stored ?? null;
  const file = stored?.test.build.harness?.file;
  if (stored === null || file === undefined || given.some(({ name }) => HARNESS_OPTIONS.has(name))) return null;
  const path = join(stored.folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

const HARNESS_OPTIONS: ReadonlySet<string> = new Set(
  'array length range assume callback memory string nullable never-null input structure-depth'.split(' '),
);

export interface RunnableVersions {
  readonly old: RunnableVersion;
  readonly new: RunnableVersion;
}

/** On the same terms, so that an input is the same variable in both. The caller disposes the explorations. */
export async function runnableVersions(versions: Versions, terms: Terms): Promise<RunnableVersions> {
  const globals = globalsOfBoth(versions);
  const open = async (side: 'old' | 'new'): Promise<RunnableVersion> => {
    const { invocation, session } = versions[side];
    const strategy = new FollowingStrategy();
    const options = explorationOptions(
      invocation,
      sharedProgramName(versions.new),
      () => false,
      () => {},
    );
    const exploration = await Exploration.create(session.program, { ...options, terms }, () => {}, strategy);
    const chosen = selectionOf(invocation, session.program);
    return {
      exploration,
      recorder: strategy.recorder,
      facts: new TraceFacts(session.program, true, exploration.machine.options),
      selection: globals === null ? chosen : { ...chosen, globals: globals[side] },
    };
  };
  return { old: await open('old'), new: await open('new') };
}

/** Those that both versions have and one may write, in the same order; null where the user named what counts. */
function globalsOfBoth({ old, new: changed }: Versions): Record<'old' | 'new', GlobalVariable[]> | null {
  const counts = comparedGlobals(changed.invocation.options);
  if (counts === null) return null;
  const [before, after] = [old, changed].map(({ session: { program } }) => {
    const all = program.variables.filter((global) => !global.constant && counts(global));
    return {
      all: new Map(all.map((global) => [globalName(global), global])),
      written: new Set(observableGlobals(program, ProgramFacts.of(program).pointsTo).map(globalName)),
    };
  });
  const names = [...after.all.keys()]
    .filter((name) => before.all.has(name) && (before.written.has(name) || after.written.has(name)))
    .sort();
  return { old: names.map((name) => before.all.get(name)!), new: names.map((name) => after.all.get(name)!) };
}
