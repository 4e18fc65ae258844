/** A test suite in the exchange format of Test-Comp: `metadata.xml`, and one file per test with its inputs in order. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { callInputs, type TestCase, type TestInput, testName } from '../test-case.ts';
import type { StoredRun } from './stored-run.ts';
import { XML_DECLARATION, xmlText } from './xml.ts';

const DOCTYPE = (root: string, kind: string) =>
  `<!DOCTYPE ${root} PUBLIC "+//IDN sosy-lab.org//DTD test-format ${kind} 1.1//EN" "https://sosy-lab.org/test-format/${kind}-1.1.dtd">`;
export const COVER_BRANCHES = 'COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )';

export function testCompSuite({ folder, run, tests, time }: StoredRun): [name: string, content: string][] {
  const { build, tool } = run;
  const [file] = build.files;
  const description = {
    producer: `pathfold ${tool}`,
    specification: COVER_BRANCHES,
    file,
    hash: sha256(readFileSync(resolve(folder, build.directory, file))),
    is64Bit: /64/.test(build.target.split('-')[0]),
    time,
  };
  return [
    ['test-suite/metadata.xml', testCompMetadata(description)],
    ...tests.map((test): [string, string] => [`test-suite/${testName(test.number)}.xml`, testCompTest(test)]),
  ];
}

export interface SuiteDescription {
  readonly producer: string;
  readonly specification: string;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly is64Bit: boolean;
  readonly time: Date;
}

export function sha256(contents: Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex');
}

export function testCompMetadata(suite: SuiteDescription): string {
  const fields: readonly (readonly [string, string])[] = [
    ['sourcecodelang', 'C'],
    ['producer', suite.producer],
    ['specification', suite.specification],
    ['programfile', suite.file],
    ['programhash', suite.hash],
    ['entryfunction', 'main'],
    ['architecture', suite.is64Bit ? '64bit' : '32bit'],
    ['creationtime', suite.time.toISOString().replace(/\.\d+Z$/, 'Z')],
  ];
  return [
    XML_DECLARATION,
    DOCTYPE('test-metadata', 'test-metadata'),
    '<test-metadata>',
    ...fields.map(([name, value]) => `  <${name}>${xmlText(value)}</${name}>`),
    '</test-metadata>',
    '',
  ].join('\n');
}

export function testCompTest(test: TestCase, coversError = test.expected.fault !== null): string {
  const covers = coversError ? ' coversError="true"' : '';
  const inputs = callInputs(test).map((input) => `  <input>${xmlText(inputValue(input))}</input>`);
  return [XML_DECLARATION, DOCTYPE('testcase', 'testcase'), `<testcase${covers}>`, ...inputs, '</testcase>', ''].join(
    '\n',
  );
}

function inputValue({ kind, value }: TestInput): string {
  return kind === 'bytes' ? `0x${value}` : String(value);
}
