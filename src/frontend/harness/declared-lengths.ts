/**
 * How many elements parameters have that are declared as arrays: `int a[4]` is a pointer to the compiler, and to debug
 * information, but its author says that it leads to four ints. So it is read off the source text: the first dimension,
 * where it is a number, a macro or an enumerator for one, or a sum, difference or product of such.
 */
import type { FunctionDebug } from '../../program/debug.ts';

/** By the name of the parameter. */
export function declaredLengths({ name }: Pick<FunctionDebug, 'name'>, source: string): Map<string, number> {
  const text = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
  const lengths = new Map<string, number>();
  for (const parameter of parametersIn(text, name)) {
    const array = /(\w+)\s*\[\s*(?:static\b|const\b|restrict\b|volatile\b|\s)*([^\]]*)\]/.exec(parameter);
    const length = array === null ? null : numberIn(array[2], text, 0);
    if (length !== null && length > 0) lengths.set(array![1], length);
  }
  return lengths;
}

/** The parameters of the function's definition, as they are written. */
function parametersIn(text: string, name: string): string[] {
  for (const { index } of text.matchAll(new RegExp(`\\b${name}\\s*\\(`, 'g'))) {
    const open = text.indexOf('(', index);
    const commas = [open];
    let depth = 0;
    for (let at = open; at < text.length; at++) {
      if (text[at] === '(' || text[at] === '[') depth++;
      else if (text[at] === ',' && depth === 1) commas.push(at);
      else if ((text[at] === ')' || text[at] === ']') && --depth === 0) {
        if (!/^\s*\{/.test(text.slice(at + 1))) break;
        return commas.map((comma, i) => text.slice(comma + 1, commas[i + 1] ?? at));
      }
    }
  }
  return [];
}

const MOST_DEFINITIONS = 8;

/** Null where it is more than this understands. */
function numberIn(expression: string, text: string, followed: number): number | null {
  const words = expression.trim();
  if (/^(0x[\da-f]+|\d+)[ul]*$/i.test(words)) return Number.parseInt(words, /^0x/i.test(words) ? 16 : 10);
  if (followed > MOST_DEFINITIONS) return null;
  const bracketed = /^\(([^()]*)\)$/.exec(words);
  if (bracketed !== null) return numberIn(bracketed[1], text, followed + 1);
  const parts = /^([^()]+)([+-])([^()+-]+)$/.exec(words) ?? /^([^()]+)(\*)([^()*]+)$/.exec(words);
  if (parts !== null) {
    const [left, right] = [parts[1], parts[3]].map((part) => numberIn(part, text, followed + 1));
    if (left === null || right === null) return null;
    return parts[2] === '+' ? left + right : parts[2] === '-' ? left - right : left * right;
  }
  if (!/^[A-Za-z_]\w*$/.test(words)) return null;
  const macro = new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${words}[ \\t]+(.+)$`, 'm').exec(text);
  const enumerator = new RegExp(`[{,]\\s*${words}\\s*=\\s*([^,}]+)`).exec(text);
  const definition = macro ?? enumerator;
  return definition === null ? null : numberIn(definition[1], text, followed + 1);
}
