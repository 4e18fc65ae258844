/**
 * The rows of a decision diagram of outcomes (outcome-tree.ts): for each way to compute the outputs, the inputs for which it is
 * the one.
 *
 * A small diagram has few ways from its root to its leaves: each is a row, a conjunction as other searches find them. In a large
 * one, where different ways share most of their choices, there may be more than can be listed; then each way to compute
 * the outputs gets one row, whose condition is as large as the diagram and no larger.
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { DROPPED, OutcomeChoice, type OutcomeKind, type OutcomeResult, UNKNOWN } from './outcome-tree.ts';

export interface OutcomeRow {
  readonly kind: OutcomeKind;
  /** All of them hold. */
  readonly conditions: readonly Term[];
}

export interface OutcomeRows {
  readonly rows: readonly OutcomeRow[];
  /** Inputs that an assumption drops. */
  readonly dropped: readonly (readonly Term[])[];
}

/** Ways through a diagram that are listed one by one. */
const MOST_WAYS = 256;

export function outcomeRows(result: OutcomeResult, terms: Terms): OutcomeRows {
  const nodes = inOrder(result);
  const all = waysTo(nodes) <= MOST_WAYS ? listed(result, terms) : united(nodes, terms);
  return {
    rows: all.filter(({ kind }) => kind !== DROPPED && kind !== UNKNOWN),
    dropped: all.filter(({ kind }) => kind === DROPPED).map(({ conditions }) => conditions),
  };
}

/** Each once, and after all that lead to it. */
function inOrder(root: OutcomeResult): readonly OutcomeResult[] {
  const order: OutcomeResult[] = [];
  const seen = new Set<OutcomeResult>();
  const open: { readonly node: OutcomeResult; readonly isDone: boolean }[] = [{ node: root, isDone: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isDone } = next;
    if (isDone) order.push(node);
    else if (!seen.has(node)) {
      seen.add(node);
      open.push({ node, isDone: true });
      if (node instanceof OutcomeChoice) {
        open.push({ node: node.whenTrue, isDone: false }, { node: node.whenFalse, isDone: false });
      }
    }
  }
  return order.reverse();
}

function waysTo(nodes: readonly OutcomeResult[]): number {
  const ways = new Map<OutcomeResult, number>([[nodes[0], 1]]);
  let all = 0;
  for (const node of nodes) {
    const own = ways.get(node)!;
    if (!(node instanceof OutcomeChoice)) all += own;
    else for (const side of [node.whenTrue, node.whenFalse]) ways.set(side, (ways.get(side) ?? 0) + own);
  }
  return all;
}

function listed(root: OutcomeResult, terms: Terms): OutcomeRow[] {
  const rows: OutcomeRow[] = [];
  const open: { readonly node: OutcomeResult; readonly conditions: readonly Term[] }[] = [
    { node: root, conditions: [] },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, conditions } = next;
    if (node instanceof OutcomeChoice) {
      const { condition, whenTrue, whenFalse } = node;
      open.push({ node: whenFalse, conditions: [...conditions, terms.not(condition)] });
      open.push({ node: whenTrue, conditions: [...conditions, condition] });
    } else rows.push({ kind: node, conditions });
  }
  return rows;
}

function united(nodes: readonly OutcomeResult[], terms: Terms): OutcomeRow[] {
  const reached = new Map<OutcomeResult, Term>([[nodes[0], terms.true_]]);
  const add = (node: OutcomeResult, condition: Term) => {
    const before = reached.get(node);
    reached.set(node, before === undefined ? condition : terms.or(before, condition));
  };
  const rows: OutcomeRow[] = [];
  for (const node of nodes) {
    const own = reached.get(node)!;
    if (node instanceof OutcomeChoice) {
      add(node.whenTrue, terms.and(own, node.condition));
      add(node.whenFalse, terms.and(own, terms.not(node.condition)));
    } else rows.push({ kind: node, conditions: own === terms.true_ ? [] : [own] });
  }
  return rows;
}
