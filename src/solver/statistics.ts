/** The optional layers between a question and the decision procedure, in the order they are asked. */
export const LAYER_NAMES = ['equalities', 'intervals', 'cases', 'independence', 'exact', 'subsets', 'models'] as const;
export type LayerName = (typeof LAYER_NAMES)[number];

export interface SolverStatistics {
  /** Questions about conjunctions, after slicing; each is answered by a cache or by the decision procedure. */
  queries: number;
  sat: number;
  unsat: number;
  unknown: number;
  /** Questions answered by a cache (exact, subsets or models). */
  cacheHits: number;
  /** How many questions each layer answered (independence: constraints left out of a question). */
  readonly layerHits: Record<LayerName, number>;
  /** Questions that were no query, because all values of the inputs they are about are known. */
  foreseen: number;
  /** Calls of the decision procedure. */
  decided: number;
  /** Spent in the decision procedure. */
  seconds: number;
}

export function emptyStatistics(): SolverStatistics {
  return {
    queries: 0,
    sat: 0,
    unsat: 0,
    unknown: 0,
    cacheHits: 0,
    layerHits: { equalities: 0, intervals: 0, cases: 0, independence: 0, exact: 0, subsets: 0, models: 0 },
    foreseen: 0,
    decided: 0,
    seconds: 0,
  };
}
