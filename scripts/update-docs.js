/** Writes the README's list of options anew, from the table in src/cli/options.ts. Run `npm run build` before. */
import { readFileSync, writeFileSync } from 'node:fs';
import { optionsMarkdown } from '../dist/cli/help.js';

const path = new URL('../README.md', import.meta.url);
const text = readFileSync(path, 'utf8');
const section = /(<!-- options:.*-->\n)[\s\S]*(<!-- end of options -->)/;
const options = await optionsMarkdown();
writeFileSync(
  path,
  text.replace(section, (_, start, end) => `${start}\n${options}\n${end}`),
);
