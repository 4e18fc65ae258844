/** Many generated programs before the referee: draws them, shrinks those that show a loss, and keeps them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { MachineOptions } from '../../src/machine/options.ts';
import type { Program } from '../../src/program/program.ts';
import { affectedStatements } from '../../src/reduce/change/affected.ts';
import type { OutputSelection } from '../../src/reduce/output/criterion.ts';
import { ALL_OUTPUTS } from '../../src/reduce/output/strategy.ts';
import { DEFAULT_REDUCTION_OPTIONS, type ReductionOptions } from '../../src/reduce/registry.ts';
import { compileText } from './compile.ts';
import type { GeneratedProgram } from './generator/ast.ts';
import { type Edit, edits } from './generator/edits.ts';
import { boundPaths } from './generator/paths.ts';
import { printToC } from './generator/print.ts';
import { programs } from './generator/programs.ts';
import { type Part, partLists, printParts } from './generator/real-parts.ts';
import type { ProgramShape } from './generator/shape.ts';
import { reductions as smaller } from './generator/shrink.ts';
import { type Contender, type Judgement, judge, type Loss } from './judge.ts';
import { mergingAsAsked } from './merging.ts';
import { WIDE } from './wide.ts';

/** Enough statements that they interact, few enough paths that all can be explored. */
export const refereePrograms: Partial<ProgramShape> = { statements: 7, nesting: 3, paths: 96 };

/** Fewer possible paths leave nothing to reduce. */
const FEWEST_PATHS = 6;

/** What is judged: a program, with its older version where the reductions are about a change. */
export interface Draw {
  readonly text: string;
  readonly before: string | null;
  /** Checks that are on. */
  readonly machine: Partial<MachineOptions>;
  /** Smaller ones, most promising first. */
  smaller(): Iterable<Draw>;
}

export interface Finding {
  readonly number: number;
  readonly loss: Loss;
  readonly drawn: Draw;
  readonly shrunken: Draw;
}

export interface Campaign {
  readonly judged: number;
  readonly tooLarge: number;
  readonly paths: number;
  readonly undecided: readonly string[];
  readonly findings: readonly Finding[];
  /** Paths and instructions per contender, all programs together. */
  readonly costs: ReadonlyMap<string, { paths: number; instructions: number; seconds: number }>;
}

export interface CampaignOptions {
  readonly programs: number;
  readonly seed: number;
  readonly contenders: (programNumber: number) => readonly Contender[];
  /** Draws pairs of versions instead of single programs. */
  readonly versions?: boolean;
  /** Draws programs out of parts that real programs have, and ends they come to. */
  readonly real?: boolean;
  /** Draws programs with all that goes beyond their own computation. */
  readonly wide?: boolean;
  /** Stop after this many findings. */
  readonly findings?: number;
  readonly shrinkSeconds?: number;
  readonly onProgress?: (judged: number) => void;
  readonly onFinding?: (finding: Finding) => void;
}

function* mapped<From, To>(items: Iterable<From>, change: (item: From) => To): Generator<To> {
  for (const item of items) yield change(item);
}

function single(program: GeneratedProgram, machine: Partial<MachineOptions> = {}): Draw {
  const text = printToC(program);
  return { text, before: null, machine, smaller: () => mapped(smaller(program), (each) => single(each, machine)) };
}

const CHECKS: readonly Partial<MachineOptions>[] = [
  {},
  { checkUninitialized: true },
  { checkLeaks: true },
  { checkOverflow: true, checkLeaks: true },
];

/** Smaller ones have a part less. */
function real(parts: readonly Part[], machine: Partial<MachineOptions>): Draw {
  const fewer = parts.length > 1 ? parts.map((_, i) => parts.filter((__, at) => at !== i)) : [];
  return {
    text: printParts(parts),
    before: null,
    machine,
    smaller: () => mapped(fewer, (each) => real(each, machine)),
  };
}

export function drawReal(count: number, seed: number): Draw[] {
  const lists = fc.sample(partLists, { numRuns: count, seed });
  return lists.map((parts, i) => real(parts, CHECKS[i % CHECKS.length]));
}

