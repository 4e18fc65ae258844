/**
 * Faults that were looked at and accepted. One is known by its kind, file, function and the text of its line, so that lines
 * above it may come and go. Two faults that look the same need two entries.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { UserError } from '../../program/errors.ts';
import { reasonOf } from '../../suite/output-folder.ts';
import { type Finding, fingerprint } from './finding.ts';

interface AcceptedFault {
  readonly kind: string;
  readonly file: string;
  readonly function: string | null;
  readonly text: string;
  /** For people; not compared. */
  readonly message: string;
}

export function readBaseline(path: string): AcceptedFault[] {
  if (!existsSync(path)) return [];
  let value: { readonly accepted?: unknown };
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UserError(`${path} is not JSON: ${(error as Error).message}`, 'mend it, or write it anew with --accept');
  }
  if (!Array.isArray(value.accepted))
    throw new UserError(`${path} has no list named accepted`, 'write it anew with --accept');
  return value.accepted;
}

/** Marks the faults that the baseline has, each entry serving one of them; `gone` are entries without a fault. */
export function withAccepted(
  findings: readonly Finding[],
  baseline: readonly AcceptedFault[],
): { readonly findings: readonly Finding[]; readonly gone: readonly AcceptedFault[] } {
  const left = [...baseline];
  const marked = findings.map((finding) => {
    if (finding.kind !== 'fault') return finding;
    const at = left.findIndex((entry) => keyOf(entry) === fingerprint(finding));
    if (at === -1) return finding;
    left.splice(at, 1);
    return { ...finding, isAccepted: true };
  });
  return { findings: marked, gone: left };
}

function keyOf({ kind, file, function: name, text }: AcceptedFault): string {
  return [kind, file, name ?? '', text].join(':');
}

export function writeBaseline(path: string, findings: readonly Finding[]): number {
  const accepted = findings
    .filter(({ kind }) => kind === 'fault')
    .map(
      ({ file, function: name, message, fault }): AcceptedFault => ({
        kind: fault!.kind,
        file: file ?? '',
        function: name,
        text: fault!.text,
        message,
      }),
    )
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  try {
    writeFileSync(path, `${JSON.stringify({ accepted }, null, 2)}\n`);
  } catch (error) {
    throw new UserError(`cannot write ${path}: ${reasonOf(error)}`);
  }
  return accepted.length;
}
