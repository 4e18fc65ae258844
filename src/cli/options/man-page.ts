/** The manual page, made from the tables: man/pathfold.1. */
import { CATALOGUE, REDUCTION_NAMES } from '../../reduce/catalogue.ts';
import { COMMAND_NAMES, COMMANDS, loadCommand } from '../commands.ts';
import { EXIT_STATUS_LINES } from '../exit-status.ts';
import { optionSections } from './help.ts';
import { explanation, spelling } from './table.ts';

const ENVIRONMENT: readonly [name: string, meaning: string][] = [
  ['PATHFOLD_CACHE', 'where compiled files are kept; a folder of your cache directory unless set'],
  ['PATHFOLD_BUILD', 'where `pathfold cc` keeps its records; .pathfold above the folder of the build unless set'],
  ['PATHFOLD_CC', 'the compiler that `pathfold cc` runs; cc, gcc or clang unless set'],
];

export async function manPage(): Promise<string> {
  const lines = [
    '.\\" Made from src/cli/options/table.ts by `npm run docs`.',
    '.TH PATHFOLD 1',
    '.SH NAME',
    text('pathfold - symbolic execution for C that explores each distinct behaviour once'),
    '.SH SYNOPSIS',
    '.B pathfold',
    '.I COMMAND FILES...',
    '[options] [-- CLANG\\-FLAGS...] [\\-\\-args ARGUMENTS...]',
    '.br',
    '.B pathfold',
    '.I COMMAND',
    '[options]',
    '.I PROGRAM ARGUMENTS...',
    '.SH DESCRIPTION',
    text(
      'FILES are C sources, LLVM IR (.ll) or LLVM bitcode (.bc). PROGRAM is an executable whose build was recorded.',
    ),
    '.SH COMMANDS',
  ];
  for (const name of COMMAND_NAMES) {
    const { description } = await loadCommand(name);
    lines.push(...entry(`pathfold ${name} ${COMMANDS[name].operands}`, description.replaceAll('\n', ' ')));
  }
  lines.push('.SH OPTIONS');
  for (const { title, options, command } of await optionSections()) {
    lines.push(`.SS ${text(title)}`);
    for (const [name, spec] of options) lines.push(...entry(spelling(name, spec), explanation(spec, command)));
  }
  lines.push('.SH REDUCTIONS', text('What --reduce chooses among.'));
  for (const name of REDUCTION_NAMES) {
    lines.push(...entry(name, `${CATALOGUE[name].meaning}; ${CATALOGUE[name].guarantee}`));
  }
  lines.push('.SH EXIT STATUS', ...EXIT_STATUS_LINES.flatMap(([status, meaning]) => entry(status, meaning)));
  lines.push('.SH ENVIRONMENT', ...ENVIRONMENT.flatMap(([name, meaning]) => entry(name, meaning)));
  lines.push('.SH EXAMPLES');
  for (const name of COMMAND_NAMES) {
    for (const example of (await loadCommand(name)).examples) lines.push('.nf', text(example), '.fi');
  }
  return `${lines.join('\n')}\n`;
}

function entry(term: string, meaning: string): string[] {
  return ['.TP', `.B ${text(term)}`, text(meaning)];
}

/** Dashes that can be copied, no accidental request at the start of a line, and no marks of Markdown. */
function text(plain: string): string {
  const escaped = plain.replaceAll('`', '').replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
