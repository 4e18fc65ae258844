/** What `pathfold export --format` can write of each test; ../write-test.ts says how. */
export const TEST_FORMATS = ['json', 'ktest', 'c'] as const;

export type TestFormat = (typeof TEST_FORMATS)[number];

/** The same of a whole run; formats.ts says how. */
export const RUN_FORMAT_NAMES = [
  'sarif',
  'junit',
  'github',
  'cobertura',
  'lcov',
  'testcomp',
  'criterion',
  'cmocka',
  'unity',
  'ctest',
  'assert',
  'afl',
] as const;

export type RunFormat = (typeof RUN_FORMAT_NAMES)[number];

export function isRunFormat(name: string): name is RunFormat {
  return (RUN_FORMAT_NAMES as readonly string[]).includes(name);
}
