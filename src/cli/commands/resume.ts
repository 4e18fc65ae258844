/** `pathfold resume`: takes up a run that did not come to its end. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { version } from '../../host/version.ts';
import { UserError } from '../../program/errors.ts';
import { type Journal, readJournal } from '../../suite/journal/reader.ts';
import { JOURNAL_FILE } from '../../suite/journal/records.ts';
import { type Command, isCommandName, loadCommand } from '../commands.ts';
import type { Invocation } from '../options/parse.ts';
import { readInvocation } from '../options/programs.ts';

/** Searches that fork name their paths, so that finished ones can be left out: nothing is concluded from what was. */
const TAKEN_UP: ReadonlySet<string> = new Set(['none', 'postcondition', 'revisit']);

/** Options of a run that may be other ones when it is taken up. */
const NEW_LIMITS = [
  'max-time',
  'max-paths',
  'max-instructions',
  'max-memory',
  'workers',
  'json',
  'allow-incomplete',
] as const;

export const command: Command = {
  takesFiles: false,
  description: [
    'Goes on with a run that a limit, Ctrl-C, a crash or a power cut has ended. Paths that are finished come from its',
    'journal; only the others are explored. The program and its options must be the same, but for the limits given here.',
    'Searches that do not name their paths by decisions (dependence, output, relevance) begin again in the same folder.',
  ].join('\n'),
  examples: ['pathfold resume pathfold-out', 'pathfold resume pathfold-out --max-time 10min'],
  async run(invocation, terminal) {
    const { operands } = invocation;
    if (operands.length !== 1) throw new UserError('one folder is needed', 'name the folder of the run');
    const path = join(operands[0], JOURNAL_FILE);
    const journal = existsSync(path) ? readJournal(path) : null;
    if (journal === null)
      throw new UserError(`${operands[0]} holds no run that can be taken up`, 'name a folder with a journal');
    if (journal.run.tool !== version()) {
      throw new UserError(
        `the run was begun by pathfold ${journal.run.tool}`,
        'take it up with that version, or run it again',
      );
    }
    const [name, ...words] = journal.run.words;
    if (name === undefined || !isCommandName(name)) throw new UserError(`${path} does not say which command was run`);
    if (name === 'klee') throw new UserError('a run of `pathfold klee` cannot be taken up', 'run it again');
    if (journal.damaged > 0)
      terminal.err(`pathfold: ${journal.damaged} records of the journal are damaged; their paths are explored again\n`);
    const folder = resolve(operands[0]);
    const before = process.cwd();
    process.chdir(resolve(folder, journal.run.directory));
    try {
      const begun = await loadCommand(name);
      return await begun.run(
        adjusted(readInvocation(name, begun, words), invocation, journal, folder, terminal.err),
        terminal,
      );
    } finally {
      process.chdir(before);
    }
  },
};

function adjusted(
  begun: Invocation,
  now: Invocation,
  journal: Journal,
  folder: string,
  say: (text: string) => void,
): Invocation {
  const given = new Set(now.given.map(({ name }) => name));
  const limits = Object.fromEntries(
    NEW_LIMITS.filter((name) => given.has(name)).map((name) => [name, now.options[name]]),
  );
  const options = { ...begun.options, ...limits, out: relative('', folder) || '.' } as Invocation['options'];
  const same = { ...begun, options, words: journal.run.words };
  if (begun.command === 'test' && TAKEN_UP.has(journal.run.reduction)) return { ...same, resumes: journal };
  say(`pathfold: ${journal.run.reduction} does not name its paths by decisions; the run begins again\n`);
  return { ...same, options: { ...options, force: true } };
}
