/** Property files of SV-COMP and Test-Comp: what must hold, or what tests shall cover. */
import { UserError } from '../../program/errors.ts';

/** As answers name them. */
export type CheckedProperty =
  | 'unreach-call'
  | 'valid-free'
  | 'valid-deref'
  | 'valid-memtrack'
  | 'valid-memcleanup'
  | 'no-overflow'
  | 'no-data-race'
  | 'termination';

export interface Specification {
  /** What must hold; empty where tests are asked for. */
  readonly checked: readonly CheckedProperty[];
  /** Where tests are asked for: branches, or calls of the function below. */
  readonly covered: 'branches' | 'calls' | null;
  /** Functions that must not be called, or whose call shall be covered. */
  readonly functions: readonly string[];
  /** The specification as witnesses and suites quote it. */
  readonly text: string;
}

const CHECKS: readonly (readonly [RegExp, CheckedProperty])[] = [
  [/^G\s*valid-free$/, 'valid-free'],
  [/^G\s*valid-deref$/, 'valid-deref'],
  [/^G\s*valid-memtrack$/, 'valid-memtrack'],
  [/^G\s*valid-memcleanup$/, 'valid-memcleanup'],
  [/^G\s*!\s*overflow$/, 'no-overflow'],
  [/^G\s*!\s*data-race$/, 'no-data-race'],
  [/^F\s*end$/, 'termination'],
];

export function readProperty(text: string, name: string): Specification {
  const checked: CheckedProperty[] = [];
  const functions: string[] = [];
  const quoted: string[] = [];
  let covered: Specification['covered'] = null;
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('//') || line.startsWith('#')) continue;
    const entry = /^(CHECK|COVER)\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*(.*)\)$/.exec(line);
    if (entry === null) throw notUnderstood(name, line);
    const [, kind, entryFunction, formula] = entry;
    if (entryFunction !== 'main') throw new UserError(`${name}: only main can be where a program begins`);
    if (kind === 'CHECK') {
      const inner = /^LTL\s*\((.*)\)\s*$/.exec(formula.trim())?.[1].trim();
      if (inner === undefined) throw notUnderstood(name, line);
      const call = /^G\s*!\s*call\s*\(\s*(\w+)\s*\(\s*\)\s*\)$/.exec(inner)?.[1];
      const known = CHECKS.find(([form]) => form.test(inner))?.[1];
      if (call === undefined && known === undefined) throw notUnderstood(name, line);
      if (call !== undefined) functions.push(call);
      checked.push(known ?? 'unreach-call');
      quoted.push(inner);
    } else {
      const call = /@CALL\s*\(\s*(\w+)\s*\)/.exec(formula)?.[1];
      if (call === undefined && !/@DECISIONEDGE|@CONDITIONEDGE|@BASICBLOCKENTRY/.test(formula)) {
        throw notUnderstood(name, line);
      }
      if (call !== undefined) functions.push(call);
      covered = call === undefined ? 'branches' : 'calls';
      quoted.push(line);
    }
  }
  if (checked.length > 0 === (covered !== null)) {
    throw new UserError(`${name} must have either CHECK or COVER lines`);
  }
  return { checked, covered, functions, text: quoted.join('\n') };
}

function notUnderstood(name: string, line: string): UserError {
  return new UserError(`${name}: not a property that pathfold knows: ${line}`);
}
