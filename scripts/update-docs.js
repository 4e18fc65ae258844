/** Writes what is made from tables of options anew: OPTIONS.md, the manual page, the settings of the library, a part of docs/KLEE.md. Run `npm run build` before. */
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsSource } from '../dist/api/option-types.js';
import { kleeOptionsMarkdown } from '../dist/cli/klee/help.js';
import { optionsMarkdown } from '../dist/cli/options/help.js';
import { manPage } from '../dist/cli/options/man-page.js';

const file = (name) => new URL(`../${name}`, import.meta.url);

writeFileSync(file('OPTIONS.md'), await optionsMarkdown());
writeFileSync(file('man/pathfold.1'), await manPage());
writeFileSync(file('src/api/settings.ts'), settingsSource());

const klee = readFileSync(file('docs/KLEE.md'), 'utf8');
const [before] = klee.split('<!-- options -->');
const [, after] = klee.split('<!-- end -->');
writeFileSync(file('docs/KLEE.md'), `${before}<!-- options -->\n\n${kleeOptionsMarkdown()}\n<!-- end -->${after}`);
