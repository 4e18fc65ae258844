/** Tests as a JUnit report: each is a case, and one that ends in a fault is a failure. */
import { testInputText } from '../input-text.ts';
import { testName } from '../test-case.ts';
import type { StoredRun } from './stored-run.ts';
import { XML_DECLARATION, xmlText } from './xml.ts';

export function junitReport({ run, tests }: Pick<StoredRun, 'run' | 'tests'>): string {
  const failures = tests.filter(({ expected }) => expected.fault !== null).length;
  const counts = `tests="${tests.length}" failures="${failures}" errors="0" skipped="0" time="0"`;
  const cases = tests.flatMap((test) => {
    const { fault, meaning } = test.expected;
    const open = `    <testcase name="${testName(test.number)}" classname="${xmlText(run.entry)}" time="0"`;
    if (fault === null) return [`${open}/>`];
    const place = fault.file === null ? '' : `${fault.file}:${fault.line}: `;
    return [
      `${open}>`,
      `      <failure message="${xmlText(`${meaning}: ${fault.message}`)}" type="${fault.kind}">${xmlText(`${place}${fault.message}\nwith ${testInputText(test)}`)}</failure>`,
      '    </testcase>',
    ];
  });
  return [
    XML_DECLARATION,
    `<testsuites name="pathfold" ${counts}>`,
    `  <testsuite name="${xmlText(run.build.files.join(' '))}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
