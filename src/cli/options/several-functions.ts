import { UserError } from '../../program/errors.ts';
import type { Invocation } from './parse.ts';

/** Whether a command is to be run once for each of several functions. */
export function namesSeveralFunctions({ command, options, given }: Invocation): boolean {
  const named = given.filter(({ name }) => name === 'function').map(({ value }) => String(value));
  const several = options['all-functions'] === true || named.length > 1;
  if (several && !['test', 'cover', 'summarize'].includes(command)) {
    throw new UserError(`${command} takes one function at a time, not ${named.join(' and ')}`, 'name one of them');
  }
  return several;
}
