/**
 * Time and memory of every static analysis on one program.
 *
 *   npm run build && node bench/analysis/static.js FILES... [-I DIR]... [-D NAME]...
 */
import { measureAnalyses } from './measure.js';

const files = [];
const includeDirectories = [];
const defines = [];
const given = process.argv.slice(2);
while (given.length > 0) {
  const word = given.shift();
  if (word === '-I') includeDirectories.push(given.shift());
  else if (word === '-D') defines.push(given.shift());
  else files.push(word);
}
await measureAnalyses(files, { includeDirectories, defines });
