/** Which paths KLEE would write a test of, and the files of one. */
import type { FinishedPath } from '../../explore/finished-path.ts';
import type { PathNotes } from '../../explore/watched.ts';
import { kquery } from '../../expr/print-kquery.ts';
import { smtScript } from '../../expr/print-smt.ts';
import type { Choice } from '../../machine/state.ts';
import { testCompTest } from '../../suite/exports/test-comp.ts';
import { errorFileText, kleeError } from '../../suite/klee/errors.ts';
import { ktestOf, writeKtest } from '../../suite/ktest.ts';
import { type TestCase, testName } from '../../suite/test-case.ts';
import type { TestFile } from '../../suite/write-test.ts';
import type { TestWriting } from '../run/run-log.ts';
import type { KleeValues } from './parse.ts';
import type { Assembly } from './reports.ts';

export interface WritingContext {
  readonly options: KleeValues;
  readonly assembly: () => Assembly;
  readonly notesOf: (path: FinishedPath) => PathNotes | null;
  /** The program's arguments on this path, where they are not those of the command line. */
  readonly argumentsOf: (path: FinishedPath) => readonly string[] | null;
  /** The run was ended by the user's wish to stop at an error: what is open is of no interest. */
  readonly hasFailed: () => boolean;
}

/** Limits of a whole run leave paths open. */
const OPEN = new Set(['max-time', 'max-paths', 'max-instructions', 'max-memory', 'interrupted']);

export function kleeTests(context: WritingContext): TestWriting {
  const { options } = context;
  const dumps = !['false', '0', 'none'].includes(options['dump-states-on-halt'] ?? 'true');
  return {
    wants(path) {
      const { kind, name } = path.outcome.ending;
      if (options['write-no-tests'] || kind === 'pruned') return false;
      if (kind === 'limit' && OPEN.has(name)) return dumps && !context.hasFailed();
      if (!options['only-output-states-covering-new'] || kleeError(path.outcome.ending) !== null) return true;
      const notes = context.notesOf(path);
      return notes?.diary?.reachedNew === true || (options['always-output-seeds'] && notes?.isSeeded === true);
    },
    files: (test, path) => filesOf(test, path, context),
  };
}

function filesOf(test: TestCase, path: FinishedPath, context: WritingContext): TestFile[] {
  const { options, assembly, notesOf } = context;
  const began = performance.now();
  const { ending, condition, choices } = path.outcome;
  const stem = testName(test.number);
  const given = context.argumentsOf(path) ?? test.build.arguments;
  const asRun = { ...test, build: { ...test.build, arguments: given } };
  const files: TestFile[] = [[`${stem}.ktest`, writeKtest(ktestOf(asRun))]];
  const add = (suffix: string, content: string) => files.push([`${stem}.${suffix}`, content]);
  const error = kleeError(ending);
  const notes = notesOf(path);
  if (error !== null) {
    add(error.suffix, errorFileText(ending, error, { state: notes?.state ?? 0, lineOf: assembly().lineOf }));
  }
  const isError = error !== null && error.suffix !== 'early';
  if (isError || options['write-kqueries']) {
    add('kquery', kquery(condition.conjuncts()) ?? '# The condition speaks of floats, which KQuery does not have.\n');
  }
  if (options['write-smt2s']) add('smt2', smtScript(condition.conjuncts(), { check: true }).text);
  if (options['write-paths']) add('path', lines(notes?.diary?.directions ?? []));
  if (options['write-sym-paths']) add('sym.path', lines(sidesOf(choices ?? null)));
  if (options['write-cov'])
    add('cov', lines((notes?.diary?.lines ?? []).map(({ file, line }) => `${file}:${line}`).sort()));
  if (options['write-xml-tests']) add('xml', testCompTest(test));
  if (options['write-test-info']) {
    add('info', `Time to generate test case: ${((performance.now() - began) / 1000).toFixed(6)}s\n`);
  }
  return files;
}

/** 1 where the condition held, from the first decision to the last. */
function sidesOf(choices: Choice | null): number[] {
  const sides: number[] = [];
  for (let choice = choices; choice !== null; choice = choice.before) sides.push(1 - choice.side);
  return sides.reverse();
}

function lines(items: readonly (string | number)[]): string {
  return items.map((item) => `${item}\n`).join('');
}
