/** The `.err` file that tools and people used to KLEE look for beside a test that ends in a fault or early. */
import { ENDINGS } from '../machine/endings.ts';
import { type StackLine, type TestCase, testName } from './test-case.ts';

/** `test000001.ptr.err`; null when the path ended well. */
export function errFileName(test: TestCase): string | null {
  const { suffix } = ENDINGS[test.expected.ending];
  return suffix === null ? null : `${testName(test.number)}.${suffix}.err`;
}

export function errFileText(test: TestCase): string {
  const { fault, meaning } = test.expected;
  const lines = [`Error: ${meaning}`];
  if (fault === null) return `${lines[0]}\n`;
  if (fault.file !== null) lines.push(`File: ${fault.file}`, `Line: ${fault.line}`);
  lines.push('Stack: ', ...fault.stack.map((entry, depth) => `\t#${depth} in ${entry.function} ()${placeText(entry)}`));
  lines.push('Info: ', `\t${fault.message}`);
  return `${lines.join('\n')}\n`;
}

function placeText(entry: StackLine): string {
  return entry.file === null ? '' : ` at ${entry.file}:${entry.line}`;
}
