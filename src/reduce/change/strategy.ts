/**
 * `--reduce change`: one path for every sequence of affected statements (directed-incremental.txt, section 3.3).
 *
 * The paper searches depth first and leaves a path when no affected node is reachable that is still unexplored; exploring
 * a node makes those behind it unexplored again. That loses sequences where an unaffected branch decides which *combination*
 * of affected branches is possible: with affected branches A and B behind an unaffected U, where U allows (A, B) and
 * (not A, not B) and its other side only (A, not B), every node has been explored when the other side comes up, and it is
 * left; a test keeps this program. So sequences are covered here in another way, by the search of output/explore.ts: a path's
 * sequence of affected statements is its output. The conditions it hangs on are sliced from the dynamic dependence graph,
 * every input that satisfies them runs the same sequence, and the next inputs are those that violate one of them. Loops need
 * no reset then: each further iteration that runs something affected is another condition. Paths that run nothing affected,
 * and sequences that were seen before, get no test.
 */

import type { Instruction } from '../../program/instructions.ts';
import { isTerminator } from '../../program/instructions.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import type { LogEntry } from '../../trace/log.ts';
import type { Trace } from '../../trace/trace.ts';
import type { OutputSelection } from '../output/criterion.ts';
import { OutputReduction } from '../output/strategy.ts';

const NOTHING: OutputSelection = { exitStatus: false, stdout: false, stderr: false, marks: false, globals: [] };

/** `affected` are ids of instructions of the program. */
export function changeReduction(program: Program, affected: ReadonlySet<number>): OutputReduction {
  const seen = new Set<string>();
  let sequence = '';
  return new OutputReduction(program, {
    selection: NOTHING,
    criterion: (facts) => {
      const nodes = affectedNodes(affected, facts);
      return (trace, log) => {
        sequence = affectedSequence(log, affected).join();
        return nodes(trace);
      };
    },
    keeps: () => {
      if (sequence === '' || seen.has(sequence)) return false;
      seen.add(sequence);
      return true;
    },
  });
}

/** The affected instructions a path executed, in order and with repetitions. */
export function affectedSequence(log: readonly LogEntry[], affected: ReadonlySet<number>): number[] {
  const sequence: number[] = [];
  const add = (first: number, last: number) => {
    for (let id = first; id <= last; id++) if (affected.has(id)) sequence.push(id);
  };
  let last: LogEntry | null = null;
  for (const entry of log) {
    if (entry.kind === 'segment') {
      add(entry.segment.firstId, entry.segment.endId - 1);
      last = entry;
    } else if (entry.kind === 'end' && entry.site !== null) {
      const { segment, instruction } = entry.site;
      // A path may end in the control step of a segment that was logged already.
      const logged = last?.kind === 'segment' && last.segment === segment && segment.controlSite === entry.site;
      if (!logged) add(segment.firstId, instruction.id);
    }
  }
  return sequence;
}

/**
 * Where the sequence is decided: affected branches, what decides that an affected statement runs, branches whose other
 * side may run one, and how the path ended.
 */
export function affectedNodes(affected: ReadonlySet<number>, facts: TraceFacts): (trace: Trace) => number[] {
  const others = new OtherSides(affected, facts);
  return (trace) => {
    const starts = new Set<number>();
    const include = (node: number) => {
      if (node >= 0) starts.add(node);
    };
    for (const node of trace.nodes) {
      if (!affected.has(node.instruction.id)) continue;
      if (isTerminator(node.instruction)) include(node.index);
      include(node.control);
      include(node.halt);
    }
    for (const { node, edge } of trace.turnable) {
      if (others.mayRun(trace.nodes[node].instruction, edge)) include(node);
    }
    if (trace.end !== null) {
      include(trace.end.control);
      include(trace.end.halt);
      if (trace.end.decision !== null) include(trace.end.index);
    }
    return [...starts];
  };
}

/** Whether an affected statement may run on another way out of a branch than the one taken. */
class OtherSides {
  private readonly known = new Map<string, boolean>();
  private readonly functions = new Map<ProgramFunction, boolean>();

  constructor(
    private readonly affected: ReadonlySet<number>,
    private readonly facts: TraceFacts,
  ) {}

  mayRun(branch: Instruction, edge: number): boolean {
    const key = `${branch.id}:${edge}`;
    let answer = this.known.get(key);
    if (answer === undefined) {
      answer = this.find(branch, edge);
      this.known.set(key, answer);
    }
    return answer;
  }

  private find(branch: Instruction, edge: number): boolean {
    if (!isTerminator(branch)) return this.runs(branch);
    const { block } = branch;
    const control = this.facts.termination.controlOf(block.function);
    return control
      .edgesFrom(block.index)
      .some(
        ({ index }) =>
          index !== edge &&
          control.region(index).some((each) => block.function.blocks[each].instructions.some((one) => this.runs(one))),
      );
  }

  private runs(instruction: Instruction): boolean {
    if (this.affected.has(instruction.id)) return true;
    if (instruction.op !== 'call') return false;
    return this.facts.pointsTo.callGraph.calleesAt(instruction).some((callee) => this.runsIn(callee));
  }

  private runsIn(fn: ProgramFunction): boolean {
    const known = this.functions.get(fn);
    if (known !== undefined) return known;
    const { callGraph } = this.facts.pointsTo;
    const seen = new Set([fn]);
    const work = [fn];
    let answer = false;
    for (let next = work.pop(); next !== undefined && !answer; next = work.pop()) {
      answer = next.blocks.some((block) => block.instructions.some(({ id }) => this.affected.has(id)));
      for (const call of callGraph.callsIn[next.index]) {
        for (const callee of callGraph.calleesAt(call)) {
          if (seen.has(callee)) continue;
          seen.add(callee);
          work.push(callee);
        }
      }
    }
    this.functions.set(fn, answer);
    return answer;
  }
}
