/**
 * How fast bitcode becomes a program. Run `npm run build` first.
 *
 * The input is about 1 MB of bitcode with debug information, compiled once from generated C; the fastest and the
 * median of several reads are printed, after warming up (the first read includes compiling our own code).
 */
import { commands } from '@yowasp/clang';
import { readBitcode } from '../../dist/frontend/bitcode/read.js';
import { loadEmbeddedClang } from '../../dist/frontend/clang/embedded.js';
import { generateC } from './generated.js';

const FUNCTIONS = 270;
const ROUNDS = 9;

const flags = ['-w', '--target=wasm32-wasip1', '-O1', '-Xclang', '-disable-llvm-passes', '-g', '-emit-llvm', '-c'];
await loadEmbeddedClang(() => {});
const inputs = { 'input.c': generateC(FUNCTIONS) };
const files = await commands.clang([...flags, 'input.c', '-o', 'out.bc'], inputs, {});
const bytes = files['out.bc'];
const megabytes = bytes.length / 1e6;

const times = [];
let program = null;
let firstCpu = null;
for (let round = 0; round < ROUNDS; round++) {
  const start = performance.now();
  const before = process.cpuUsage();
  program = readBitcode(bytes, 'generated.bc');
  times.push(performance.now() - start);
  const { user, system } = process.cpuUsage(before);
  firstCpu ??= (user + system) / 1000;
}
const [first] = times;
times.sort((a, b) => a - b);
const median = times[ROUNDS >> 1];

console.log(`node ${process.version}`);
console.log(`${megabytes.toFixed(2)} MB of bitcode, ${program.instructionCount} instructions with debug information`);
console.log(`first ${first.toFixed(0)} ms (${firstCpu.toFixed(0)} ms of processor time, all threads)`);
console.log(`median ${median.toFixed(0)} ms, fastest ${times[0].toFixed(0)} ms`);
console.log(`${((megabytes / median) * 1000).toFixed(1)} MB/s`);
