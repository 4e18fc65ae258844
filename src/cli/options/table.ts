/**
 * The one table of options, put together from those in tables/. The parser, `--help` of each command, OPTIONS.md and the manual page
 * are made from it (tests compare them). An option exists for the commands it names; a new command adds its name where it wants one.
 */
import type { CommandName } from '../commands.ts';
import type {
  ChoiceOption,
  FlagOption,
  NumberOption,
  OptionSpec,
  SecondsOption,
  TextOption,
  TextsOption,
} from './option-spec.ts';
import { COMPILING_OPTIONS } from './tables/compiling.ts';
import { SEARCH_OPTIONS } from './tables/exploring.ts';
import { INPUT_OPTIONS } from './tables/inputs.ts';
import { QUESTION_OPTIONS } from './tables/questions.ts';
import { RESULT_OPTIONS } from './tables/results.ts';

export const OPTIONS = {
  ...INPUT_OPTIONS,
  ...QUESTION_OPTIONS,
  ...SEARCH_OPTIONS,
  ...RESULT_OPTIONS,
  ...COMPILING_OPTIONS,
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;

type ValueOf<Spec extends OptionSpec> = Spec extends FlagOption
  ? boolean
  : Spec extends TextOption
    ? string | null
    : Spec extends TextsOption
      ? readonly string[]
      : Spec extends NumberOption | SecondsOption
        ? Spec['default'] extends number
          ? number
          : number | null
        : Spec extends ChoiceOption
          ? Spec['choices'][number]
          : readonly (readonly number[])[];

/** What the user asked for; absent options have their defaults. */
export type OptionValues = { readonly [Name in OptionName]: ValueOf<(typeof OPTIONS)[Name]> };

/** Options of a command, in the order of the table. */
export function optionsOf(command: CommandName, takesFiles: boolean): [OptionName, OptionSpec][] {
  return (Object.entries(OPTIONS) as [OptionName, OptionSpec][]).filter(([, spec]) => {
    if (spec.commands === 'all') return true;
    return spec.commands === 'files' ? takesFiles : spec.commands.includes(command);
  });
}

/** How an option is written: `-I, --include-directory DIR`. */
export function spelling(name: string, spec: OptionSpec): string {
  const long = spec.kind === 'flag' ? `--${name}` : `--${name} ${argumentText(spec)}`;
  return spec.letter === undefined ? long : `-${spec.letter}, ${long}`;
}

function argumentText(spec: Exclude<OptionSpec, FlagOption>): string {
  return spec.kind === 'numbers' ? spec.arguments.join(' ') : spec.argument;
}

/** The help text with choices and default: that of a command, or all of them. */
export function explanation(spec: OptionSpec, command: CommandName | null = null): string {
  if (spec.kind === 'choice') {
    const usual = (command !== null && spec.defaults?.[command]) || spec.default;
    const others = command === null ? Object.entries(spec.defaults ?? {}) : [];
    const defaults = [usual, ...others.map(([name, value]) => `${name}: ${value}`)];
    return `${spec.help}: ${spec.choices.join(', ')} (default: ${defaults.join('; ')})`;
  }
  if ((spec.kind === 'number' || spec.kind === 'seconds') && spec.default !== null) {
    return `${spec.help} (default: ${spec.default}${spec.kind === 'seconds' ? ' s' : ''})`;
  }
  return spec.help;
}
