/** Writes what is made from tables of options anew: OPTIONS.md, and a part of docs/KLEE.md. Run `npm run build` before. */
import { readFileSync, writeFileSync } from 'node:fs';
import { kleeOptionsMarkdown } from '../dist/cli/klee/help.js';
import { optionsMarkdown } from '../dist/cli/options/help.js';

const file = (name) => new URL(`../${name}`, import.meta.url);

writeFileSync(file('OPTIONS.md'), await optionsMarkdown());

const klee = readFileSync(file('docs/KLEE.md'), 'utf8');
const [before] = klee.split('<!-- options -->');
const [, after] = klee.split('<!-- end -->');
writeFileSync(file('docs/KLEE.md'), `${before}<!-- options -->\n\n${kleeOptionsMarkdown()}\n<!-- end -->${after}`);
