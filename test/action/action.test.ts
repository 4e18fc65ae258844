/** The steps of the GitHub action, run against pull requests to a small repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let repository: string;
let runner: string;

const DATE = `int days_in_month(int month, int leap) {
  if (month < 1 || month > 12)
    return 0;
  if (month == 2)
    return leap ? 29 : 28;
  if (month == 4 || month == 6 || month == 9 || month == 11)
    return 30;
  return 31;
}
`;

function git(...words: string[]): string {
  const me = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
  return execFileSync('git', [...me, ...words], { cwd: repository, encoding: 'utf8' }).trim();
}

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  runner = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  git('init', '-q', '-b', 'main');
  mkdirSync(join(repository, 'lib/src'), { recursive: true });
  writeFileSync(join(repository, 'lib/src/date.c'), DATE);
  const config = { targets: [{ files: 'src/date.c', functions: 'all' }], settings: { maxTime: 60, replay: 'none' } };
  writeFileSync(join(repository, 'lib/pathfold.config.json'), JSON.stringify(config));
  writeFileSync(join(repository, '.gitignore'), 'pathfold-check/\n');
  git('add', '.');
  git('commit', '-qm', 'base');
});
afterAll(() => {
  for (const folder of [repository, runner]) rmSync(folder, { recursive: true, force: true });
});

/** A branch with this source, checked as the action does. */
function pullRequest(source: string): {
  status: number | null;
  annotations: string[];
  out: string;
  outputs: string;
  summary: string;
} {
  git('checkout', '-q', '-B', 'change', 'main');
  writeFileSync(join(repository, 'lib/src/date.c'), source);
  git('commit', '-qam', 'change', '--allow-empty');
  const [outputs, summary] = ['outputs', 'summary'].map((name) => join(runner, name));
  for (const file of [outputs, summary]) writeFileSync(file, '');
  const { status, stdout } = spawnSync(join(ROOT, 'action/check.sh'), {
    cwd: join(repository, 'lib'),
    encoding: 'utf8',
    env: {
      ...process.env,
      ...{
        PATHFOLD: `node ${join(ROOT, 'bin/pathfold.js')}`,
        PATHFOLD_BASE: git('rev-parse', 'main'),
        RUNNER_TEMP: runner,
      },
      ...{ GITHUB_WORKSPACE: repository, GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary },
    },
  });
  const annotations = stdout.split('\n').filter((line) => line.startsWith('::'));
  return {
    status,
    annotations,
    out: stdout,
    outputs: readFileSync(outputs, 'utf8'),
    summary: readFileSync(summary, 'utf8'),
  };
}

test('a pull request that changes behaviour is annotated at its lines', () => {
  const { status, annotations, outputs, summary } = pullRequest(DATE.replace('29 : 28', '28 : 29'));
  expect(annotations).toHaveLength(1);
  expect(annotations[0]).toMatch(
    /^::warning file=lib\/src\/date\.c,line=5,endLine=5,title=the behaviour of days_in_month changed::/,
  );
  expect(annotations[0]).toContain('return: 28 -> 29');
  expect(status).toBe(0);
  expect(outputs).toContain('sarif=pathfold-check/check.sarif');
  expect(summary).toContain('**the behaviour of days_in_month changed**');
  const sarif = JSON.parse(readFileSync(join(repository, 'lib/pathfold-check/check.sarif'), 'utf8'));
  const { artifactLocation, region } = sarif.runs[0].results[0].locations[0].physicalLocation;
  expect([artifactLocation.uri, region.startLine]).toEqual(['lib/src/date.c', 5]);
});

test('a pull request that only says the same in other words is quiet', () => {
  const { status, annotations, out } = pullRequest(
    DATE.replace('month < 1 || month > 12', '!(month >= 1 && month <= 12)').replace(
      'int days',
      '/* Gregorian. */\nint days',
    ),
  );
  expect({ status, annotations }).toEqual({ status: 0, annotations: [] });
  expect(out).toContain('checked: 1 compared, 0 faults, 0 differences');
});

test('a build that is broken is a clear failure, at the line of the compiler', () => {
  const { status, annotations } = pullRequest(DATE.replace('return 31;', 'return 31'));
  expect(status).toBe(2);
  expect(annotations[0]).toMatch(/^::error file=lib\/src\/date\.c,line=8,.*cannot be checked::.*expected ';'/);
  expect(annotations[1]).toContain('a target does not compile');
});

test('action.yml runs these scripts, and hands on what they want to know', () => {
  const action = readFileSync(join(ROOT, 'action.yml'), 'utf8');
  for (const script of ['install.sh', 'check.sh']) expect(action).toContain(`$GITHUB_ACTION_PATH/action/${script}`);
  const given = new Set(Array.from(action.matchAll(/^ {8}(PATHFOLD_\w+):/gm), (match) => match[1]));
  const wanted = ['install.sh', 'check.sh'].flatMap((script) =>
    Array.from(readFileSync(join(ROOT, 'action', script), 'utf8').matchAll(/\$\{(PATHFOLD_\w+)/g), (match) => match[1]),
  );
  expect(given).toEqual(new Set(wanted));
});
