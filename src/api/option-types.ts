/** The settings of the library as TypeScript, made from the table of options: `npm run docs` writes settings.ts with it. */
import { EXPLORING, type OptionSpec } from '../cli/options/option-spec.ts';
import { explanation, OPTIONS, type OptionName, optionsOf, spelling } from '../cli/options/table.ts';
import { settingName } from './invocation.ts';

/** About printing and about several runs, which programs do in their own way. */
const NOT_FOR_PROGRAMS: ReadonlySet<OptionName> = new Set([
  'all-functions',
  'allow-incomplete',
  'cases',
  'debug',
  'help',
  'json',
  'markdown',
]);

const INTERFACES = {
  test: 'ExploreSettings',
  cover: 'CoverSettings',
  summarize: 'SummarizeSettings',
  diff: 'DiffSettings',
};

export function settingsSource(): string {
  const all = (Object.entries(OPTIONS) as [OptionName, OptionSpec][]).filter(([name]) => !NOT_FOR_PROGRAMS.has(name));
  const exploring = ([, { commands }]: [OptionName, OptionSpec]) =>
    Array.isArray(commands) && EXPLORING.every((command) => commands.includes(command));
  const parts = [
    '/** Options of the commands, for programs. Made from src/cli/options/table.ts by `npm run docs`. */',
    "import type { OPTIONS } from '../cli/options/table.ts';",
    "import type { MoreWords } from './invocation.ts';",
    "import type { RunControl } from './run.ts';",
    '',
    "type Choice<Name extends ChoiceName> = (typeof OPTIONS)[Name]['choices'][number];",
    '',
    'type ChoiceName = {',
    "  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['kind'] extends 'choice' ? Name : never;",
    '}[keyof typeof OPTIONS];',
    '',
    '/** How programs are compiled. */',
    ...declaration(
      'CompileSettings extends MoreWords',
      all.filter(([, { commands }]) => commands === 'files'),
    ),
    '',
    '/** What all that explore a program have in common. */',
    ...declaration('ExploringSettings extends CompileSettings, RunControl', all.filter(exploring)),
  ];
  for (const [command, name] of Object.entries(INTERFACES)) {
    const own = optionsOf(command as keyof typeof INTERFACES, true).filter(
      (option) => Array.isArray(option[1].commands) && !exploring(option) && !NOT_FOR_PROGRAMS.has(option[0]),
    );
    parts.push('', ...declaration(`${name} extends ExploringSettings`, own));
  }
  return `${parts.join('\n')}\n`;
}

function declaration(head: string, options: readonly [OptionName, OptionSpec][]): string[] {
  const members = options.flatMap(([name, spec]) => [
    `  /** \`${spelling(name, spec)}\`: ${explanation(spec)}. */`,
    `  readonly ${settingName(name)}?: ${typeOf(name, spec)};`,
  ]);
  return [`export interface ${head} {`, ...members, '}'];
}

function typeOf(name: OptionName, spec: OptionSpec): string {
  switch (spec.kind) {
    case 'flag':
      return 'boolean';
    case 'text':
      return 'string';
    case 'texts':
      return 'string | readonly string[]';
    case 'number':
      return 'number';
    case 'seconds':
      return 'number | string';
    case 'choice':
      return `Choice<'${name}'>`;
    case 'numbers': {
      if (spec.arguments.length === 1) return 'number | readonly number[]';
      const one = `readonly [${spec.arguments.map((each) => `${each.toLowerCase()}: number`).join(', ')}]`;
      return `readonly (${one})[]`;
    }
  }
}
