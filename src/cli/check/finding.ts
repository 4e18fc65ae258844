/** What a check finds, and how a source host is told of it. */
import { annotationProperty, annotationText } from '../../suite/exports/github.ts';
import type { StackLine } from '../../suite/test-case.ts';

export type FindingKind =
  /** A fault that some input shows. */
  | 'fault'
  /** Inputs behave differently than in the base. */
  | 'difference'
  /** Nothing was found, but not everything was explored. */
  | 'incomplete'
  /** A function that cannot be called from outside, or not with the inputs of the base. */
  | 'skipped'
  /** It does not compile, or cannot be explored as the configuration says. */
  | 'broken';

export interface Finding {
  readonly kind: FindingKind;
  readonly target: string;
  readonly function: string | null;
  /** Relative to where the check runs. */
  readonly file: string | null;
  readonly line: number;
  readonly column: number;
  /** The last line that it is about. */
  readonly lastLine?: number;
  readonly title: string;
  readonly message: string;
  /** For a fault: its kind, and the text of its line, by which a baseline knows it. */
  readonly fault?: { readonly kind: string; readonly text: string; readonly stack: readonly StackLine[] };
  readonly isAccepted?: boolean;
  /** Where its run is. */
  readonly folder: string | null;
}

export type Level = 'error' | 'warning' | 'notice';

export interface JudgedFinding extends Finding {
  readonly level: Level;
}

/** `::error file=...` as GitHub's runners read it. */
export function annotationOf({ level, file, line, lastLine, column, title, message }: JudgedFinding): string {
  const place =
    file === null
      ? ''
      : `file=${annotationProperty(file)},line=${Math.max(1, line)},endLine=${Math.max(1, lastLine ?? line)},`;
  const at = column > 0 ? `col=${column},` : '';
  return `::${level} ${place}${file === null ? '' : at}title=${annotationProperty(title)}::${annotationText(message)}\n`;
}

const SARIF_LEVELS = { error: 'error', warning: 'warning', notice: 'note' } as const;

/** SARIF 2.1.0; what is accepted is in it, marked as suppressed, so that hosts do not close and open it again. */
export function findingsSarif(findings: readonly JudgedFinding[], version: string): string {
  const rules = [...new Set(findings.map(ruleOf))];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'pathfold', version, rules: rules.map((id) => ({ id, shortDescription: { text: id } })) },
        },
        results: findings.map((finding) => ({
          ruleId: ruleOf(finding),
          level: SARIF_LEVELS[finding.level],
          message: { text: `${finding.title}: ${finding.message}` },
          locations: finding.file === null ? [] : [locationOf(finding, finding.file)],
          partialFingerprints: { 'pathfold/check/v1': fingerprint(finding) },
          ...(finding.isAccepted === true ? { suppressions: [{ kind: 'external' }] } : {}),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf({ kind, fault }: Finding): string {
  return fault?.kind ?? kind;
}

function locationOf({ line, lastLine, column }: Finding, file: string): object {
  const region = {
    startLine: Math.max(1, line),
    ...(lastLine === undefined ? {} : { endLine: lastLine }),
    ...(column > 0 && lastLine === undefined ? { startColumn: column } : {}),
  };
  return { physicalLocation: { artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') }, region } };
}

/** The same when lines move. */
export function fingerprint({ kind, file, function: name, fault }: Finding): string {
  return [fault?.kind ?? kind, file ?? '', name ?? '', fault?.text ?? ''].join(':');
}
