import { arithmeticExamples } from './arithmetic_examples.ts';
import { bitwiseExamples } from './bitwise_examples.ts';
import { compareExamples } from './compare_examples.ts';
import type { RuleExamples } from './example.ts';
import { floatExamples } from './float_examples.ts';
import { sliceExamples } from './slice_examples.ts';

/** For each rule by name: where it applies and where it does not. */
export const EXAMPLES: Record<string, RuleExamples> = {
  ...arithmeticExamples,
  ...bitwiseExamples,
  ...compareExamples,
  ...sliceExamples,
  ...floatExamples,
};
