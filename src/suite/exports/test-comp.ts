/** A test suite in the exchange format of Test-Comp: `metadata.xml`, and one file per test with its inputs in order. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { callInputs, type TestCase, type TestInput, testName } from '../test-case.ts';
import type { StoredRun } from './stored-run.ts';
import { XML_DECLARATION, xmlText } from './xml.ts';

const DOCTYPE = (root: string, kind: string) =>
  `<!DOCTYPE ${root} PUBLIC "+//IDN sosy-lab.org//DTD test-format ${kind} 1.1//EN" "https://sosy-lab.org/test-format/${kind}-1.1.dtd">`;
const COVER_BRANCHES = 'COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )';

export function testCompSuite({ folder, run, tests, time }: StoredRun): [name: string, content: string][] {
  return [
    ['test-suite/metadata.xml', metadata(folder, run, time)],
    ...tests.map((test): [string, string] => [`test-suite/${testName(test.number)}.xml`, testXml(test)]),
  ];
}

function metadata(folder: string, { build, tool }: StoredRun['run'], time: Date): string {
  const file = build.files[0];
  const source = readFileSync(resolve(folder, build.directory, file));
  const fields: readonly (readonly [string, string])[] = [
    ['sourcecodelang', 'C'],
    ['producer', `pathfold ${tool}`],
    ['specification', COVER_BRANCHES],
    ['programfile', file],
    ['programhash', createHash('sha256').update(source).digest('hex')],
    ['entryfunction', 'main'],
    ['architecture', /64/.test(build.target.split('-')[0]) ? '64bit' : '32bit'],
    ['creationtime', time.toISOString().replace(/\.\d+Z$/, 'Z')],
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

function testXml(test: TestCase): string {
  const covers = test.expected.fault === null ? '' : ' coversError="true"';
  const inputs = callInputs(test).map((input) => `  <input>${xmlText(inputValue(input))}</input>`);
  return [XML_DECLARATION, DOCTYPE('testcase', 'testcase'), `<testcase${covers}>`, ...inputs, '</testcase>', ''].join(
    '\n',
  );
}

function inputValue({ kind, value }: TestInput): string {
  return kind === 'bytes' ? `0x${value}` : String(value);
}
