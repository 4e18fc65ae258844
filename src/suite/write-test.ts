/** All files of one test. Names and contents depend on the test alone. */
import { cTestText, stdinFileName } from './c-test.ts';
import { errFileName, errFileText } from './err-file.ts';
import { TEST_FORMATS, type TestFormat } from './exports/format-names.ts';
import { writeJson } from './json-file.ts';
import { ktestOf, writeKtest } from './ktest.ts';
import type { OutputFolder } from './output-folder.ts';
import { stdinBytes, type TestCase, testName } from './test-case.ts';

/** Returns whether everything could be written; if not, the folder knows why. */
export function writeTest(folder: OutputFolder, test: TestCase, files: readonly TestFile[] = testFiles(test)): boolean {
  return files.every(([name, content]) => folder.write(name, content));
}

export type TestFile = readonly [name: string, content: string | Uint8Array];

export function removeTest(folder: OutputFolder, test: TestCase): void {
  for (const [name] of testFiles(test)) folder.remove(name);
}

/** With a test go its standard input and, for a fault, the file that users of KLEE look for. */
export function testFiles(test: TestCase, formats: readonly TestFormat[] = TEST_FORMATS): TestFile[] {
  const stem = testName(test.number);
  const contents = {
    json: () => writeJson(test),
    ktest: () => writeKtest(ktestOf(test)),
    c: () => cTestText(test),
  };
  const files: TestFile[] = formats.map((format) => [`${stem}.${format}`, contents[format]()]);
  const stdin = stdinFileName(test);
  if (stdin !== null) files.push([stdin, stdinBytes(test)]);
  const err = errFileName(test);
  if (err !== null) files.push([err, errFileText(test)]);
  return files;
}
