/** Elements of one array, told together: `p = {1, 0, 7}`, `s = "ab\n"`. */

export interface Word {
  readonly name: string;
  readonly value: string;
}

/** Of a longer array the others are counted. */
const MOST_ELEMENTS = 32;

/** Words for elements from the first on become one word for the array. */
export function asArrays(words: readonly Word[]): Word[] {
  const result: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    const array = words[i].name.endsWith('[0]') ? words[i].name.slice(0, -3) : null;
    let end = i;
    while (array !== null && words[end]?.name === `${array}[${end - i}]`) end++;
    if (array === null || end - i < 2) {
      result.push(words[i]);
      continue;
    }
    result.push({ name: array, value: arrayText(words.slice(i, end).map(({ value }) => value)) });
    i = end - 1;
  }
  return result;
}

function arrayText(values: readonly string[]): string {
  const characters = values.map((value) => /^'(.+)'$/.exec(value)?.[1] ?? null);
  const text = characters.map((each) => (each === '"' ? '\\"' : each === "\\'" ? "'" : each)).join('');
  // A digit after \0 would be read as a part of it.
  if (!characters.includes(null) && !/\\0[0-7]/.test(text)) return `"${text}"`;
  const more = values.length - MOST_ELEMENTS;
  return `{${[...values.slice(0, MOST_ELEMENTS), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}}`;
}
