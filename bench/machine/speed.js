// How fast the machine is: npm run bench:machine. Prints seconds, peak memory and, for concrete code, the ratio to the
// same C compiled natively (or, without cc, to WebAssembly in V8).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runReal } from '../../dist/suite/replay/wasm.js';
import { PROGRAMS } from './programs.js';

const explorer = fileURLToPath(new URL('explore-once.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pathfold-bench-'));
try {
  console.log(`node ${process.version}`);
  for (const [title, file, text] of PROGRAMS) {
    writeFileSync(join(folder, file), text);
    const once = () => {
      const run = spawnSync(process.execPath, [explorer, file], { cwd: folder, encoding: 'utf8' });
      if (run.status !== 0) throw new Error(run.stderr);
      return JSON.parse(run.stdout);
    };
    once(); // fills the compiler's cache
    const best = [once(), once(), once()].sort((a, b) => a.cpuSeconds - b.cpuSeconds)[0];
    const speed =
      file === 'crc.c'
        ? `, ${(best.instructions / best.cpuSeconds / 1e6).toFixed(1)} million instructions per second`
        : '';
    console.log(
      `${title}: ${best.paths} paths, ${best.cpuSeconds.toFixed(2)} s of processor time (${best.seconds.toFixed(2)} s elapsed), ` +
        `${best.solverSeconds.toFixed(2)} s in the solver, peak memory ${best.peakMb} MB${speed}`,
    );
    if (file === 'crc.c') console.log(`  ${await ratio(best.cpuSeconds)}`);
  }
} finally {
  rmSync(folder, { recursive: true });
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
