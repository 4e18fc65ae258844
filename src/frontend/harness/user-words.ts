/** Lines of a harness that contain what the user wrote, and what is wrong there is the user's to mend. */
import { UserError } from '../../program/errors.ts';

const MARK = /\/\* (--(?:assume|range|callback) .*) \*\/$/;

/** The option that a line of the harness comes from; null for lines of our own. */
export function optionAt(harness: string, line: number): string | null {
  return MARK.exec(harness.split('\n')[line - 1] ?? '')?.[1] ?? null;
}

/** What the compiler says about such a line, as a mistake in the option; the error itself where it is none. */
export function inUsersWords(error: unknown, harness: string, file: string): unknown {
  if (!(error instanceof UserError)) return error;
  for (const line of error.message.split('\n')) {
    const match = /^(.*):(\d+):\d+: (?:fatal )?error: (.*)$/.exec(line);
    if (match === null || !match[1].endsWith(file)) continue;
    const option = optionAt(harness, Number(match[2]));
    if (option !== null)
      return new UserError(`${option}: ${match[3]}`, 'it is compiled as C, after the source of the function');
  }
  return error;
}
