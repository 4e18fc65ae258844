/** What `pathfold export --format` can write of a whole run; formats.ts says how. */
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
