/** Where results lie that docs/EVALUATION.md is made from. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export function resultFile(name) {
  return fileURLToPath(new URL(`../../docs/evaluation/${name}`, import.meta.url));
}

/** Null where nothing was measured. */
export function readResult(name) {
  const file = resultFile(name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

export function writeResult(name, value) {
  const file = resultFile(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);
}
