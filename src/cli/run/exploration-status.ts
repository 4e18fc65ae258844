/** What is said of an exploration while it runs, and what it is about when nothing moves. */
import { coverageByFunction, type Share, totalCoverage } from '../../explore/coverage.ts';
import type { Exploration } from '../../explore/exploration.ts';
import type { ExplorationOptions } from '../../explore/options.ts';
import type { Program } from '../../program/program.ts';
import type { DecisionProcedure } from '../../solver/procedure.ts';
import type { SolverOptions } from '../../solver/solver.ts';
import type { Invocation } from '../options/parse.ts';
import { Rate, statusLine } from '../status/status-line.ts';
import { NOWHERE, type Watch } from '../status/watch.ts';
import type { Session } from './session.ts';
import type { Watcher } from './watcher.ts';

/** More often than this, a line that changes is only restless. */
const REPAINT_MS = 250;
/** Coverage is counted over the whole program: not ten times a second. */
const COUNT_COVERAGE_MS = 1000;
const USUAL_COLUMNS = 80;

export class ExplorationStatus {
  private readonly began: number;
  private readonly rate = new Rate();
  private covered = '';
  private paintedAt = Number.NEGATIVE_INFINITY;
  private countedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly invocation: Invocation,
    private readonly session: Session,
    private readonly watcher: Watcher,
  ) {
    this.began = invocation.began ?? performance.now();
    this.phase('exploring');
    watcher.watch?.knows(placesOf(session.program));
  }

  phase(name: string): void {
    this.watcher.watch?.at(NOWHERE);
    this.watcher.progress(name);
  }

  show(exploration: Exploration, open: number, faults: number): void {
    const { watcher, invocation } = this;
    if (watcher.interactive !== true) return;
    watcher.watch?.moves();
    const now = performance.now();
    if (now - this.paintedAt < REPAINT_MS) return;
    this.paintedAt = now;
    if (now - this.countedAt > COUNT_COVERAGE_MS) {
      this.countedAt = now;
      const hits = coverageByFunction(exploration.machine, this.session.isUserCode);
      this.covered = percent(totalCoverage(hits).instructions);
    }
    const { completed, endless, faulty, pruned } = exploration.counts;
    const seconds = (now - this.began) / 1000;
    const paths = completed + endless + faulty;
    const rate = this.rate.add(seconds, paths);
    const limit = invocation.options['max-time'];
    const status = {
      phase: 'exploring',
      seconds,
      limit,
      paths,
      rate,
      open,
      cut: pruned,
      covered: this.covered,
      faults,
    };
    watcher.progress(statusLine(status, watcher.width ?? USUAL_COLUMNS));
  }

  /** The search says where it decides, where someone may want to know. */
  watching(options: ExplorationOptions): ExplorationOptions {
    const { watch } = this.watcher;
    if (watch === null || watch === undefined) return options;
    return { ...options, surroundings: { ...options.surroundings, deciding: (instruction) => watch.at(instruction) } };
  }

  watched(solvers: SolverOptions): SolverOptions {
    const { watch } = this.watcher;
    const { procedure } = solvers;
    if (watch === null || watch === undefined || procedure === undefined) return solvers;
    return { ...solvers, procedure: new WatchedProcedure(procedure, watch) };
  }
}

/** Says when a question is being solved. */
class WatchedProcedure implements DecisionProcedure {
  readonly name: string;

  constructor(
    private readonly inner: DecisionProcedure,
    private readonly watch: Watch,
  ) {
    this.name = inner.name;
  }

  solve(...question: Parameters<DecisionProcedure['solve']>): ReturnType<DecisionProcedure['solve']> {
    this.watch.solving(true);
    try {
      return this.inner.solve(...question);
    } finally {
      this.watch.solving(false);
      this.watch.moves();
    }
  }

  dispose(): void {
    this.inner.dispose();
  }
}

/** `csv.c:120` for each instruction. */
function placesOf(program: Program): string[] {
  const places: string[] = [];
  for (const fn of program.functions) {
    for (const { instructions } of fn.blocks) {
      for (const { id, position } of instructions) {
        if (position !== null) places[id] = `${position.file.path}:${position.line}`;
      }
    }
  }
  return places;
}

function percent({ covered, total }: Share): string {
  return total === 0 ? '-' : `${Math.floor((100 * covered) / total)} %`;
}
