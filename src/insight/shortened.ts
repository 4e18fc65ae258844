/** Conditions and values that are too long to be read to the end, cut where that hurts least. What is left out is counted. */

/** A conjunction: whole conditions from its beginning, as many as fit. */
export function shortConjunction(text: string, most: number): string {
  if (text.length <= most) return text;
  const parts = conjunctsIn(text);
  // Half a condition says nothing: one that is not twice too long is shown.
  let shown = parts[0].length > 2 * most ? `${parts[0].slice(0, most)} ...` : parts[0];
  let used = 1;
  while (used < parts.length && shown.length + parts[used].length + 4 <= most) shown += ` && ${parts[used++]}`;
  const left = parts.length - used;
  return left === 0 ? shown : `${shown} && ... (${left} more condition${left === 1 ? '' : 's'})`;
}

export function shortValue(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)} ...`;
}

/** Between `&&` that stand in no brackets and no quotes. */
function conjunctsIn(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (quote !== '') {
      if (letter === '\\') i++;
      else if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if ('([{'.includes(letter)) depth++;
    else if (')]}'.includes(letter)) depth--;
    else if (depth === 0 && text.startsWith(' && ', i)) {
      parts.push(text.slice(start, i));
      start = i + 4;
    }
  }
  return [...parts, text.slice(start)];
}
