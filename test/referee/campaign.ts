/** Many generated programs before the referee: draws them, shrinks those that show a loss, and keeps them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Program } from '../../src/program/program.ts';
import type { OutputSelection } from '../../src/reduce/output/criterion.ts';
import { ALL_OUTPUTS } from '../../src/reduce/output/strategy.ts';
import { compileText } from './compile.ts';
import type { GeneratedProgram } from './generator/ast.ts';
import { boundPaths } from './generator/paths.ts';
import { printToC } from './generator/print.ts';
import { programs } from './generator/programs.ts';
import type { ProgramShape } from './generator/shape.ts';
import { reductions as smaller } from './generator/shrink.ts';
import { type Contender, type Judgement, judge, type Loss } from './judge.ts';

/** Enough statements that they interact, few enough paths that all can be explored. */
export const refereePrograms: Partial<ProgramShape> = { statements: 7, nesting: 3, paths: 96 };

/** Fewer possible paths leave nothing to reduce. */
const FEWEST_PATHS = 6;

export interface Finding {
  readonly number: number;
  readonly loss: Loss;
  /** As drawn, and shrunken. */
  readonly drawn: string;
  readonly shrunken: string;
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
  readonly shape?: Partial<ProgramShape>;
  /** Stop after this many findings. */
  readonly findings?: number;
  readonly shrinkSeconds?: number;
  readonly onProgress?: (judged: number) => void;
}

/** Every other program cannot fault: where nothing may end the program early, reductions leave out the most. */
export function drawPrograms(count: number, seed: number, shape = refereePrograms): GeneratedProgram[] {
  const draw = (faults: boolean): GeneratedProgram[] => {
    const drawn: GeneratedProgram[] = [];
    for (let batch = 0; drawn.length < count / 2; batch++) {
      const sample = fc.sample(programs({ ...shape, faults }), { numRuns: 64, seed: seed * 1_000_003 + batch });
      drawn.push(...sample.filter((program) => boundPaths(program) >= FEWEST_PATHS));
    }
    return drawn;
  };
  const [faulty, sound] = [draw(true), draw(false)];
  return Array.from({ length: count }, (_, i) => (i % 2 === 0 ? faulty : sound)[i >> 1]);
}

/** What counts as output changes from program to program. */
function outputsFor(program: Program, number: number): OutputSelection {
  const none: OutputSelection = { exitStatus: false, stdout: false, stderr: false, marks: false, globals: [] };
  const globals = program.variables.filter((variable) => !variable.constant && variable.debug !== null);
  const choices = [
    ALL_OUTPUTS,
    { ...none, exitStatus: true },
    { ...none, stdout: true, marks: true },
    { ...none, globals: globals.filter((variable) => !variable.name.includes('pf')) },
  ];
  return choices[(number >> 1) % choices.length];
}

async function judgeText(text: string, number: number, contenders: readonly Contender[]): Promise<Judgement> {
  const program = await compileText(text);
  return judge(program, contenders, { outputs: outputsFor(program, number), before: null });
}

export async function campaign(options: CampaignOptions): Promise<Campaign> {
  const findings: Finding[] = [];
  const undecided: string[] = [];
  const costs = new Map<string, { paths: number; instructions: number; seconds: number }>();
  let judged = 0;
  let tooLarge = 0;
  let paths = 0;
  for (const [number, drawn] of drawPrograms(options.programs, options.seed, options.shape).entries()) {
    const contenders = options.contenders(number);
    const text = printToC(drawn);
    const judgement = await judgeText(text, number, contenders);
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
      findings.push({ number, drawn: text, ...small });
    }
    options.onProgress?.(judged);
    if (findings.length >= (options.findings ?? 1)) break;
  }
  return { judged, tooLarge, paths, undecided, findings, costs };
}

/** Takes the first smaller program that still shows a loss of the same property, as long as there is one. */
async function shrink(
  drawn: GeneratedProgram,
  loss: Loss,
  number: number,
  accused: readonly Contender[],
  seconds: number,
): Promise<{ loss: Loss; shrunken: string }> {
  const until = Date.now() + seconds * 1000;
  let best = drawn;
  let bestLoss = loss;
  for (let again = true; again && Date.now() < until; ) {
    again = false;
    for (const candidate of smaller(best)) {
      if (Date.now() >= until) break;
      const { losses } = await judgeText(printToC(candidate), number, accused);
      const same = losses.find((each) => each.property === loss.property);
      if (same === undefined) continue;
      best = candidate;
      bestLoss = same;
      again = true;
      break;
    }
  }
  return { loss: bestLoss, shrunken: printToC(best) };
}

export function findingText({ number, loss, shrunken }: Finding, seed: number): string {
  return [
    `${loss.contender} lost something (seed ${seed}, program ${number}, property ${loss.property})`,
    `missing: ${loss.what}`,
    `shown by: ${loss.input}`,
    '',
    shrunken,
  ].join('\n');
}

export const KEPT = fileURLToPath(new URL('../cases/referee/', import.meta.url));

/** Keeps the program as a case that every later run judges again. */
export function keep({ loss, shrunken }: Finding, seed: number, number: number): string {
  let name = `${loss.contender}-${loss.property}-${seed}-${number}`;
  for (let again = 2; existsSync(`${KEPT}${name}`); again++) {
    name = `${loss.contender}-${loss.property}-${seed}-${number}-${again}`;
  }
  mkdirSync(`${KEPT}${name}`, { recursive: true });
  writeFileSync(`${KEPT}${name}/main.c`, shrunken);
  writeFileSync(`${KEPT}${name}/description.txt`, `${loss.contender} once lost here: ${loss.what} (${loss.input})\n`);
  return name;
}
