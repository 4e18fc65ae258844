/**
 * An input that satisfies a task and is otherwise like a known one: the path then differs in what was asked for, and
 * seldom in anything else.
 */
import { inputCells, WHOLE } from '../../expr/inputs.ts';
import { Model, type Term } from '../../expr/term.ts';

/** `solved` for everything the conditions speak of, `home` for the rest. */
export function nearby(solved: Model, home: Model, conditions: readonly Term[]): Model {
  const result = new Model();
  for (const [input, value] of home.scalars) result.scalars.set(input, value);
  for (const [input, bytes] of home.arrays) result.arrays.set(input, bytes.slice());
  for (const condition of conditions) {
    for (const { input, index } of inputCells(condition)) {
      const bytes = solved.arrays.get(input);
      if (input.width > 0) result.scalars.set(input, solved.scalars.get(input) ?? 0);
      else if (index === WHOLE) result.arrays.set(input, bytes?.slice() ?? new Uint8Array(0));
      else {
        const all = longEnough(result.arrays.get(input), index + 1);
        all[index] = bytes?.[index] ?? 0;
        result.arrays.set(input, all);
      }
    }
  }
  return result;
}

function longEnough(bytes: Uint8Array | undefined, length: number): Uint8Array {
  if (bytes !== undefined && bytes.length >= length) return bytes;
  const longer = new Uint8Array(length);
  if (bytes !== undefined) longer.set(bytes);
  return longer;
}
