import { arithmeticExamples } from './arithmetic-examples.ts';
import { bitwiseExamples } from './bitwise-examples.ts';
import { compareExamples } from './compare-examples.ts';
import type { RuleExamples } from './example.ts';
import { floatExamples } from './float-examples.ts';
import { linearExamples } from './linear-examples.ts';
import { sliceExamples } from './slice-examples.ts';

/** For each rule by name: where it applies and where it does not. */
export const EXAMPLES: Record<string, RuleExamples> = {
  ...arithmeticExamples,
  ...bitwiseExamples,
  ...compareExamples,
  ...linearExamples,
  ...sliceExamples,
  ...floatExamples,
};