/** With every combination of checks: reductions rely on less where one is on, and on more where none is. */
export function drawWide(count: number, seed: number): Draw[] {
  const shapes = [true, false].map((faults) => ({ ...refereePrograms, ...WIDE.shape, faults }));
  const [faulty, sound] = shapes.map((shape) => fc.sample(programs(shape), { numRuns: Math.ceil(count / 2), seed }));
  return Array.from({ length: count }, (_, i) => {
    return single((i % 2 === 0 ? faulty : sound)[i >> 1], CHECKS[(i >> 1) % CHECKS.length]);
  });
}

function pair(edit: Edit): Draw {
  const shrinking = edits(refereePrograms);
  return {
    text: printToC(edit.new),
    before: printToC(edit.old),
    machine: {},
    smaller: () => mapped(shrinking.shrink(edit, undefined), ({ value }) => pair(value)),
  };
}

/** Every other program cannot fault: where nothing may end the program early, reductions leave out the most. */
export function draw(count: number, seed: number, versions = false): Draw[] {
  const half = (faults: boolean): Draw[] => {
    const drawn: Draw[] = [];
    const shape = { ...refereePrograms, faults };
    const isLarge = (program: GeneratedProgram) => boundPaths(program) >= FEWEST_PATHS;
    for (let batch = 0; drawn.length < count / 2; batch++) {
      const sampling = { numRuns: 64, seed: seed * 1_000_003 + batch };
      if (versions)
        drawn.push(
          ...fc
            .sample(edits(shape), sampling)
            .filter((edit) => isLarge(edit.new))
            .map(pair),
        );
      else
        drawn.push(
          ...fc
            .sample(programs(shape), sampling)
            .filter(isLarge)
            .map((program) => single(program)),
        );
    }
    return drawn;
  };
  const [faulty, sound] = [half(true), half(false)];
  return Array.from({ length: count }, (_, i) => (i % 2 === 0 ? faulty : sound)[i >> 1]);
}

/** What counts as output changes from program to program. */
function outputsFor(program: Program, number: number): OutputSelection {
  const choices = outputChoices(program);
  return choices[(number >> 1) % choices.length];
}

function outputChoices(program: Program): OutputSelection[] {
  const none: OutputSelection = { exitStatus: false, stdout: false, stderr: false, marks: false, globals: [] };
  const globals = program.variables.filter((variable) => !variable.constant && variable.debug !== null);
  return [
    ALL_OUTPUTS,
    { ...none, exitStatus: true },
    { ...none, stdout: true, marks: true },
    { ...none, globals: globals.filter((variable) => !variable.name.includes('pf')) },
  ];
}

function reductionOptions(program: Program, before: Program | null, outputs: OutputSelection): ReductionOptions {
  const change = before === null ? null : affectedStatements(before, program);
  return { ...DEFAULT_REDUCTION_OPTIONS, outputs, change };
}

async function judgeDraw(drawn: Draw, number: number, contenders: readonly Contender[]): Promise<Judgement> {
  const lowering = mergingAsAsked(drawn.machine);
  const program = await compileText(drawn.text, undefined, lowering);
  const before = drawn.before === null ? null : await compileText(drawn.before, undefined, lowering);
  return judge(program, contenders, reductionOptions(program, before, outputsFor(program, number)), drawn.machine);
}

