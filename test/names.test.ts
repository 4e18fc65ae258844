/** One name, one thing: nothing that a module exports has the name of something another module exports. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** Every command exports it; src/cli/commands.ts says what it is. */
const SHARED_ON_PURPOSE = new Set(['command']);

function exportsOf(text: string): string[] {
  const declaration =
    /^export (?:async |abstract |declare )*(?:class|function\*?|interface|type|const|let|enum) (\w+)/gm;
  return Array.from(text.matchAll(declaration), (match) => match[1]);
}

test('two exported things never share a name', () => {
  const places = new Map<string, string[]>();
  for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    for (const name of new Set(exportsOf(readFileSync(`${SRC}${file}`, 'utf8')))) {
      places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(1000);
  const shared = [...places].filter(([name, files]) => files.length > 1 && !SHARED_ON_PURPOSE.has(name));
  expect(shared.map(([name, files]) => `${name}: ${files.sort().join(', ')}`)).toEqual([]);
});
