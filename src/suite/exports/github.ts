/** Faults as the lines that GitHub's runners turn into annotations of the source. */
import { ENDINGS } from '../../machine/endings.ts';
import type { StoredRun } from './stored-run.ts';

export function githubAnnotations({ faults }: Pick<StoredRun, 'faults'>): string {
  return faults
    .map(({ kind, file, line, column, message, input }) => {
      const place = file === null ? '' : `file=${property(file)},line=${line},col=${Math.max(1, column)},`;
      const shown = input === undefined || input === '' ? '' : ` (with ${input})`;
      return `::error ${place}title=${property(ENDINGS[kind].label)}::${data(`${message}${shown}`)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
