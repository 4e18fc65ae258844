/**
 * C expressions that users write about inputs: `rb->head < 16 && rb->tail < 16`. They are compiled as they are, so only what
 * would end in a confusing message, or in more paths than the user means, is looked at here.
 *
 * `a && b` in front of everything else becomes two assumptions, which is the same and decides nothing. `a || b` would be a
 * branch: two paths that differ in nothing but why the assumption holds. Where both sides can be evaluated without harm it
 * is written with `|` instead.
 */
import { UserError } from '../../program/errors.ts';

interface Word {
  readonly text: string;
  /** How many brackets are open around it. */
  readonly depth: number;
}

const WORD =
  /\s+|[A-Za-z_]\w*|(?:0x[\da-f]+|\d[\w.]*(?:[ep][+-]\d+)?)[ul]*|'(?:\\.|[^'\\])+'|"(?:\\.|[^"\\])*"|<<=|>>=|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||[^\s]/giy;
const ASSIGNING = /^(=|[+\-*/%&|^]=|<<=|>>=|\+\+|--)$/;
/** What may fault, or does something: not to be evaluated where C would not. */
const RISKY = /^(\/|%|\[|->|<<|>>|"|\{)/;

/** What must hold, one assumption each. `option` is how the user wrote it, for messages. */
export function conjuncts(expression: string, option: string): string[] {
  return split(wordsOf(expression, option), '&&').map((part) => {
    return part.some(({ text }) => text === '||') && isHarmless(part) ? withoutBranches(part) : textOf(part);
  });
}

/** The expression with other names for some of its variables. */
export function renamed(expression: string, names: ReadonlyMap<string, string>): string {
  return expression.replace(/(->\s*|\.\s*|["'])?\b([A-Za-z_]\w*)/g, (all, before: string | undefined, name: string) =>
    before !== undefined ? all : (names.get(name) ?? name),
  );
}

function wordsOf(expression: string, option: string): Word[] {
  if (/\/\*|\/\/|[#\n]/.test(expression)) throw new UserError(`${option}: comments and directives cannot stand in it`);
  const words: Word[] = [];
  const open: string[] = [];
  for (const [text] of expression.matchAll(WORD)) {
    if (/^[([{]$/.test(text)) open.push(text);
    const depth = open.length;
    if (/^[)\]}]$/.test(text) && `${open.pop()}${text}` !== CLOSED[text])
      throw new UserError(`${option}: the brackets do not match`);
    if (text === ';') throw new UserError(`${option}: it must be one C expression`);
    if (ASSIGNING.test(text)) {
      throw new UserError(
        `${option}: ${text} would change an input`,
        text === '=' ? 'write == to compare' : 'an assumption may only look at inputs',
      );
    }
    words.push({ text, depth });
  }
  if (open.length > 0) throw new UserError(`${option}: the brackets do not match`);
  if (words.every(({ text }) => text.trim() === '')) throw new UserError(`${option}: there is no expression`);
  return words;
}

const CLOSED: Readonly<Record<string, string>> = { ')': '()', ']': '[]', '}': '{}' };

/** Operands of `operator` at the outermost level; one where something binds less tightly there. */
function split(given: readonly Word[], operator: '&&' | '||'): Word[][] {
  const words = unwrapped(given);
  const outside = Math.min(...words.map(({ text, depth }) => (/^[()[\]{}]$/.test(text) ? depth - 1 : depth)));
  const isOutside = ({ text, depth }: Word, ...operators: string[]) => depth === outside && operators.includes(text);
  if (words.some((word) => isOutside(word, '?', ',', ...(operator === '&&' ? ['||'] : [])))) return [[...given]];
  const parts: Word[][] = [[]];
  for (const word of words) {
    if (isOutside(word, operator)) parts.push([]);
    else parts[parts.length - 1].push(word);
  }
  return parts;
}

/** Without brackets around the whole. */
function unwrapped(given: readonly Word[]): readonly Word[] {
  const words = given.slice(
    given.findIndex(({ text }) => text.trim() !== ''),
    given.findLastIndex(({ text }) => text.trim() !== '') + 1,
  );
  const [first] = words;
  if (first.text !== '(') return words;
  const end = words.findIndex(({ text, depth }) => text === ')' && depth === first.depth);
  return end === words.length - 1 ? unwrapped(words.slice(1, -1)) : words;
}

function withoutBranches(words: readonly Word[]): string {
  for (const [operator, plain] of [
    ['||', '|'],
    ['&&', '&'],
  ] as const) {
    const parts = split(words, operator);
    if (parts.length > 1) return parts.map((part) => `(${withoutBranches(part)})`).join(` ${plain} `);
  }
  const text = textOf(unwrapped(words));
  return words.some(({ text: word }) => word === '&&' || word === '||') ? text : `(${text}) != 0`;
}

function isHarmless(words: readonly Word[]): boolean {
  return words.every(({ text }, i) => !RISKY.test(text) && text !== '?' && !isCallOrDereference(words, i));
}

function isCallOrDereference(words: readonly Word[], index: number): boolean {
  const before = words.slice(0, index).findLast(({ text }) => text.trim() !== '')?.text ?? '(';
  const { text } = words[index];
  const follows = /^(\w+|[)\]]|'.*')$/.test(before);
  return (text === '(' && /^[A-Za-z_]\w*$/.test(before)) || (text === '*' && !follows);
}

function textOf(words: readonly Word[]): string {
  return words
    .map(({ text }) => text)
    .join('')
    .trim();
}
