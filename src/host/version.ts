import { readFileSync } from 'node:fs';

/** package.json sits two folders above this file, in `src` as in `dist`. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
