/**
 * Sixteen edited versions of each control program, in the manner of table 2 of the paper on directed incremental symbolic
 * execution: changed and affected instructions, then path conditions (reported paths), states (ended paths), executed
 * instructions and seconds of the directed search (analysis included) against the exhaustive one.
 *
 *   npm run build && npm run bench:versions -- [brake|altitude] [--versions 1,2] [--define CYCLES=1]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    versions: { type: 'string' },
    define: { type: 'string', multiple: true, default: [] },
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    seconds: { type: 'string', default: '120' },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { loadProgram } = await from('frontend/load.js');
const { Exploration, DEFAULT_EXPLORATION, ForkingSearch } = await from('explore/exploration.js');
const { NO_LIMITS } = await from('explore/forking.js');
const { affectedStatements } = await from('reduce/change/affected.js');
const { changeReduction } = await from('reduce/change/strategy.js');

const sources = fileURLToPath(new URL('../programs/control', import.meta.url));
const wanted = values.versions === undefined ? null : new Set(values.versions.split(',').map(Number));
const scratch = mkdtempSync(join(tmpdir(), 'pathfold-versions-'));
const load = (file) => loadProgram([file], { defines: values.define });

async function explore(program, strategy) {
  const limits = { ...NO_LIMITS, maxTimeMs: Number(values.seconds) * 1000 };
  let reported = 0;
  const count = () => reported++;
  const exploration = await Exploration.create(program, { ...DEFAULT_EXPLORATION, limits }, count, strategy);
  const began = performance.now();
  exploration.run();
  const seconds = (performance.now() - began) / 1000;
  const { machine, limits: hit } = exploration;
  exploration.dispose();
  return {
    reported,
    states: exploration.pathsEnded,
    instructions: machine.instructions,
    seconds,
    limit: [...hit].join(' '),
  };
}

const HEADER = [
  'version',
  'changed',
  'affected',
  'conditions',
  'all',
  'states',
  'all',
  'instructions',
  'all',
  'seconds',
  'all',
  '',
];
const print = (cells) => console.log(cells.map((cell, i) => String(cell).padStart(i === 0 ? 12 : 13)).join(''));

try {
  for (const name of positionals.length > 0 ? positionals : ['brake', 'altitude']) {
    const text = readFileSync(join(sources, `${name}.c`), 'utf8');
    const old = await load(join(sources, `${name}.c`));
    print(HEADER);
    for (const { version, find, replace } of JSON.parse(readFileSync(join(sources, `${name}.versions.json`), 'utf8'))) {
      if (wanted !== null && !wanted.has(version)) continue;
      const file = join(scratch, `${name}-${version}.c`);
      writeFileSync(
        file,
        text.replace(find, () => replace),
      );
      const changed = await load(file);
      const began = performance.now();
      const statements = affectedStatements(old, changed);
      const { ids, difference } = statements;
      const analysis = (performance.now() - began) / 1000;
      const directed = await explore(changed, changeReduction(statements));
      const full = await explore(changed, new ForkingSearch());
      print([
        `${name} ${version}`,
        difference.inNew.size + difference.inOld.size,
        ids.size,
        directed.reported,
        full.reported,
        directed.states,
        full.states,
        directed.instructions,
        full.instructions,
        (directed.seconds + analysis).toFixed(2),
        full.seconds.toFixed(2),
        [directed.limit, full.limit].filter((limit) => limit !== '').join(' / '),
      ]);
    }
  }
} finally {
  rmSync(scratch, { recursive: true });
}
