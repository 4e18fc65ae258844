// How fast the machine is: npm run bench:machine. Prints seconds, peak memory and, for concrete code, the ratio to the
// same C compiled natively (or, without cc, to WebAssembly in V8).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runReal } from '../../dist/suite/replay/wasm.js';

const crc = `#include <stdint.h>
#include <stdio.h>
#ifndef ROUNDS
#define ROUNDS 1
#endif
static unsigned char data[400000];
static uint32_t table[256];
int main(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  for (int i = 0; i < 400000; i++) data[i] = (unsigned char)(i * 31 + (i >> 8));
  uint32_t crc = 0;
  for (int round = 0; round < ROUNDS; round++) {
    crc = ~0u;
    for (int i = 0; i < 400000; i++) crc = table[(crc ^ data[i]) & 0xff] ^ (crc >> 8);
    crc ^= ~0u;
    data[round] ^= 1;
  }
  printf("%08x\\n", (unsigned)crc);
  return 0;
}
`;
const branches = `#include <pathfold.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 12; i++) if (pathfold_int("x") > i) sum += i;
  return sum;
}
`;
const sort = `#include <pathfold.h>
#define N 6
int main(void) {
  int a[N];
  pathfold_bytes(a, sizeof a, "a");
  for (int i = 1; i < N; i++) {
    int x = a[i], j = i;
    for (; j > 0 && a[j - 1] > x; j--) a[j] = a[j - 1];
    a[j] = x;
  }
  return 0;
}
`;
const glob = `#include <pathfold.h>
static int match(const char *pattern, const char *text) {
  if (*pattern == 0) return *text == 0;
  if (*pattern == '*') return match(pattern + 1, text) || (*text && match(pattern, text + 1));
  if (*text == 0) return 0;
  if (*pattern == '?' || *pattern == *text) return match(pattern + 1, text + 1);
  return 0;
}
int main(void) {
  char pattern[4], text[4];
  pathfold_string(pattern, sizeof pattern, "pattern");
  pathfold_string(text, sizeof text, "text");
  return match(pattern, text);
}
`;

const PROGRAMS = [
  ['CRC-32 of 400,000 bytes', 'crc.c', crc],
  ['12 independent branches', 'branches.c', branches],
  ['insertion sort of 6', 'sort.c', sort],
  ['glob matcher, 3 and 3 bytes', 'glob.c', glob],
];

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
