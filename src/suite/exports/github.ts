/** Faults as the lines that GitHub's runners turn into annotations of the source. */
import { ENDINGS } from '../../machine/endings.ts';
import type { StoredRun } from './stored-run.ts';

export function githubAnnotations({ faults }: Pick<StoredRun, 'faults'>): string {
  return faults
    .map(({ kind, file, line, column, message, input }) => {
      const place = file === null ? '' : `file=${annotationProperty(file)},line=${line},col=${Math.max(1, column)},`;
      const shown = input === undefined || input === '' ? '' : ` (with ${input})`;
      return `::error ${place}title=${annotationProperty(ENDINGS[kind].label)}::${annotationText(`${message}${shown}`)}\n`;
    })
    .join('');
}

/** A message, as the lines want it. */
export function annotationText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A value before the message. */
export function annotationProperty(text: string): string {
  return annotationText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
