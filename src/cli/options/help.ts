/** Texts of `--help`, made from the tables. */

import { CATALOGUE, REDUCTION_NAMES, type ReductionName, type Switch } from '../../reduce/catalogue.ts';
import { PROPERTIES } from '../../reduce/properties/names.ts';
import { switchText } from '../../reduce/switches.ts';
import { COMMAND_NAMES, COMMANDS, type Command, type CommandName, loadCommand } from '../commands.ts';
import { EXIT_STATUS_LINES } from '../exit-status.ts';
import { EXPLORING, type OptionSpec } from './option-spec.ts';
import { explanation, type OptionName, optionsOf, spelling } from './table.ts';

const TAGLINE = 'pathfold: symbolic execution for C that explores each distinct behaviour once';

const FIRST_COMMANDS: readonly [string, string][] = [
  ['pathfold test lib.c --function parse', 'any function, with arbitrary arguments'],
  ['pathfold test program.c', 'main, whose inputs pathfold.h makes'],
  ['pathfold build -- make', 'a whole project; then: pathfold test ./program'],
];

export function generalHelp(): string {
  const commands = Object.entries(COMMANDS).map(([name, { operands, summary }]): [string, string] => [
    `${name} ${operands}`,
    summary,
  ]);
  return [
    TAGLINE,
    '',
    'Usage: pathfold COMMAND FILES... [options] [-- CLANG-FLAGS...] [--args ARGUMENTS...]',
    '       pathfold COMMAND [options] PROGRAM ARGUMENTS...',
    '',
    'FILES are C sources, LLVM IR (.ll) or LLVM bitcode (.bc). PROGRAM is an executable whose build was',
    'recorded by `pathfold cc` or `pathfold build`.',
    '',
    'Commands:',
    ...columns(commands),
    '',
    'Exit status:',
    ...columns([...EXIT_STATUS_LINES]),
    '',
    'To begin:',
    ...columns(FIRST_COMMANDS),
    '',
    '`pathfold COMMAND --help` explains a command and its options; `pathfold --version` is the version.',
    '',
  ].join('\n');
}

export function commandHelp(name: CommandName, command: Command): string {
  const options = optionsOf(name, command.takesFiles);
  const about = (compiling: boolean) =>
    options.filter(([, spec]) => (spec.commands === 'files') === compiling).map((option) => optionRow(option, name));
  const lines = [
    `Usage: ${usage(name, command)}`,
    '',
    ...wrap(command.description.replaceAll('\n', ' '), COLUMNS_OF_A_LINE),
  ];
  if (command.takesWordsAsTheyAre !== true) lines.push('', 'Options:', ...columns(about(false)));
  if (command.takesFiles) lines.push('', 'How C files are compiled:', ...columns(about(true)));
  if (options.some(([option]) => option === 'reduce')) {
    lines.push('', 'Reductions (--reduce), each with its switches (--switch):', ...reductionLines());
  }
  lines.push(
    '',
    command.examples.length > 1 ? 'Examples:' : 'Example:',
    ...command.examples.map((line) => `  ${line}`),
  );
  return `${lines.join('\n')}\n`;
}

function usage(name: CommandName, command: Command): string {
  const start = `pathfold ${name}`;
  const { operands } = COMMANDS[name];
  if (command.takesWordsAsTheyAre === true) return `${start} ${operands}`;
  if (command.takesCommand === true) return `${start} [options] ${operands}`;
  const compiling = command.takesFiles ? ' [-- CLANG-FLAGS...] [--args ARGUMENTS...]' : '';
  return `${start} ${operands} [options]${compiling}`;
}

function optionRow([name, spec]: [OptionName, OptionSpec], command: CommandName): [string, string] {
  return [spelling(name, spec), explanation(spec, command)];
}

function reductionLines(): string[] {
  return columns(
    REDUCTION_NAMES.flatMap((name): [string, string][] => [[name, CATALOGUE[name].meaning], ...switchRows(name)]),
  );
}

