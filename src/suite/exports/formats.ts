/** What `pathfold export --format` writes besides files of single tests: one table, from the name to the files. */
import { UserError } from '../../program/errors.ts';
import { coberturaReport } from './cobertura.ts';
import type { RunFormat } from './format-names.ts';
import { fuzzCorpus } from './fuzz-corpus.ts';
import { githubAnnotations } from './github.ts';
import { junitReport } from './junit.ts';
import { sarifLog } from './sarif.ts';
import { type StoredRun, TRACEFILE } from './stored-run.ts';
import { testCompSuite } from './test-comp.ts';
import { unitTests } from './unit-tests.ts';

type Files = readonly (readonly [name: string, content: string | Uint8Array])[];

export const RUN_FORMATS: Readonly<Record<RunFormat, (run: StoredRun) => Files>> = {
  sarif: (run) => [['pathfold.sarif', sarifLog(run)]],
  junit: (run) => [['junit.xml', junitReport(run)]],
  github: (run) => [['annotations.txt', githubAnnotations(run)]],
  cobertura: (run) => [['cobertura.xml', coberturaReport(tracefileOf(run), run.time)]],
  lcov: (run) => [[TRACEFILE, tracefileOf(run)]],
  testcomp: testCompSuite,
  criterion: (run) => unitTests(run, 'criterion'),
  cmocka: (run) => unitTests(run, 'cmocka'),
  unity: (run) => unitTests(run, 'unity'),
  ctest: (run) => unitTests(run, 'ctest'),
  assert: (run) => unitTests(run, 'assert'),
  afl: ({ tests }) => fuzzCorpus(tests),
};

function tracefileOf({ coverage, folder }: StoredRun): string {
  if (coverage === null)
    throw new UserError(`${folder} has no ${TRACEFILE}`, 'run it again with this version of pathfold');
  return coverage;
}
