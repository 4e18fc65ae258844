/** `--sym-arg` and its kin, as options of pathfold or, in KLEE's way, among the program's own arguments. */
import type { ArgumentSpec, EnvironmentOptions } from '../../machine/environment.ts';
import { UserError } from '../../program/errors.ts';
import type { Invocation } from './parse.ts';

/** KLEE's options that have no meaning for us yet are refused by name rather than passed to the program. */
const UNSUPPORTED = new Set(['sym-files', 'sym-stdout', 'max-fail', 'fd-fail']);

export function environmentOptions(invocation: Invocation, programName: string): EnvironmentOptions {
  const specs: ArgumentSpec[] = [];
  let stdin = invocation.options['sym-stdin'];
  for (const { name, value } of invocation.given) {
    if (name === 'sym-arg') specs.push({ kind: 'symbolic', size: (value as number[])[0] });
    if (name === 'sym-args') specs.push(several(value as number[]));
  }
  const words = [...invocation.programArguments];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const option = /^--?(sym-args?|sym-stdin|sym-files|sym-stdout|max-fail|fd-fail)$/.exec(word)?.[1];
    if (option === undefined) specs.push({ kind: 'text', text: word });
    else if (UNSUPPORTED.has(option)) {
      throw new UserError(
        `${word} is not supported`,
        'files and failing system calls are not modelled; use --sym-stdin',
      );
    } else if (option === 'sym-arg') specs.push({ kind: 'symbolic', size: takeNumber(words, word) });
    else if (option === 'sym-stdin') stdin = takeNumber(words, word);
    else specs.push(several([takeNumber(words, word), takeNumber(words, word), takeNumber(words, word)]));
  }
  return { programName, arguments: specs, stdin: { kind: 'symbolic', size: stdin } };
}

function several([min, max, size]: readonly number[]): ArgumentSpec {
  if (min > max) throw new UserError(`--sym-args ${min} ${max}: the first number must not exceed the second`);
  return { kind: 'several', min, max, size };
}

function takeNumber(words: string[], option: string): number {
  const word = words.shift();
  if (word === undefined || !/^\d+$/.test(word))
    throw new UserError(`${option} needs a whole number${word === undefined ? '' : `, not ${word}`}`);
  return Number(word);
}
