/** Random flow graphs for property tests. */
import fc from 'fast-check';

/** Successor lists; node 0 is the entry. Not every node need be reachable, and cycles of any shape occur. */
export const anyGraph: fc.Arbitrary<number[][]> = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.array(fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 3 }), {
    minLength: size,
    maxLength: size,
  }),
);

/** As above, but nothing leads back to the entry, as in LLVM. */
export const functionGraph: fc.Arbitrary<number[][]> = fc.integer({ min: 2, max: 12 }).chain((size) =>
  fc.array(fc.uniqueArray(fc.integer({ min: 1, max: size - 1 }), { maxLength: 3 }), {
    minLength: size,
    maxLength: size,
  }),
);

/** Every node reachable from `from` without touching a node of `without`. */
export function reachableFrom(
  edges: readonly (readonly number[])[],
  from: number,
  without: readonly number[] = [],
): Set<number> {
  const seen = new Set<number>();
  if (without.includes(from)) return seen;
  const work = [from];
  seen.add(from);
  while (work.length > 0) {
    for (const target of edges[work.pop()!]) {
      if (seen.has(target) || without.includes(target)) continue;
      seen.add(target);
      work.push(target);
    }
  }
  return seen;
}

/** Mostly leads on to later nodes, so that most runs end; the last node has no successor. */
export const forwardGraph: fc.Arbitrary<number[][]> = fc
  .integer({ min: 3, max: 10 })
  .chain((size) =>
    fc
      .tuple(
        ...Array.from({ length: size }, (_, node) =>
          node === size - 1
            ? fc.constant([])
            : fc.uniqueArray(
                fc.oneof(
                  { weight: 8, arbitrary: fc.integer({ min: node + 1, max: Math.min(size - 1, node + 3) }) },
                  { weight: 1, arbitrary: fc.integer({ min: 1, max: size - 1 }) },
                ),
                { minLength: 1, maxLength: 3 },
              ),
        ),
      )
      .map((lists) => lists as number[][]),
  );

/** One branch after the other, whose ways meet again before the next: what comes later runs whichever way was taken. */
export const diamonds: fc.Arbitrary<number[][]> = fc.integer({ min: 1, max: 3 }).map((count) => {
  const edges: number[][] = [];
  for (let first = 0; first < 3 * count; first += 3) edges.push([first + 1, first + 2], [first + 3], [first + 3]);
  edges.push([]);
  return edges;
});
