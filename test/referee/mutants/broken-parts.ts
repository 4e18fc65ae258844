/**
 * Reductions of which one part was broken on purpose: a method that does something else while the referee judges. Each mutant
 * is unsound in a way that a mistake in this part could be.
 */
import { UncoveredAhead } from '../../../src/explore/uncovered-ahead.ts';
import { DecidingConditions } from '../../../src/reduce/postcondition/conditions.ts';
import { Branches } from '../../../src/reduce/relevance/branches.ts';
import { VisitComparison } from '../../../src/reduce/relevance/comparison.ts';
import { Knowledge } from '../../../src/reduce/revisit/requirements.ts';
import { ExploredVisit, SAME_NAMES } from '../../../src/reduce/revisit/visit.ts';
import { TraceFacts } from '../../../src/trace/facts.ts';

/** Breaks the part; what comes back mends it again. */
export type Breaking = () => () => void;

function breaking<Part extends object, Method extends keyof Part>(
  part: { readonly prototype: Part },
  method: Method,
  replacement: Part[Method],
): Breaking {
  return () => {
    const { [method]: right } = part.prototype;
    part.prototype[method] = replacement;
    return () => {
      part.prototype[method] = right;
    };
  };
}

export const forgottenChecks = breaking(DecidingConditions, 'ofInstruction', () => {});
export const forgottenBranches = breaking(DecidingConditions, 'ofControl', () => {});
export const everyVisitAgrees = breaking(ExploredVisit, 'agreesWith', () => SAME_NAMES);
export const forgottenRequirements = breaking(Knowledge, 'join', () => new Set());
export const everyStateAgrees = breaking(VisitComparison, 'agreesWith', () => true);
export const noOtherWriters = breaking(Branches, 'otherSideMayWrite', () => false);
export const noPhiChoice = breaking(TraceFacts, 'decidesPhi', () => false);
export const onlyThisBlock = breaking(UncoveredAhead, 'isAheadOf', function (this: UncoveredAhead, { frame }) {
  return this.isHot(frame.segment.block);
});
