/** What an option may be, and which commands explore a program. */
import type { CommandName } from '../commands.ts';

interface Common {
  /** Which commands have it. */
  readonly commands: readonly CommandName[] | 'all' | 'files';
  readonly help: string;
  /** A one-letter form, taking its value joined or apart, as compilers do: `-Ifolder`, `-I folder`. */
  readonly letter?: string;
}
export interface FlagOption extends Common {
  readonly kind: 'flag';
}
export interface TextOption extends Common {
  readonly kind: 'text';
  readonly argument: string;
}
/** May be given several times; keeps the order. */
export interface TextsOption extends Common {
  readonly kind: 'texts';
  readonly argument: string;
}
export interface NumberOption extends Common {
  readonly kind: 'number';
  readonly argument: string;
  /** Null when the absence of a number means something of its own, which `help` explains. */
  readonly default: number | null;
  readonly minimum: number;
}
export interface SecondsOption extends Common {
  readonly kind: 'seconds';
  readonly argument: string;
  readonly default: number | null;
}
export interface ChoiceOption extends Common {
  readonly kind: 'choice';
  readonly argument: string;
  readonly choices: readonly string[];
  readonly default: string;
  /** Where some commands have another one. */
  readonly defaults?: Partial<Record<CommandName, string>>;
}
/** Takes several whole numbers at once and may be repeated, like KLEE's `--sym-args MIN MAX N`. */
export interface NumbersOption extends Common {
  readonly kind: 'numbers';
  readonly arguments: readonly string[];
}
export type OptionSpec =
  | FlagOption
  | TextOption
  | TextsOption
  | NumberOption
  | SecondsOption
  | ChoiceOption
  | NumbersOption;

/** Commands that explore a program. */
export const EXPLORING = [
  'test',
  'cover',
  'summarize',
  'diff',
  'blame',
  'augment',
  'compare',
  'automaton',
] as const satisfies readonly CommandName[];
