/** Writes OPTIONS.md anew, from the table in src/cli/options/table.ts. Run `npm run build` before. */
import { writeFileSync } from 'node:fs';
import { optionsMarkdown } from '../dist/cli/options/help.js';

writeFileSync(new URL('../OPTIONS.md', import.meta.url), await optionsMarkdown());
