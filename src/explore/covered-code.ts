/** What a machine has executed, as numbers that another machine over the same program understands. */
import type { Machine } from '../machine/machine.ts';

export interface CoveredCode {
  /** Triples: function, segment, how many of its instructions. */
  readonly segments: readonly number[];
  /** Pairs: function, edge. */
  readonly edges: readonly number[];
}

/** Tells what was covered since it was asked last. */
export class CoverageSoFar {
  private readonly segments = new Map<object, number>();
  private readonly edges = new Set<object>();

  constructor(private readonly machine: Machine) {}

  /** Null when nothing is new. */
  takeNew(): CoveredCode | null {
    const segments: number[] = [];
    const edges: number[] = [];
    for (const [fn, code] of this.machine.codes) {
      code.segments.forEach((segment, i) => {
        if (segment.covered === (this.segments.get(segment) ?? 0)) return;
        this.segments.set(segment, segment.covered);
        segments.push(fn.index, i, segment.covered);
      });
      code.edges.forEach((edge, i) => {
        if (!edge.covered || this.edges.has(edge)) return;
        this.edges.add(edge);
        edges.push(fn.index, i);
      });
    }
    return segments.length + edges.length === 0 ? null : { segments, edges };
  }
}

export function restoreCovered({ segments, edges }: CoveredCode, machine: Machine): void {
  const codeAt = (index: number) => machine.codeOf(machine.program.functions[index]);
  for (let i = 0; i < segments.length; i += 3) {
    const segment = codeAt(segments[i]).segments[segments[i + 1]];
    segment.covered = Math.max(segment.covered, segments[i + 2]);
  }
  for (let i = 0; i < edges.length; i += 2) codeAt(edges[i]).edges[edges[i + 1]].covered = true;
}
