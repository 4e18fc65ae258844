/** All files of one test. Names and contents depend on the test alone. */
import { cTestText, stdinFileName } from './c-test.ts';
import { errFileName, errFileText } from './err-file.ts';
import { writeJson } from './json-file.ts';
import { ktestOf, writeKtest } from './ktest.ts';
import type { OutputFolder } from './output-folder.ts';
import { stdinBytes, type TestCase, testName } from './test-case.ts';

/** Returns whether everything could be written; if not, the folder knows why. */
export function writeTest(folder: OutputFolder, test: TestCase): boolean {
  return testFiles(test).every(([name, content]) => folder.write(name, content));
}

export function testFiles(test: TestCase): [name: string, content: string | Uint8Array][] {
  const stem = testName(test.number);
  const files: [string, string | Uint8Array][] = [
    [`${stem}.json`, writeJson(test)],
    [`${stem}.ktest`, writeKtest(ktestOf(test))],
    [`${stem}.c`, cTestText(test)],
  ];
  const stdin = stdinFileName(test);
  if (stdin !== null) files.push([stdin, stdinBytes(test)]);
  const err = errFileName(test);
  if (err !== null) files.push([err, errFileText(test)]);
  return files;
}