export async function campaign(options: CampaignOptions): Promise<Campaign> {
  const findings: Finding[] = [];
  const undecided: string[] = [];
  const costs = new Map<string, { paths: number; instructions: number; seconds: number }>();
  let judged = 0;
  let tooLarge = 0;
  let paths = 0;
  const { programs: count, seed, versions, real: ofParts, wide } = options;
  const all = ofParts ? drawReal(count, seed) : wide ? drawWide(count, seed) : draw(count, seed, versions);
  for (const [number, drawn] of all.entries()) {
    const contenders = options.contenders(number);
    const judgement = await judgeDraw(drawn, number, contenders);
    judged++;
    if (judgement.paths === null) tooLarge++;
    else {
      paths += judgement.paths;
      undecided.push(...judgement.undecided);
      for (const run of judgement.runs) {
        const sum = costs.get(run.name) ?? { paths: 0, instructions: 0, seconds: 0 };
        costs.set(run.name, {
          paths: sum.paths + run.paths.length,
          instructions: sum.instructions + run.instructions,
          seconds: sum.seconds + run.seconds,
        });
      }
    }
    for (const loss of new Map(judgement.losses.map((each) => [each.contender, each])).values()) {
      const accused = contenders.filter(({ name }) => name === loss.contender);
      const small = await shrink(drawn, loss, number, accused, options.shrinkSeconds ?? 60);
      const finding = { number, drawn, ...small };
      findings.push(finding);
      options.onFinding?.(finding);
    }
    options.onProgress?.(judged);
    if (findings.length >= (options.findings ?? 1)) break;
  }
  return { judged, tooLarge, paths, undecided, findings, costs };
}

/** Takes the first smaller program that still shows a loss of the same property, as long as there is one. */
async function shrink(
  drawn: Draw,
  loss: Loss,
  number: number,
  accused: readonly Contender[],
  seconds: number,
): Promise<{ loss: Loss; shrunken: Draw }> {
  const until = Date.now() + seconds * 1000;
  let best = drawn;
  let bestLoss = loss;
  for (let again = true; again && Date.now() < until; ) {
    again = false;
    for (const candidate of best.smaller()) {
      if (Date.now() >= until) break;
      const { losses } = await judgeDraw(candidate, number, accused);
      const same = losses.find((each) => each.property === loss.property);
      if (same === undefined) continue;
      best = candidate;
      bestLoss = same;
      again = true;
      break;
    }
  }
  return { loss: bestLoss, shrunken: best };
}

export function findingText({ number, loss, shrunken }: Finding, seed: number): string {
  return [
    `${loss.contender} lost something (seed ${seed}, program ${number}, property ${loss.property})`,
    `missing: ${loss.what}`,
    `shown by: ${loss.input}`,
    ...Object.keys(shrunken.machine).map((check) => `with ${check}`),
    ...(shrunken.before === null ? [] : ['', 'before the change:', '', shrunken.before, 'after:']),
    '',
    shrunken.text,
  ].join('\n');
}

const KEPT = fileURLToPath(new URL('../cases/referee/', import.meta.url));

/** Keeps the program as a case that every later run judges again. */
export function keep({ loss, shrunken, number }: Finding, seed: number): string {
  const base = `${loss.contender}-${loss.property}-${seed}-${number}`;
  let name = base;
  for (let again = 2; existsSync(join(KEPT, name)); again++) name = `${base}-${again}`;
  const folder = join(KEPT, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'main.c'), shrunken.text);
  if (shrunken.before !== null) writeFileSync(join(folder, 'before.c'), shrunken.before);
  if (Object.keys(shrunken.machine).length > 0) {
    writeFileSync(join(folder, 'machine.json'), `${JSON.stringify(shrunken.machine)}\n`);
  }
  const shown = loss.input === '' ? '' : ` (shown by ${loss.input})`;
  writeFileSync(join(folder, 'description.txt'), `${loss.contender} once lost here: ${loss.what}${shown}\n`);
  return name;
}

export function keptCases(): string[] {
  return existsSync(KEPT) ? readdirSync(KEPT).sort() : [];
}

/** Every loss of the contenders on a case, whatever counts as output. */
export async function judgeKept(name: string, contenders: readonly Contender[]): Promise<readonly Loss[]> {
  const compiled = (file: string) => compileText(readFileSync(join(KEPT, name, file), 'utf8'));
  const program = await compiled('main.c');
  const before = existsSync(join(KEPT, name, 'before.c')) ? await compiled('before.c') : null;
  const options = join(KEPT, name, 'machine.json');
  const machine = existsSync(options) ? (JSON.parse(readFileSync(options, 'utf8')) as Partial<MachineOptions>) : {};
  const losses: Loss[] = [];
  for (const outputs of outputChoices(program)) {
    losses.push(...(await judge(program, contenders, reductionOptions(program, before, outputs), machine)).losses);
  }
  return losses;
}
