/** Benches and scripts are plain JavaScript over the compiled house, which no compiler checks: what they import must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = join(ROOT, 'dist/');

interface Import {
  readonly from: string;
  readonly module: string;
  readonly names: readonly string[];
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const still = text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)';/gm);
  const dynamic = text.matchAll(/const \{([^}]*)\} = await from\('([^']*)'\)/g);
  const namesIn = (list: string) =>
    list.split(',').flatMap(
      (name) =>
        name
          .trim()
          .split(/ as |:/)[0]
          .trim() || [],
    );
  return [
    ...Array.from(still, ([, names, path]) => ({
      from: file,
      module: resolve(dirname(file), path),
      names: namesIn(names),
    })),
    ...Array.from(dynamic, ([, names, path]) => ({ from: file, module: join(DIST, path), names: namesIn(names) })),
  ].filter(({ module }) => module.startsWith(DIST));
}

function isExported(name: string, source: string): boolean {
  const text = readFileSync(source, 'utf8');
  return (
    new RegExp(`^export (?:async |abstract )*(?:class|function\\*?|const|let) ${name}\\b`, 'm').test(text) ||
    new RegExp(`^export \\{[^}]*\\b${name}\\b[^}]*\\}`, 'm').test(text)
  );
}

test('what benches and scripts import from the compiled house is exported there', () => {
  const imports = ['bench', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
    )
    .filter((file) => file.endsWith('.js'))
    .flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(50);
  const missing = imports.flatMap(({ from, module, names }) => {
    const source = module.replace(DIST, join(ROOT, 'src/')).replace(/\.js$/, '.ts');
    if (!existsSync(source)) return [`${from}: there is no ${source}`];
    return names.filter((name) => !isExported(name, source)).map((name) => `${from}: ${source} exports no ${name}`);
  });
  expect(missing).toEqual([]);
});
