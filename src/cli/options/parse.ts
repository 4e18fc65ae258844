/** Words of a command line to an invocation, by the table of options. */
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';
import type { Journal } from '../../suite/journal/reader.ts';
import type { CommandName } from '../commands.ts';
import type { OptionSpec } from './option-spec.ts';
import { OPTIONS, type OptionName, type OptionValues, optionsOf, spelling } from './table.ts';

export interface Invocation {
  readonly command: CommandName;
  readonly options: OptionValues;
  readonly operands: readonly string[];
  /** What stands after `--`: flags for clang. */
  readonly clangFlags: readonly string[];
  /** What stands after `--args`, or after an executable: arguments of the program. */
  readonly programArguments: readonly string[];
  /** When the command began, as `performance.now` tells it. */
  readonly began?: number;
  /** The whole command line. */
  readonly words?: readonly string[];
  /** The function to explore is one of several that a command is run for. */
  readonly isOneOfSeveral?: boolean;
  /** What a run that is taken up again has left. */
  readonly resumes?: Journal;
  /** Options in the order given, where that matters. */
  readonly given: readonly { readonly name: OptionName; readonly value: unknown }[];
}

/**
 * The operand for which `isLast` holds is the last: words after it are not ours. It is asked with the operands so far, that
 * one included, and the options before them.
 */
export function parseArguments(
  command: CommandName,
  takesFiles: boolean,
  words: readonly string[],
  isLast: (operands: readonly string[], build: string | null) => boolean = () => false,
): Invocation {
  return new Parser(command, takesFiles, words, isLast).parse();
}

/** Ends what is said to pathfold and to clang. */
const ARGUMENTS = '--args';

/** Options whose value begins with a place of the program, such as `p->state`. */
const PLACES: ReadonlySet<string> = new Set<OptionName>([
  'state',
  'initial',
  'output',
  'nullable',
  'never-null',
  'callback',
  'string',
  'array',
  'length',
  'range',
  'input',
]);

class Parser {
  private readonly specs: ReadonlyMap<string, OptionSpec>;
  private readonly values = new Map<string, unknown>();
  private readonly given: { name: OptionName; value: unknown }[] = [];
  private at = 0;

  constructor(
    private readonly command: CommandName,
    takesFiles: boolean,
    private readonly words: readonly string[],
    private readonly isLast: (operands: readonly string[], build: string | null) => boolean,
  ) {
    this.specs = new Map(optionsOf(command, takesFiles));
  }

  parse(): Invocation {
    const operands: string[] = [];
    let clangFlags: readonly string[] = [];
    let programArguments: readonly string[] = [];
    while (this.at < this.words.length) {
      const word = this.words[this.at++];
      const rest = this.words.slice(this.at);
      const end = rest.indexOf(ARGUMENTS);
      if (word === '--') {
        clangFlags = end === -1 ? rest : rest.slice(0, end);
        programArguments = end === -1 ? [] : rest.slice(end + 1);
        break;
      }
      if (word === ARGUMENTS) {
        programArguments = rest;
        break;
      }
      if (word.startsWith('-') && word !== '-') this.option(word);
      else {
        operands.push(word);
        if (!this.isLast(operands, (this.values.get('build') as string | undefined) ?? null)) continue;
        programArguments = rest;
        break;
      }
    }
    return {
      command: this.command,
      options: this.complete(),
      operands,
      clangFlags,
      programArguments,
      given: this.given,
    };
  }

  private option(word: string): void {
    const lettered = this.letterOption(word);
    if (lettered !== null) {
      this.take(lettered.name, lettered.spec, lettered.joined);
      return;
    }
    const equals = word.indexOf('=');
    const written = equals === -1 ? word : word.slice(0, equals);
    // One dash is enough for a long name: KLEE's options and `-std=` are written so.
    const name = written.replace(/^--?/, '');
    const spec = this.specs.get(name);
    if (spec === undefined) throw this.unknown(written, name);
    this.take(name as OptionName, spec, equals === -1 ? null : word.slice(equals + 1));
  }

