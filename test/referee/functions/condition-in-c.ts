/**
 * Conditions are written for people: `0 <= x < 4`, `x in {1, 3..5}`, `c not in [a-z\n]`, `t == "ab"`. The witness is C, so
 * this says the same in C, without a look at the code that wrote them.
 */

export function conditionInC(text: string): string {
  const either = splitAt(text, ' || ');
  if (either.length > 1) return either.map((part) => `(${conditionInC(part)})`).join(' || ');
  const all = splitAt(text, ' && ');
  if (all.length > 1) return all.map((part) => `(${conditionInC(part)})`).join(' && ');
  if (isParenthesised(text)) return `(${conditionInC(text.slice(1, -1))})`;
  return [...pointersIn(text), phraseInC(text)].map((part) => `(${part})`).join(' && ');
}

/** What is said of something behind a null pointer does not hold: `n->next->value` asks for `n` and for `n->next`. */
function pointersIn(text: string): string[] {
  const chains = [...text.matchAll(/\b[a-z]\w*(?:->\w+)+/g)].map(([chain]) => chain.split('->'));
  const pointers = chains.flatMap((members) => members.slice(1).map((_, i) => members.slice(0, i + 1).join('->')));
  return [...new Set(pointers)].sort((a, b) => a.length - b.length);
}

function phraseInC(text: string): string {
  const range = /^(-?\d+) <= (.*) (<=?) (-?\d+)$/s.exec(text);
  if (range !== null) return `${range[1]} <= (${range[2]}) && (${range[2]}) ${range[3]} ${range[4]}`;
  const string = /^(.*) == "(.*)"$/s.exec(text);
  if (string !== null) return `strncmp((const char *)${string[1]}, "${string[2]}", 3) == 0`;
  const listed = /^(.*?) (not in|in) ([{[])(.*)[}\]]$/s.exec(text);
  if (listed === null) return text;
  const [, subject, word, kind, inner] = listed;
  const tests = kind === '{' ? listTests(subject, inner) : classTests(subject, inner);
  return `${word === 'in' ? '' : '!'}(${tests.join(' || ')})`;
}

function listTests(subject: string, inner: string): string[] {
  return splitAt(inner, ', ').map((item) => {
    const [from, to = from] = item.startsWith("'") ? [item] : item.split('..');
    return from === to ? `(${subject}) == ${from}` : `((${subject}) >= ${from} && (${subject}) <= ${to})`;
  });
}

/** A range that ends before it begins is one of signed characters, through zero. */
function classTests(subject: string, inner: string): string[] {
  const letter = String.raw`\\x[0-9a-fA-F]{2}|\\[0-7]{3}|\\.|[^\\]`;
  const items = inner.matchAll(new RegExp(`(${letter})(?:-(${letter}))?`, 'gs'));
  return [...items].map(([, from, to]) => {
    const [first, last] = [codeOf(from), codeOf(to ?? from)];
    const type = first <= last ? 'unsigned char' : 'signed char';
    return `((${type})(${subject}) >= (${type})${first} && (${type})(${subject}) <= (${type})${last})`;
  });
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, 0: 0 };

/** Of one character as C writes it. */
export function codeOf(letter: string): number {
  if (!letter.startsWith('\\')) return letter.charCodeAt(0);
  if (/^\\x/.test(letter)) return Number.parseInt(letter.slice(2), 16);
  if (/^\\\d{3}/.test(letter)) return Number.parseInt(letter.slice(1), 8);
  return ESCAPES[letter[1]] ?? letter.charCodeAt(1);
}

/** Not inside brackets, quotes and classes of characters. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let begin = 0;
  for (const at of placesOutside(text)) {
    if (at < begin || !text.startsWith(separator, at)) continue;
    parts.push(text.slice(begin, at));
    begin = at + separator.length;
  }
  return [...parts, text.slice(begin)];
}

function isParenthesised(text: string): boolean {
  return text.startsWith('(') && text.endsWith(')') && [...placesOutside(text)].every((at) => at >= text.length - 1);
}

function* placesOutside(text: string): Generator<number> {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const end = endOfQuoted(text, at);
    if (end !== null) {
      at = end;
      continue;
    }
    if ('([{'.includes(text[at])) depth++;
    else if (')]}'.includes(text[at])) depth--;
    else if (depth === 0) yield at;
  }
}

/** Where a string, a character or a class that begins here ends; null where none begins. */
function endOfQuoted(text: string, at: number): number | null {
  const closing = text[at] === '[' && text.endsWith(' in ', at) ? ']' : /["']/.test(text[at]) ? text[at] : null;
  if (closing === null) return null;
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === closing) return end;
  }
  return null;
}
