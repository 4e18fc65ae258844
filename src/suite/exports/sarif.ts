/** Faults as SARIF 2.1.0, which code hosts and editors show beside the source; the calls that led to a fault are its code flow. */
import { ENDINGS, type EndingKind } from '../../machine/endings.ts';
import { HARNESS_FILE } from '../output-folder.ts';
import type { SummaryFault } from '../summary.ts';
import type { StackLine } from '../test-case.ts';
import type { StoredRun } from './stored-run.ts';

export function sarifLog({ run, faults }: Pick<StoredRun, 'run' | 'faults'>): string {
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'pathfold',
            version: run.tool,
            rules: kinds.map((kind) => ({ id: kind, shortDescription: { text: ENDINGS[kind].label } })),
          },
        },
        results: faults.map((fault) => resultOf(fault, kinds)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(fault: SummaryFault, kinds: readonly EndingKind[]): object {
  const { kind, message, function: name, file, line, input, test } = fault;
  const shown = input === undefined || input === '' ? '' : ` (with ${input})`;
  const calls = [...(fault.stack ?? [])].reverse().filter((entry) => entry.file?.endsWith(HARNESS_FILE) !== true);
  return {
    ruleId: kind,
    ruleIndex: kinds.indexOf(kind),
    level: 'error',
    message: { text: `${ENDINGS[kind].label}: ${message}${shown}` },
    locations: file === null ? [] : [locationOf(fault)],
    ...(calls.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: calls.map(stepOf) }] }] }),
    partialFingerprints: { 'pathfold/v1': `${kind}:${file}:${name}:${line}` },
    properties: { function: name, test, ...(input === undefined ? {} : { input }) },
  };
}

type Place = Pick<StackLine, 'file' | 'line' | 'column'>;

function locationOf({ file, line, column }: Place): object {
  const region = { startLine: Math.max(1, line), ...(column > 0 ? { startColumn: column } : {}) };
  const uri = (file ?? '').split('/').map(encodeURIComponent).join('/');
  return { physicalLocation: { artifactLocation: { uri }, region } };
}

function stepOf(call: StackLine): object {
  const message = { text: `in ${call.function}` };
  return { location: call.file === null ? { message } : { ...locationOf(call), message } };
}
