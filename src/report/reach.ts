/**
 * Which tests reach which lines, small: lines that the same tests reach are one class, and a test is the set of its classes. Ten thousand
 * tests of five thousand lines would be fifty million pairs; classes are some hundred, because lines between two branches go together.
 */
export interface LineReach {
  /** Per file and line: its class. */
  readonly classOf: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** Distinct sets of classes, a bit each, in base64. */
  readonly sets: readonly string[];
  /** Per test, in the order of the table: its set; -1 where it was not followed. */
  readonly setOf: readonly number[];
}

export interface ReachedLines {
  readonly lines: readonly { readonly file: string; readonly line: number }[];
  readonly reached: ReadonlyMap<number, ReadonlySet<number>>;
}

export function reachOf({ lines, reached }: ReachedLines, tests: readonly number[]): LineReach {
  const columns = lines.map(() => new Uint8Array((tests.length + 7) >>> 3));
  tests.forEach((test, i) => {
    for (const line of reached.get(test) ?? []) columns[line][i >>> 3] |= 1 << (i & 7);
  });
  const classes = new Map<string, number>();
  const classOf: Record<string, Record<number, number>> = {};
  const classOfLine = lines.map(({ file, line }, i) => {
    const key = Buffer.from(columns[i]).toString('latin1');
    const number = classes.get(key) ?? classes.size;
    classes.set(key, number);
    classOf[file] ??= {};
    classOf[file][line] = number;
    return number;
  });
  const sets = new Map<string, number>();
  const setOf = tests.map((test) => {
    const own = reached.get(test);
    if (own === undefined) return -1;
    const bits = new Uint8Array((classes.size + 7) >>> 3);
    for (const line of own) bits[classOfLine[line] >>> 3] |= 1 << (classOfLine[line] & 7);
    const text = Buffer.from(bits).toString('base64');
    const number = sets.get(text) ?? sets.size;
    sets.set(text, number);
    return number;
  });
  return { classOf, sets: [...sets.keys()], setOf };
}
