/**
 * What writing costs a run: `npm run bench:journal [-- --folder DIR]`. A tokenizer of 13,517 paths is explored with its tests
 * written to DIR (an ordinary disk; this folder by default). Writing may take 15 % of the run, and a test 1 KB.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { main } from '../../dist/cli/main.js';
import { JournalWriter } from '../../dist/suite/journal/writer.js';
import { OutputFolder } from '../../dist/suite/output-folder.js';

const { values } = parseArgs({ options: { folder: { type: 'string', default: '.' } } });
const folder = mkdtempSync(join(values.folder, 'pathfold-cost-'));
const source = fileURLToPath(new URL('../programs/tokenizer.c', import.meta.url));

let writing = 0;
function timed(prototype, names) {
  for (const name of names) {
    const original = prototype[name];
    prototype[name] = function (...words) {
      // One may call another: only the outermost counts.
      if (timed.isInside) return original.apply(this, words);
      const began = performance.now();
      timed.isInside = true;
      try {
        return original.apply(this, words);
      } finally {
        timed.isInside = false;
        writing += performance.now() - began;
      }
    };
  }
}
timed(JournalWriter.prototype, ['append', 'flush', 'commit', 'close']);
timed(OutputFolder.prototype, ['write', 'remove']);

let out = '';
const terminal = {
  interactive: false,
  out: (text) => (out += text),
  err: (text) => process.stderr.write(text),
  progress() {},
};
const words = ['test', source, '--reduce', 'none', '--replay', 'none', '--workers', '1', '--json'];
const began = performance.now();
await main([...words, '--out', join(folder, 'out')], terminal);
const seconds = (performance.now() - began) / 1000;
const { tests } = JSON.parse(out);
const bytes = statSync(join(folder, 'out', 'journal.pathfold')).size;
rmSync(folder, { recursive: true });

const share = writing / 1000 / seconds;
console.log(`${tests} tests in ${seconds.toFixed(2)} s; writing took ${(100 * share).toFixed(1)} % of it`);
console.log(`${(bytes / tests).toFixed(0)} bytes per test`);
process.exit(share <= 0.15 && bytes / tests <= 1024 ? 0 : 1);
