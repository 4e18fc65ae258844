/**
 * The paths run so far as a tree of decisions, to find out without running which of them an input takes.
 *
 * Decisions in the order of execution determine the next condition, unless the machine chose a value, which depends on the
 * input; so a node has few children, and following an input down costs one evaluation per child on its way. About two
 * thirds of the runs of a program with many early ends would repeat a path, and a run costs a hundred times as much.
 */
import { Evaluator } from '../../expr/evaluate.ts';
import type { Model } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { Literal } from './literals.ts';

interface Node<Path> {
  readonly children: Map<Literal, Node<Path>>;
  /** The path that ends here. */
  path: Path | null;
}

/** With something kept for each path. */
export class KnownPaths<Path extends object> {
  private readonly root: Node<Path> = { children: new Map(), path: null };
  private readonly evaluator = new Evaluator();
  size = 0;

  constructor(private readonly terms: Terms) {}

  /** What the path decided, in order. False when it is known. */
  add(literals: readonly Literal[], path: Path): boolean {
    let node = this.root;
    for (const literal of literals) {
      let child = node.children.get(literal);
      if (child === undefined) {
        child = { children: new Map(), path: null };
        node.children.set(literal, child);
      }
      node = child;
    }
    if (node.path !== null) return false;
    node.path = path;
    this.size++;
    return true;
  }

  /** The known path that the input takes; null when it takes none. */
  of(input: Model): Path | null {
    const evaluator = this.evaluator.use(input);
    let node: Node<Path> | undefined = this.root;
    while (node !== undefined && node.path === null) {
      let next: Node<Path> | undefined;
      for (const [literal, child] of node.children) {
        if (!evaluator.holds(this.terms.byId(literal))) continue;
        next = child;
        break;
      }
      node = next;
    }
    return node?.path ?? null;
  }
}
