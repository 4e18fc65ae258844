/** Writes what is made from the table in src/cli/options/table.ts anew: OPTIONS.md, the manual page, the settings of the library. Run `npm run build` before. */
import { writeFileSync } from 'node:fs';
import { settingsSource } from '../dist/api/option-types.js';
import { optionsMarkdown } from '../dist/cli/options/help.js';
import { manPage } from '../dist/cli/options/man-page.js';

const write = (name, text) => writeFileSync(new URL(`../${name}`, import.meta.url), text);

write('OPTIONS.md', await optionsMarkdown());
write('man/pathfold.1', await manPage());
write('src/api/settings.ts', settingsSource());