function switchRows(name: ReductionName): [string, string][] {
  const switches = Object.entries<Switch>(CATALOGUE[name].switches);
  return switches.map(([each, spec]) => [`  ${switchText(each, spec)}`, spec.meaning]);
}

const MOST_COLUMNS_OF_NAMES = 34;
const COLUMNS_OF_A_LINE = 100;

function columns(rows: readonly [string, string][]): string[] {
  const width = Math.min(MOST_COLUMNS_OF_NAMES, Math.max(...rows.map(([left]) => left.length)));
  return rows.flatMap(([left, right]) => {
    const [first, ...more] = wrap(right, COLUMNS_OF_A_LINE - width - 4);
    const start =
      left.length > width ? [`  ${left}`, `  ${' '.repeat(width)}  ${first}`] : [`  ${left.padEnd(width)}  ${first}`];
    return [...start, ...more.map((line) => `  ${' '.repeat(width)}  ${line}`)];
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

export interface OptionSection {
  readonly title: string;
  readonly options: readonly [OptionName, OptionSpec][];
  /** Null for what several commands share. */
  readonly command: CommandName | null;
}

/** All options, each where a reader looks for it: with its command, or with what many commands share. */
export async function optionSections(): Promise<OptionSection[]> {
  const sections: OptionSection[] = [];
  for (const name of COMMAND_NAMES) {
    const command = await loadCommand(name);
    const explores = EXPLORING.some((each) => each === name);
    const own = optionsOf(name, command.takesFiles).filter(
      ([, spec]) => Array.isArray(spec.commands) && !(explores && isExploring(spec)),
    );
    const title = `\`pathfold ${name} ${COMMANDS[name].operands}\``;
    if (own.length > 0) sections.push({ title, options: own, command: name });
  }
  const all = optionsOf(EXPLORING[0], true);
  const exploring = EXPLORING.map((name) => `\`${name}\``).join(', ');
  sections.push({
    title: `Every command that explores: ${exploring}`,
    options: all.filter(([, spec]) => isExploring(spec)),
    command: null,
  });
  sections.push({
    title: 'Every command that reads a program',
    options: all.filter(([, spec]) => !Array.isArray(spec.commands)),
    command: null,
  });
  return sections;
}

/** The text of OPTIONS.md. */
export async function optionsMarkdown(): Promise<string> {
  const sections = ['# Options\n', 'Made from src/cli/options/table.ts by `npm run docs`.\n'];
  sections.push(...(await optionSections()).map(markdownTable));
  const statuses = EXIT_STATUS_LINES.map(([status, meaning]) => `| ${status} | ${meaning} |`);
  sections.push(['## Exit status', '', '| status | meaning |', '|---|---|', ...statuses, ''].join('\n'));
  sections.push('## Reductions\n', ...REDUCTION_NAMES.map(reductionMarkdown));
  return sections.join('\n');
}

function isExploring({ commands }: OptionSpec): boolean {
  return Array.isArray(commands) && EXPLORING.every((name) => commands.includes(name));
}

function reductionMarkdown(name: ReductionName): string {
  const { meaning, guarantee, property, counts } = CATALOGUE[name];
  const switches = switchRows(name).map(([text, each]) => `| \`${text.trim()}\` | ${each} |`);
  const counted = Object.entries<string>(counts).map(([count, each]) => `| \`${count}\` | ${each} |`);
  return [
    `### \`--reduce ${name}\``,
    '',
    `${sentence(meaning)} When no limit was hit, ${guarantee}. \`pathfold compare\` checks: ${PROPERTIES[property]}.`,
    '',
    ...(switches.length === 0 ? [] : ['| switch | meaning |', '| --- | --- |', ...switches, '']),
    ...(counted.length === 0 ? [] : ['| count in summary.json | meaning |', '| --- | --- |', ...counted, '']),
  ].join('\n');
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function markdownTable({ title, options, command }: OptionSection): string {
  const rows = options.map(([name, spec]) => `| \`${spelling(name, spec)}\` | ${explanation(spec, command)} |`);
  return [`## ${title}`, '', '| option | meaning |', '| --- | --- |', ...rows, ''].join('\n');
}
