// How fast the machine is: npm run bench:machine. Prints seconds, peak memory and, for concrete code, the ratio to the
// same C compiled natively (or, without cc, to WebAssembly in V8).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runReal } from '../../dist/suite/replay/wasm.js';
import { CONCRETE, PROGRAMS } from './programs.js';

const explorer = fileURLToPath(new URL('explore-once.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pathfold-bench-'));
try {
  console.log(`node ${process.version}`);
  for (const [title, file, text] of CONCRETE) {
    writeFileSync(join(folder, file), text);
    once(file); // fills the compiler's cache
    // One after the other, so that both meet the same moments of a busy machine.
    const rounds = [0, 1, 2].map(() => [once(file), once(file, 'closures')]);
    const [compiled, closures] = [0, 1].map((i) => fastest(rounds.map((round) => round[i])));
    if (compiled.instructions !== closures.instructions) throw new Error(`${file}: not the same instructions`);
    console.log(
      `${title}: ${millions(compiled)} million instructions per second, by closures ${millions(closures)}: ` +
        `${(closures.cpuSeconds / compiled.cpuSeconds).toFixed(1)} times, peak memory ${compiled.peakMb} MB`,
    );
    if (file === 'crc.c') console.log(`  ${await ratio(compiled.cpuSeconds)}`);
  }
  for (const [title, file, text] of PROGRAMS) {
    writeFileSync(join(folder, file), text);
    once(file);
    const best = fastest([once(file), once(file), once(file)]);
    console.log(
      `${title}: ${best.paths} paths, ${best.cpuSeconds.toFixed(2)} s of processor time (${best.seconds.toFixed(2)} s elapsed), ` +
        `${best.solverSeconds.toFixed(2)} s in the solver, peak memory ${best.peakMb} MB`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}

function once(file, ...words) {
  const run = spawnSync(process.execPath, [explorer, file, ...words], { cwd: folder, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

function fastest(runs) {
  return runs.sort((a, b) => a.cpuSeconds - b.cpuSeconds)[0];
}

function millions({ instructions, cpuSeconds }) {
  return (instructions / cpuSeconds / 1e6).toFixed(0);
}

/** A real run is too short to time, so it does the work many times over. */
async function ratio(seconds) {
  const rounds = 500;
  const compiled = spawnSync('cc', ['-O1', `-DROUNDS=${rounds}`, 'crc.c', '-o', 'crc'], { cwd: folder });
  const began = performance.now();
  let how = 'native code (cc -O1)';
  if (compiled.status === 0) spawnSync(join(folder, 'crc'));
  else {
    how = 'WebAssembly in V8 (compiling included)';
    await runReal(['crc.c'], { directory: folder, defines: [`ROUNDS=${rounds}`] });
  }
  const real = (performance.now() - began) / 1000 / rounds;
  return `${(seconds / real).toFixed(0)} times the time of ${how}, which takes ${(real * 1000).toFixed(2)} ms`;
}
