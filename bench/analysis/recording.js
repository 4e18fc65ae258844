/**
 * What it costs to record a trace: the same exhaustive exploration of the same programs with and without a recorder, in
 * turns, processor time. For comparison also with the dependence graph of every path built, which only those who ask
 * for dependences pay.
 *
 *   npm run bench:recording -- [PROGRAM...] [--rounds 3]
 *
 * Exits with 1 if recording makes a program more than three times slower.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CONCRETE, PROGRAMS } from '../machine/programs.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    rounds: { type: 'string', default: '3' },
    most: { type: 'string', default: '3' },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { loadProgram } = await from('frontend/load.js');
const { Exploration } = await from('explore/exploration.js');
const { ForkingSearch } = await from('explore/forking-search.js');
const { buildTrace } = await from('trace/build.js');
const { TraceFacts } = await from('trace/facts.js');
const { LogRecorder, logOf } = await from('trace/log.js');

class Recording extends ForkingSearch {
  recorder = new LogRecorder();
}

class Building extends Recording {
  constructor(facts) {
    super();
    this.facts = facts;
  }
  *explore(exploration) {
    this.names = exploration.machine.names;
    yield* super.explore(exploration);
  }
  ended(state) {
    buildTrace(logOf(state).entries(), this.names, this.facts);
  }
}

async function secondsOf(program, strategy) {
  // Without a recorder hot code would be compiled: what recording adds is measured against the closures that it slows down.
  const machine = { compileAfter: Number.POSITIVE_INFINITY };
  const exploration = await Exploration.create(program, { machine }, () => {}, strategy);
  globalThis.gc?.();
  const before = process.cpuUsage();
  exploration.run();
  const { user, system } = process.cpuUsage(before);
  const { completed, faulty } = exploration.counts;
  exploration.dispose();
  return { seconds: (user + system) / 1e6, paths: completed + faulty };
}

const LARGER = ['expression', 'packet', 'scheduler', 'date', 'connection'];
const texts = new Map([...CONCRETE.slice(0, 1), ...PROGRAMS].map(([, file, text]) => [file.replace('.c', ''), text]));
for (const name of LARGER) {
  texts.set(name, readFileSync(new URL(`../programs/${name}.c`, import.meta.url), 'utf8'));
}
const directory = mkdtempSync(join(tmpdir(), 'pathfold-bench-'));
const cell = (text, width) => String(text).padStart(width);
console.log(`node ${process.version}`);
console.log('program       paths   without  recording  ratio  with graphs  ratio   (best of rounds, seconds)');
try {
  for (const name of positionals.length > 0 ? positionals : texts.keys()) {
    writeFileSync(join(directory, `${name}.c`), texts.get(name));
    const program = await loadProgram([`${name}.c`], { directory });
    const facts = new TraceFacts(program);
    // A graph of every instruction executed is for paths of inputs: 40 million nodes would only show what memory costs.
    const kinds = [() => new ForkingSearch(), () => new Recording()];
    if (name !== 'crc') kinds.push(() => new Building(facts));
    const best = kinds.map(() => Number.POSITIVE_INFINITY);
    let paths = 0;
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [kind, make] of kinds.entries()) {
        const measured = await secondsOf(program, make());
        best[kind] = Math.min(best[kind], measured.seconds);
        paths = measured.paths;
      }
    }
    const [without, recording, building] = best;
    const more = building === undefined ? '' : cell(building.toFixed(2), 13) + cell((building / without).toFixed(2), 7);
    console.log(
      `${name.padEnd(12)}${cell(paths, 7)}${cell(without.toFixed(2), 10)}${cell(recording.toFixed(2), 11)}` +
        `${cell((recording / without).toFixed(2), 7)}${more}`,
    );
    if (recording > without * Number(values.most)) process.exitCode = 1;
  }
} finally {
  rmSync(directory, { recursive: true });
}
