/** KLEE's options as text: what `pathfold klee --help` prints, and the table in docs/KLEE.md. */
import {
  KLEE_INSIDE_FLAGS,
  KLEE_INSIDE_VALUES,
  KLEE_OPTIONS,
  KLEE_REFUSED,
  KLEE_SYNONYMS,
  type KleeOption,
} from './option-table.ts';

const OPTIONS = Object.entries(KLEE_OPTIONS) as [string, KleeOption][];

export function kleeHelp(): string {
  const spelled = OPTIONS.map(([name, option]): [string, string] => [spelling(name, option), meaning(option)]);
  const width = Math.max(...spelled.map(([text]) => text.length));
  return [
    'usage: pathfold klee [OPTIONS] PROGRAM.bc|PROGRAM.c [ARGS...]',
    '       pathfold klee --install-shims DIR',
    '       pathfold klee --tool ktest-tool|klee-stats|klee-replay|gen-bout [ARGS...]',
    '',
    'options, with one dash or two:',
    ...spelled.map(([text, help]) => `  ${text.padEnd(width)}  ${help}`),
    '',
    "Options that only concern KLEE's insides are accepted without effect; others are refused by name.",
    'docs/KLEE.md lists them all.',
    '',
  ].join('\n');
}

/** The part of docs/KLEE.md between its marks. */
export function kleeOptionsMarkdown(): string {
  const rows = OPTIONS.map(([name, option]) => {
    const others = Object.keys(KLEE_SYNONYMS).filter((synonym) => KLEE_SYNONYMS[synonym] === name);
    const also = others.length === 0 ? '' : ` (also ${others.map((other) => `\`--${other}\``).join(', ')})`;
    return `| \`${spelling(name, option)}\` | ${meaning(option).replaceAll('|', '\\|')}${also} |`;
  });
  const list = (names: readonly string[]) => names.map((name) => `\`--${name}\``).join(', ');
  return [
    '### Honoured',
    '',
    '| option | meaning |',
    '|---|---|',
    ...rows,
    '',
    '### Accepted without effect',
    '',
    `${list([...KLEE_INSIDE_FLAGS, ...KLEE_INSIDE_VALUES].sort())}.`,
    '',
    '### Refused',
    '',
    '| option | why |',
    '|---|---|',
    ...Object.entries(KLEE_REFUSED).map(([name, reason]) => `| \`--${name}\` | ${reason} |`),
    '',
  ].join('\n');
}

function spelling(name: string, option: KleeOption): string {
  if (option.kind !== 'flag') return `--${name}=${option.argument}`;
  return option.default === true ? `--${name}=false` : `--${name}`;
}

function meaning(option: KleeOption): string {
  if (option.kind === 'flag') return option.default === true ? `${option.help} (default: true)` : option.help;
  if (!('choices' in option) || option.choices === undefined || option.choices.length > 12) return option.help;
  return option.help.includes(option.choices[0]) ? option.help : `${option.help}: ${option.choices.join(', ')}`;
}
