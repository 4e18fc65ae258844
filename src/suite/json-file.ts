/** A test as JSON, written and read back. */
import { UserError } from '../program/errors.ts';
import type { TestCase } from './test-case.ts';

export function writeJson(test: TestCase): string {
  return `${JSON.stringify(test, null, 2)}\n`;
}

/** `name` is for messages. */
export function readJson(text: string, name: string): TestCase {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${name} is not valid JSON: ${(error as Error).message}`);
  }
  const test = data as Partial<TestCase> | null;
  if (typeof test !== 'object' || test === null || test.format !== 'pathfold-test') {
    throw new UserError(`${name} is not a pathfold test`, 'name a testNNNNNN.json that pathfold wrote');
  }
  if (test.version !== 1) {
    throw new UserError(`${name} was written by another version of pathfold`, 'generate the test again');
  }
  for (const key of ['build', 'inputs', 'argv', 'expected'] as const) {
    if (test[key] === undefined) throw new UserError(`${name} has no "${key}"`, 'generate the test again');
  }
  return test as TestCase;
}
