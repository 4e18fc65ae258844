/** Where a subject's files are: its package as Debian has it, fetched once into .cache/study, and our harness. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchSources } from '../frontend/debian-sources.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, '.cache', 'study', 'sources');
const HARNESSES = fileURLToPath(new URL('subjects', import.meta.url));

export function fetchMissing(subjects) {
  const missing = subjects.filter((subject) => subject.package !== null && unpacked(subject) === null);
  if (missing.length === 0) return;
  mkdirSync(CACHE, { recursive: true });
  fetchSources([...new Set(missing.map((subject) => subject.package))], CACHE);
  const absent = missing.filter((subject) => unpacked(subject) === null).map(({ name }) => name);
  if (absent.length > 0) throw new Error(`Debian's sources of ${absent.join(', ')} could not be fetched`);
}

/** The folder to run in, and the words after the command: files and how to compile them. */
export function buildOf(subject, size) {
  const harness = join(HARNESSES, subject.name);
  const include = [harness, ...subject.include].flatMap((folder) => ['-I', folder]);
  const defines = [`N=${size}`, ...(subject.defines ?? [])].flatMap((define) => ['-D', define]);
  const prelude = subject.prelude === true ? ['--include', join(harness, 'prelude.h')] : [];
  return {
    directory: subject.package === null ? harness : unpacked(subject),
    words: [join(harness, 'harness.c'), ...subject.sources, ...prelude, ...include, ...defines],
  };
}

/** As the archive is called: name and version. */
export function versionOf(subject) {
  if (subject.package === null) return null;
  const archive = readdirSync(join(CACHE, subject.package)).find((file) => file.includes('.orig.tar'));
  return archive.slice(archive.indexOf('_') + 1, archive.indexOf('.orig.tar'));
}

function unpacked({ package: name }) {
  const place = join(CACHE, name);
  if (!existsSync(place)) return null;
  const folder = readdirSync(place, { withFileTypes: true }).find((entry) => entry.isDirectory());
  return folder === undefined ? null : join(place, folder.name);
}
