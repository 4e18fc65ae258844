/** Explores programs with postconditions for tests. */
import { fileURLToPath } from 'node:url';
import { Exploration } from '../../../src/explore/exploration.ts';
import type { FinishedPath } from '../../../src/explore/finished-path.ts';
import { loadProgram } from '../../../src/frontend/load.ts';
import type { Program } from '../../../src/program/program.ts';
import { PostconditionReduction, type PostconditionSwitches } from '../../../src/reduce/postcondition/strategy.ts';

export const ALL_OFF: PostconditionSwitches = {
  sizeBound: 0,
  firstInstanceOnly: false,
  combine: false,
  reuse: false,
  lazy: false,
  models: false,
  adaptive: false,
};

export function loadPaperCase(name: string): Promise<Program> {
  return loadProgram(['main.c'], { directory: fileURLToPath(new URL(`../../cases/papers/${name}`, import.meta.url)) });
}

export async function exploreReduced(
  program: Program,
  options: Partial<PostconditionSwitches> = {},
  onPath: (path: FinishedPath, strategy: PostconditionReduction, exploration: Exploration) => void = () => {},
) {
  const strategy = new PostconditionReduction(options);
  const paths: FinishedPath[] = [];
  const exploration: Exploration = await Exploration.create(
    program,
    {},
    (path) => {
      paths.push(path);
      onPath(path, strategy, exploration);
    },
    strategy,
  );
  exploration.run();
  exploration.dispose();
  return { exploration, strategy, paths, counts: exploration.counts };
}
