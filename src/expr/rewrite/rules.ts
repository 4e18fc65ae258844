import { arithmeticRules } from './arithmetic.ts';
import { arrayRules } from './array.ts';
import { bitwiseRules } from './bitwise.ts';
import { choiceRules } from './choice.ts';
import { compareRules } from './compare.ts';
import { exactFloatRules } from './exact-floats.ts';
import { floatRules } from './float.ts';
import { foldRules } from './fold.ts';
import { linearRules } from './linear.ts';
import type { Rule } from './rule.ts';
import { shiftRules } from './shift.ts';
import { sliceRules } from './slice.ts';

/** Every rule, in the order they are tried for a kind. */
export const RULES: readonly Rule[] = [
  ...foldRules,
  ...arithmeticRules,
  ...bitwiseRules,
  ...shiftRules,
  ...compareRules,
  ...linearRules,
  ...choiceRules,
  ...sliceRules,
  ...arrayRules,
  ...exactFloatRules,
  ...floatRules,
];
