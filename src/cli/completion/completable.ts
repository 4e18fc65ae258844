/** What a shell can complete, read off the tables of commands and options. */
import { COMMAND_NAMES, COMMANDS, type CommandEntry, loadCommand } from '../commands.ts';
import type { OptionSpec } from '../options/option-spec.ts';
import { optionsOf } from '../options/table.ts';

/** What may stand in a place: one of some words, a path, or something that cannot be guessed. */
export type Completable =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' | 'folders' | 'anything' };

export interface CompletableOption {
  /** Without dashes. */
  readonly name: string;
  readonly letter: string | null;
  readonly help: string;
  /** Null for a flag; what `argument` means otherwise. */
  readonly value: Completable | null;
  readonly argument: string;
  readonly isRepeatable: boolean;
}

export interface CompletableCommand {
  readonly name: string;
  readonly summary: string;
  readonly operands: Completable;
  /** Nothing among its words is an option of ours. */
  readonly takesWordsAsTheyAre: boolean;
  readonly options: readonly CompletableOption[];
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

export async function completableCommands(): Promise<CompletableCommand[]> {
  return Promise.all(
    COMMAND_NAMES.map(async (name) => {
      const { summary, operands }: CommandEntry = COMMANDS[name];
      const command = await loadCommand(name);
      const isVerbatim = command.takesWordsAsTheyAre === true;
      return {
        name,
        summary,
        operands: operandsOf(operands),
        takesWordsAsTheyAre: isVerbatim,
        options: isVerbatim ? [] : optionsOf(name, command.takesFiles).map(([option, spec]) => optionOf(option, spec)),
      };
    }),
  );
}

/** `FILES...`, `DIR [N]`, `bash|zsh|fish`: as the list of commands shows them. */
function operandsOf(text: string): Completable {
  if (/^[a-z]+(\|[a-z]+)+$/.test(text)) return { kind: 'words', words: text.split('|') };
  return { kind: /^DIR\b/.test(text) ? 'folders' : 'files' };
}

function optionOf(name: string, spec: OptionSpec): CompletableOption {
  return {
    name,
    letter: spec.letter ?? null,
    help: spec.help,
    value: spec.kind === 'flag' ? null : valueOfOption(spec),
    argument: spec.kind === 'flag' ? '' : spec.kind === 'numbers' ? spec.arguments.join(' ') : spec.argument,
    isRepeatable: spec.kind === 'texts' || spec.kind === 'numbers',
  };
}

function valueOfOption(spec: Exclude<OptionSpec, { kind: 'flag' }>): Completable {
  if (spec.kind === 'choice') return { kind: 'words', words: spec.choices };
  if (spec.kind !== 'text' && spec.kind !== 'texts') return { kind: 'anything' };
  if (spec.argument === 'DIR') return { kind: 'folders' };
  return { kind: ['PATH', 'FILE', 'TEST'].includes(spec.argument) ? 'files' : 'anything' };
}
