/**
 * Faults as SARIF 2.1.0, which code hosts and editors show beside the source. The code flow of a fault is the path to it, line by line with
 * what was set; where a run cannot be followed any more, the calls that led to it. The calls are its stack.
 */
import { ENDINGS, type EndingKind } from '../../machine/endings.ts';
import { HARNESS_FILE } from '../output-folder.ts';
import type { SummaryFault } from '../summary.ts';
import type { StackLine } from '../test-case.ts';
import type { FlowStep, StoredRun } from './stored-run.ts';

export function sarifLog({ run, faults, flows }: Pick<StoredRun, 'run' | 'faults' | 'flows'>): string {
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
        results: faults.map((fault) => resultOf(fault, kinds, flows?.get(fault.test ?? '') ?? [])),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(fault: SummaryFault, kinds: readonly EndingKind[], flow: readonly FlowStep[]): object {
  const { kind, message, function: name, file, line, input, test } = fault;
  const shown = input === undefined || input === '' ? '' : ` (with ${input})`;
  const calls = [...(fault.stack ?? [])].reverse().filter((entry) => entry.file?.endsWith(HARNESS_FILE) !== true);
  const told = flow.slice(-MOST_STEPS);
  const steps =
    told.length > 0
      ? told.map((step, i) => flowStepOf(step, i === told.length - 1 ? message : null))
      : calls.map(callStepOf);
  return {
    ruleId: kind,
    ruleIndex: kinds.indexOf(kind),
    level: 'error',
    message: { text: `${ENDINGS[kind].label}: ${message}${shown}` },
    locations: file === null ? [] : [locationOf(fault)],
    ...(steps.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: steps }] }] }),
    ...(calls.length === 0 ? {} : { stacks: [{ frames: [...calls].reverse().map(frameOf) }] }),
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

function callStepOf(call: StackLine): object {
  const message = { text: `in ${call.function}` };
  return { location: call.file === null ? { message } : { ...locationOf(call), message } };
}

function frameOf(call: StackLine): object {
  const logicalLocations = [{ name: call.function, kind: 'function' }];
  return { location: call.file === null ? { logicalLocations } : { ...locationOf(call), logicalLocations } };
}

/** Steps that set something or end the path matter most; viewers may leave out the others. */
function flowStepOf({ file, line, function: name, depth, values }: FlowStep, fault: string | null): object {
  const text = fault ?? (values === '' ? `in ${name}` : values);
  const importance = fault !== null ? 'essential' : values === '' ? 'unimportant' : 'important';
  return {
    location: { ...locationOf({ file, line, column: 0 }), message: { text } },
    nestingLevel: depth,
    importance,
  };
}

/** Viewers show them as a list. */
const MOST_STEPS = 100;
