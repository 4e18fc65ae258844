/**
 * GNU coreutils under pathfold and as they are: the same command lines, over the same files, must write the same and end with
 * the same status. Each program is loaded once from its executable and executed by the machine, command by command.
 *
 *   npm run posix -- [--build DIR] [--program NAME,...] [--verbose]
 *
 * DIR is a built source tree of coreutils, recorded with `pathfold cc`; without it, Debian's source package is fetched and built
 * in a temporary folder. Natively, commands run as a user who may do nothing, in a folder that is removed afterwards.
 * Exit status 1 when something differs that is not listed as known in known.js.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadProgram } from '../../dist/frontend/load.js';
import { openExecutable } from '../../dist/suite/replay/executable.js';
import { buildCoreutils } from './coreutils.js';
import { KNOWN } from './known.js';
import { runOnMachine } from './on-machine.js';
import { readCommand, WORLD } from './world.js';

const { values } = parseArgs({
  options: { build: { type: 'string' }, program: { type: 'string' }, verbose: { type: 'boolean', default: false } },
});
const wanted = values.program?.split(',');
const commands = readFileSync(new URL('commands.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(readCommand)
  .filter(({ words }) => wanted === undefined || wanted.includes(words[0]));
const build = values.build ?? buildCoreutils();
const MAX_SECONDS = 10;

const tally = { same: 0, known: 0, different: 0 };
const programs = [...new Set(commands.map(({ words }) => words[0]))];
for (const name of programs) {
  const file = join(build, 'src', name);
  const native = openExecutable(file, { reach: true, asOneself: false });
  let program;
  try {
    program = await loadProgram([file]);
  } catch (error) {
    report(name, `${name} cannot be loaded: ${error.message.split('\n')[0]}`);
    continue;
  }
  for (const command of commands.filter(({ words }) => words[0] === name)) {
    const expected = await native.run({ ...inputOf(command), inputs: [], leaks: false, world: WORLD }, MAX_SECONDS);
    report(command.line, difference(expected, runOnMachine(program, command, WORLD)));
  }
}
console.log(
  `${tally.same + tally.known + tally.different} command lines over ${programs.length} programs: ${tally.same} agree,
${tally.known} differ as known, ${tally.different} differ`.replace('\n', ' '),
);
process.exitCode = tally.different > 0 ? 1 : 0;

function inputOf({ words, stdin }) {
  return { args: words.map((word) => new TextEncoder().encode(word)), stdin };
}

function report(line, difference) {
  const known = KNOWN[line];
  const kind = difference === null ? 'same' : known === undefined ? 'different' : 'known';
  tally[kind]++;
  if (kind === 'different') console.log(`${line}\n    ${difference}`);
  else if (values.verbose) console.log(`${line}: ${difference === null ? 'same' : known}`);
  if (difference === null && known !== undefined) console.log(`${line}: agrees now; take it out of known.js`);
}

function difference(native, ours) {
  if (ours.problem !== null) return ours.problem;
  for (const stream of ['stdout', 'stderr']) {
    const [expected, seen] = [native[stream], ours[stream]].map((bytes) => Buffer.from(bytes).toString('latin1'));
    if (expected !== seen) return `${stream}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(seen)}`;
  }
  if (native.end !== 'exit') return `natively ${native.message}`;
  return native.status === (ours.status & 0xff) ? null : `status: expected ${native.status}, got ${ours.status}`;
}
