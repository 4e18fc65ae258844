/** The inputs of a test in one line, as a programmer writes them. */

import { asArrays, type Word } from './array-words.ts';
import type { TestCase, TestInput } from './test-case.ts';
import { bytesOfHex, escapeBytes } from './typed-value.ts';

const MOST_INPUTS_SHOWN = 12;
const NULL_QUESTION = ' == NULL';

/** `days = 3, d->day = 17, name = "a", p = {1, 2}, list = NULL`; what does not fit is counted. */
export function testInputText({ inputs }: Pick<TestCase, 'inputs'>): string {
  const all = asArrays(inputs.flatMap(oneInput)).map(({ name, value }) => `${name} = ${value}`);
  const more = all.length - MOST_INPUTS_SHOWN;
  return [...all.slice(0, MOST_INPUTS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function oneInput(input: TestInput): Word[] {
  const { name, type, kind, value, text, origin } = input;
  // A pointer that leads somewhere shows itself by what is there.
  if (type === '_Bool' && name.endsWith(NULL_QUESTION)) {
    return value === 0 ? [] : [{ name: name.slice(0, -NULL_QUESTION.length), value: 'NULL' }];
  }
  if (kind === 'bytes') {
    const bytes = bytesOfHex(String(value));
    // A program reads every byte of its standard input; what follows the end of a string is not looked at.
    return [{ name, value: `"${escapeBytes(origin === 'stdin' ? bytes : withoutPadding(bytes))}"` }];
  }
  if (type === 'char' && text !== undefined) return [{ name, value: `'${text}'` }];
  return [{ name, value: type === '_Bool' ? (value === 0 ? 'false' : 'true') : String(value) }];
}

/** A string ends at its first zero when nothing but zeros follow. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
}
