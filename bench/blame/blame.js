/**
 * Looks for the causes of regressions that are known: is the line that was edited in the report, how many lines are in it, and
 * how long does it take; with the conditions that differing outputs hang on and, for comparison, with those of whole paths.
 *
 *   npm run bench:blame -- [--only N,M] [--making] [--no-path] [--show] [--record] [--json FILE]
 *
 * `--record` writes the table into docs/DEBUGGING.md.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { regressions, regressionsWhileMaking, versionsOf } from './regressions.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    making: { type: 'boolean', default: false },
    path: { type: 'boolean', default: true },
    show: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    json: { type: 'string' },
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
  },
  allowNegative: true,
});
const json = values.json === undefined ? null : resolve(values.json);
const { main } = await import(`${values.dist}/cli/main.js`);
const programs = fileURLToPath(new URL('../programs', import.meta.url));
const guide = fileURLToPath(new URL('../../docs/DEBUGGING.md', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pathfold-blame-'));
process.chdir(scratch);

async function run(...words) {
  const written = { out: '', err: '' };
  const terminal = {
    interactive: false,
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    progress() {},
  };
  const began = performance.now();
  const status = await main(words, terminal);
  return { status, ...written, seconds: (performance.now() - began) / 1000 };
}

/** What a report says, against the truth. */
function judge(report, lines) {
  const places = report.causes.flatMap(({ places, branch }) => [places, ...(branch === null ? [] : [branch])]);
  const isTrue = (sides) =>
    ['old', 'new'].some((side) => sides[side] !== null && lines[side].includes(sides[side].line));
  const distinct = new Set(places.map(({ old, new: changed }) => JSON.stringify([old?.line, changed?.line])));
  const rank = report.causes.findIndex(({ places, branch }) => isTrue(places) || (branch !== null && isTrue(branch)));
  return {
    found: rank >= 0,
    rank: rank + 1,
    lines: distinct.size,
    witness: report.causes[Math.max(rank, 0)]?.witness != null,
  };
}

async function measure(regression, number) {
  const { program, inputs, defines } = regression;
  const source = readFileSync(join(programs, program), 'utf8');
  const versions = versionsOf(source, regression);
  const folder = String(number);
  for (const side of ['old', 'new']) {
    mkdirSync(join(folder, side), { recursive: true });
    writeFileSync(join(folder, side, basename(program)), versions[side]);
  }
  writeFileSync(join(folder, 'test.json'), JSON.stringify({ inputs }));
  const files = ['old', 'new'].map((side) => join(folder, side, basename(program)));
  const words = [
    'blame',
    ...files,
    '--test',
    join(folder, 'test.json'),
    ...defines.map((text) => `-D${text}`),
    '--force',
  ];
  const results = {};
  for (const conditions of values.path ? ['slice', 'path'] : ['slice']) {
    const { out, err, seconds } = await run(
      ...words,
      '--conditions',
      conditions,
      '--json',
      '--out',
      join(folder, conditions),
    );
    results[conditions] = out === '' ? { error: err.trim() } : { ...judge(JSON.parse(out), versions.lines), seconds };
  }
  if (values.show) console.log((await run(...words, '--out', join(folder, 'shown'))).out);
  return { ...regression, size: source.split('\n').length - 1, truth: versions.lines, ...results };
}

const all = values.making ? regressionsWhileMaking : regressions;
const wanted = values.only === undefined ? null : new Set(values.only.split(',').map(Number));
const rows = [];
const cells = ({ error, found, rank, lines, witness, seconds } = { error: '' }) =>
  error !== undefined
    ? [error, '', '', '']
    : [found ? `${rank}` : 'no', lines, witness ? 'yes' : 'no', seconds.toFixed(1)];
for (const [i, regression] of all.entries()) {
  if (wanted !== null && !wanted.has(i + 1)) continue;
  const row = await measure(regression, i + 1);
  rows.push(row);
  console.log(
    [i + 1, basename(row.program), row.kind, row.what, '|', ...cells(row.slice), '|', ...cells(row.path)].join('  '),
  );
}
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const totals = (kind) => {
  const done = rows.map((row) => row[kind]).filter((each) => each !== undefined && each.error === undefined);
  return {
    found: done.filter(({ found }) => found).length,
    first: done.filter(({ rank }) => rank === 1).length,
    lines: median(done.map(({ lines }) => lines)),
    most: Math.max(...done.map(({ lines }) => lines)),
    seconds: Math.max(...done.map(({ seconds }) => seconds)),
  };
};
for (const kind of values.path ? ['slice', 'path'] : ['slice']) {
  const { found, first, lines, most, seconds } = totals(kind);
  console.log(
    `${kind}: the true line is in ${found} of ${rows.length} reports, first in ${first}; median ${lines} lines, most ${most}; slowest ${seconds.toFixed(1)} s`,
  );
}
if (values.record && wanted === null && values.path && !values.making) record();
if (json !== null) {
  const kept = rows.map(({ program, kind, what, size, slice, path }) => ({ program, kind, what, size, slice, path }));
  writeFileSync(json, JSON.stringify(kept));
}
rmSync(scratch, { recursive: true, force: true });

function record() {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const header = ['program', 'lines', 'kind', 'what was done', 'rank', 'lines', 'rank (path)', 'lines (path)'];
  const table = rows.map(({ program, size, kind, what, slice, path }) =>
    line([
      basename(program),
      size,
      kind,
      what,
      slice.found ? slice.rank : 'no',
      slice.lines,
      path.found ? path.rank : 'no',
      path.lines,
    ]),
  );
  const sums = ['slice', 'path'].map((kind) => {
    const { found, first, lines, most } = totals(kind);
    return `- \`--conditions ${kind}\`: the edited line is in ${found} of ${rows.length} reports, in the first place in ${first}; ${lines} lines in the median, ${most} at most.`;
  });
  const text = [line(header), line(header.map(() => '---')), ...table, '', ...sums].join('\n');
  const page = readFileSync(guide, 'utf8');
  writeFileSync(
    guide,
    page.replace(/(<!-- regressions -->\n)[\s\S]*?(<!-- end -->)/, (_, begin, end) => `${begin}${text}\n${end}`),
  );
}
