/**
 * Generated programs (Debian's csmith), run by the machine and as WebAssembly in V8: the checksums they print must agree.
 *
 * A handful with fixed seeds here; `npm run csmith -- --programs 300 --seed 1` runs many. Programs that the compiled run
 * does not finish in five seconds are left out, as csmith writes endless loops too. Without csmith nothing is compared.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadProgram } from '../../src/frontend/load.ts';
import { DEFAULT_MACHINE_OPTIONS } from '../../src/machine/options.ts';
import { runReal } from '../../src/suite/replay/wasm.ts';
import { concreteText, exploreProgram } from './explore.ts';

const programs = Number(process.env.CSMITH_PROGRAMS ?? 4);
const firstSeed = Number(process.env.CSMITH_SEED ?? 1);
const HEADERS = ['/usr/include/csmith', '/usr/local/include/csmith'];
const headers = HEADERS.find((folder) => existsSync(join(folder, 'csmith.h')));
const csmith = headers !== undefined && spawnSync('csmith', ['--version']).status === 0;
if (!csmith) console.warn('csmith and libcsmith-dev are not installed: generated programs are not compared');

const directory = mkdtempSync(join(tmpdir(), 'pathfold-csmith-'));
afterAll(() => rmSync(directory, { recursive: true }));
let compared = 0;

function generate(seed: number): string {
  const options = ['--seed', String(seed), '--max-funcs', '8', '--max-block-depth', '4', '--no-packed-struct'];
  const made = spawnSync('csmith', options, { encoding: 'utf8', timeout: 60_000, maxBuffer: 2 ** 26 });
  if (made.status !== 0) throw new Error(`csmith failed with seed ${seed}: ${made.stderr}`);
  const file = `seed${seed}.c`;
  writeFileSync(join(directory, file), made.stdout);
  return file;
}

describe.runIf(csmith)('the machine and compiled code print the same checksum', () => {
  for (let seed = firstSeed; seed < firstSeed + programs; seed++) {
    it(`for csmith's seed ${seed}`, { timeout: 300_000 }, async ({ skip }) => {
      const file = generate(seed);
      const options = { directory, includeDirectories: [headers!], clangFlags: ['-w'] };
      const real = await runReal([file], { ...options, maxSeconds: 5 });
      if (real.end === 'stopped') skip(`the compiled program was stopped: ${real.message}`);
      // Every other program is compiled to JavaScript wherever it can be.
      const compileAfter = seed % 2 === 0 ? 10 : DEFAULT_MACHINE_OPTIONS.compileAfter;
      const { paths } = await exploreProgram(await loadProgram([file], options), {
        machine: { maxSteps: 1e9, compileAfter },
      });
      expect(paths.map(({ outcome }) => outcome.ending.message)).toEqual(['the program ended']);
      expect(concreteText(paths[0].outcome.stdout, null)).toBe(Buffer.from(real.stdout).toString('latin1'));
      compared++;
    });
  }

  it('for most of the seeds', () => expect(compared).toBeGreaterThanOrEqual(programs / 2));
});