  private letterOption(word: string): { name: OptionName; spec: OptionSpec; joined: string | null } | null {
    if (word.startsWith('--')) return null;
    for (const [name, spec] of this.specs) {
      if (spec.letter === undefined || !word.startsWith(`-${spec.letter}`)) continue;
      const joined = word.slice(2);
      if (joined !== '' && (spec.kind === 'flag' || this.specs.has(word.slice(1)))) continue;
      return { name: name as OptionName, spec, joined: joined === '' ? null : joined };
    }
    return null;
  }

  private take(name: OptionName, spec: OptionSpec, joined: string | null): void {
    const value = this.read(name, spec, joined);
    this.given.push({ name, value });
    if (spec.kind === 'texts' || spec.kind === 'numbers') {
      this.values.set(name, [...((this.values.get(name) as unknown[]) ?? []), value]);
    } else {
      this.values.set(name, value);
    }
  }

  private read(name: string, spec: OptionSpec, joined: string | null): unknown {
    if (spec.kind === 'flag') {
      if (joined !== null) throw new UserError(`--${name} takes no value`);
      return true;
    }
    if (spec.kind === 'numbers') {
      const words = joined === null ? [] : joined.split(',');
      while (words.length < spec.arguments.length) words.push(this.nextWord(name, spec));
      return words.map((word) => readNumber(name, word, 0));
    }
    const word = joined ?? this.nextWord(name, spec);
    switch (spec.kind) {
      case 'text':
      case 'texts':
        if (word === '') throw new UserError(`--${name} lacks its value`, `write ${spelling(name, spec)}`);
        if (PLACES.has(name) && /\w-$/.test(word)) {
          throw new UserError(
            `--${name} ${word}: the shell took what followed for the name of a file to write`,
            `put it in quotes: --${name} '${word}>...'`,
          );
        }
        return word;
      case 'number':
        return readNumber(name, word, spec.minimum);
      case 'seconds':
        return readSeconds(name, word);
      case 'choice':
        if (spec.choices.includes(word)) return word;
        throw new UserError(`--${name} ${word}: no such choice`, `choose one of ${spec.choices.join(', ')}`);
    }
  }

  private nextWord(name: string, spec: OptionSpec): string {
    const word = this.words[this.at];
    if (word === undefined || word === '--' || word === ARGUMENTS) {
      throw new UserError(`--${name} lacks its value`, `write ${spelling(name, spec)}`);
    }
    this.at++;
    return word;
  }

  private complete(): OptionValues {
    const all: Record<string, unknown> = {};
    for (const [name, spec] of Object.entries(OPTIONS) as [string, OptionSpec][]) {
      all[name] = this.values.get(name) ?? defaultOf(spec, this.command);
    }
    return all as OptionValues;
  }

  private unknown(written: string, name: string): UserError {
    const near = nearNames(name, this.specs.keys()).map((candidate) => `--${candidate}`);
    const elsewhere = Object.hasOwn(OPTIONS, name) ? ` of \`pathfold ${this.command}\`` : '';
    const seeHelp = `see \`pathfold ${this.command} --help\`; flags for clang go after --, arguments of the program after --args`;
    return new UserError(
      elsewhere === '' ? `unknown option ${written}` : `${written} is not an option${elsewhere}`,
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : seeHelp,
    );
  }
}

function defaultOf(spec: OptionSpec, command: CommandName): unknown {
  switch (spec.kind) {
    case 'flag':
      return false;
    case 'text':
      return null;
    case 'texts':
    case 'numbers':
      return [];
    case 'choice':
      return spec.defaults?.[command] ?? spec.default;
    default:
      return spec.default;
  }
}

function readNumber(name: string, word: string, minimum: number): number {
  const value = /^\d+(\.\d+)?(e\d+)?$/i.test(word) ? Number(word) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new UserError(`--${name} ${word}: a whole number is needed`);
  if (value < minimum) throw new UserError(`--${name} ${word}: must be at least ${minimum}`);
  return value;
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600 };

function readSeconds(name: string, word: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|min|h)?$/.exec(word);
  if (match === null) {
    throw new UserError(`--${name} ${word}: a time is needed`, 'write seconds, or a number with ms, s, min or h');
  }
  return Number(match[1]) * UNITS[match[2] ?? 's'];
}
