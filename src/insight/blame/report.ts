/** Causes as data for people, editors and scripts: places with their source text, values, and a witness in words. */
import { normalize } from 'node:path';
import type { Model } from '../../expr/term.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import type { TraceNode } from '../../trace/trace.ts';
import { userPosition } from '../explain.ts';
import { outputText } from '../output-text.ts';
import type { OutputValue } from '../outputs.ts';
import { namingOf } from '../reading.ts';
import { exampleOf } from '../signature-text.ts';
import type { Blame, Cause } from './causes.ts';
import type { VersionSide } from './separate.ts';
import { tracedStepText } from './step-text.ts';
import type { FollowedTest } from './test-run.ts';

export interface BlamedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly function: string;
  /** The line as it is written. */
  readonly source: string;
  /** What happens there in the test. */
  readonly what: string;
}

export interface BlamedSides {
  readonly old: BlamedPlace | null;
  readonly new: BlamedPlace | null;
}

export interface CauseReport {
  /** Where the runs begin to differ. */
  readonly places: BlamedSides;
  /** The branch by which that takes effect; null where it is the same line, or where none does. */
  readonly branch: BlamedSides | null;
  /** What must be changed of the test for the versions to agree, and what both do then. */
  readonly witness: {
    readonly changed: Readonly<Record<string, number | string>>;
    readonly inputs: Readonly<Record<string, number | string>>;
    readonly outputs: Readonly<Record<string, string>>;
  } | null;
}

export interface DifferenceReport {
  readonly name: string;
  readonly old: string | null;
  readonly new: string | null;
}

/** How files are called and read. */
export interface Sources {
  fileName(side: VersionSide, path: string): string;
  line(side: VersionSide, path: string, line: number): string;
}

export function causeReports({ causes, runs }: Blame, test: Model, sources: Sources): CauseReport[] {
  const place = (side: VersionSide, node: TraceNode | null): BlamedPlace | null => {
    const position = node === null ? null : userPosition(node);
    if (node === null || position === null) return null;
    const path = normalize(position.file.path);
    return {
      file: sources.fileName(side, path),
      line: position.line,
      column: position.column,
      function: position.functionName,
      source: sources.line(side, path, position.line).trim(),
      what: tracedStepText(runs[side], node),
    };
  };
  const reports = causes.map((cause): CauseReport => {
    const branch = { old: place('old', cause.branch.old), new: place('new', cause.branch.new) };
    const origin = { old: place('old', cause.origin.old), new: place('new', cause.origin.new) };
    const places = origin.old === null && origin.new === null ? branch : origin;
    const isElsewhere = (['old', 'new'] as const).some(
      (side) => branch[side] !== null && !isSameLine(branch[side], places[side]),
    );
    return { places, branch: isElsewhere ? branch : null, witness: witnessOf(cause, test) };
  });
  return withoutRepetition(reports.filter(({ places }) => places.old !== null || places.new !== null));
}

function isSameLine(one: BlamedPlace | null, other: BlamedPlace | null): boolean {
  return one !== null && other !== null && one.file === other.file && one.line === other.line;
}

/** A line is told once, where it comes first. */
function withoutRepetition(reports: readonly CauseReport[]): CauseReport[] {
  const seen = new Set<string>();
  const key = ({ old, new: changed }: BlamedSides) =>
    [old, changed].map((place) => (place === null ? '' : `${place.file}:${place.line}`)).join('|');
  return reports.filter(({ places }) => {
    if (seen.has(key(places))) return false;
    seen.add(key(places));
    return true;
  });
}

function witnessOf({ witness }: Cause, test: Model): CauseReport['witness'] {
  if (witness === null) return null;
  const { inputs } = witness.new.outcome;
  const values = exampleOf(inputs, witness.input);
  const before = exampleOf(inputs, test);
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => before[name] !== value));
  return { changed, inputs: values, outputs: outputTexts(witness.new) };
}

export function outputTexts({ shown, outcome }: FollowedTest): Record<string, string> {
  return Object.fromEntries(shown.map((output) => [output.name, textOf(output, outcome.inputs)]));
}

export function differenceReports({ differences, runs }: Blame): DifferenceReport[] {
  return differences.map(({ name, old, new: changed }) => ({
    name,
    old: old === null ? null : textOf(old, runs.old.outcome.inputs),
    new: changed === null ? null : textOf(changed, runs.new.outcome.inputs),
  }));
}

function textOf(output: OutputValue, inputs: readonly InputRecord[]): string {
  return outputText(output, namingOf(inputs));
}
