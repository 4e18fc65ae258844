/**
 * A long run of the referee: `npm run referee -- --programs N --seed S [--reduce NAME [--switch NAME=VALUE]...]`, or with
 * `--edits N` one over generated edits, where `diff` must tell the truth and, with `--reduce NAME`, a reduction about a change
 * (change, change,dependence, change,output) must keep what it promises, or with `--functions N` one over generated functions and
 * versions of them, where `diff` and `summarize` must agree with compiled code in all that a caller can see. With `--merge simple`
 * the programs are judged as if-conversion makes them, and held against an interpreter first. Programs that show a loss are
 * shrunken, printed and kept under
 * test/cases/referee, where the tests judge them from then on; edits and functions are only printed
 * (`REFEREE_SEED=S npx vitest run test/referee/change.test.ts` shrinks those of `change`).
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    reduce: { type: 'string', default: '' },
    edits: { type: 'string' },
    functions: { type: 'string' },
    switch: { type: 'string', multiple: true, default: [] },
    merge: { type: 'string', default: 'off' },
  },
});
for (const name of ['programs', 'seed', 'edits', 'functions']) {
  if (values[name] !== undefined && !/^\d+$/.test(values[name])) {
    console.error(`--${name} ${values[name]}: not a number`);
    process.exit(2);
  }
}
if (values.switch.length > 0 && values.reduce === '') {
  console.error('--switch needs --reduce NAME: it is one of its switches');
  process.exit(2);
}
if (!['off', 'simple'].includes(values.merge)) {
  console.error(`--merge ${values.merge}: off or simple`);
  process.exit(2);
}
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const files =
  values.functions !== undefined
    ? ['functions.test.ts']
    : values.edits !== undefined
      ? [values.reduce === '' ? 'diff.test.ts' : 'change.test.ts']
      : values.merge === 'simple'
        ? ['machine.test.ts', 'referee.test.ts']
        : ['referee.test.ts'];
const paths = files.map((file) => `test/referee/${file}`);
const { status } = spawnSync(process.execPath, [vitest, 'run', ...paths, '--disable-console-intercept'], {
  stdio: 'inherit',
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: {
    ...process.env,
    REFEREE_PROGRAMS: values.functions ?? values.edits ?? values.programs,
    REFEREE_SEED: values.seed,
    REFEREE_REDUCE: values.reduce,
    REFEREE_SWITCH: values.switch.join(' '),
    REFEREE_MERGE: values.merge,
    REFEREE_KEEP: '1',
  },
});
process.exit(status ?? 1);
