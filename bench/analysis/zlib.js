/**
 * The static analyses on a real program of about 20,000 instructions: Debian's zlib with its minigzip, fetched with apt
 * into a temporary folder. Usage: npm run bench:analysis. Exits with 1 beyond 10 s or 1 GB.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchSources } from '../frontend/debian-sources.js';
import { measureAnalyses } from './measure.js';

const folder = mkdtempSync(join(tmpdir(), 'pathfold-bench-'));
try {
  fetchSources(['zlib'], folder);
  const place = join(folder, 'zlib');
  const unpacked = readdirSync(place).find((name) => !name.includes('.tar') && !name.endsWith('.dsc'));
  if (unpacked === undefined) throw new Error('apt-get did not deliver the sources of zlib');
  const top = join(place, unpacked);
  const files = readdirSync(top).filter((name) => name.endsWith('.c'));
  const { seconds, megabytes } = await measureAnalyses([...files, 'test/minigzip.c'], {
    directory: top,
    includeDirectories: [top],
    defines: ['HAVE_UNISTD_H'],
  });
  if (seconds > 10 || megabytes > 1024) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
