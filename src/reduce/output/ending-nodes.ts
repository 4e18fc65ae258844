/**
 * Which nodes of a trace have a say in whether the program ends there: what a search for early ends must look at.
 *
 * These are checks; the nodes that tell how the operands of an instruction that may fault came about; and branches
 * after which, before their sides meet again, something may end the program. Values that are merely stored, printed or
 * added have none, so their slices need not be explored.
 */
import { directCallee } from '../../analysis/call-graph.ts';
import type { Context } from '../../machine/names.ts';
import { type Instruction, isTerminator, successorsOf, type Terminator } from '../../program/instructions.ts';
import { terminatorOf } from '../../program/program.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import type { Trace, TraceNode } from '../../trace/trace.ts';

export class EndingNodes {
  private readonly endsAfter = new Map<Instruction, boolean>();
  private readonly plain = new Map<Context, boolean>();

  constructor(private readonly facts: TraceFacts) {}

  has(node: TraceNode, { nodes }: Trace): boolean {
    const { instruction, decision, index, potential } = node;
    if (this.insidePlainPrint(node.context)) return false;
    if (isTerminator(instruction)) {
      return this.mayEndAfter(instruction) || (this.facts.halts.mayFault(instruction) && node.data.length > 0);
    }
    if (decision?.why === 'check') return true;
    if (!this.facts.halts.mayFault(instruction)) return false;
    if (instruction.op === 'call' && directCallee(instruction) === null) return true;
    // The last node of an execution stands for its effect; it matters where another input may have freed the object.
    return nodes[index + 1]?.instruction === instruction || potential.length > 0;
  }

  /** Whether something may end the program on a way from the branch to where all its ways meet. */
  private mayEndAfter(branch: Terminator): boolean {
    let answer = this.endsAfter.get(branch);
    if (answer === undefined) {
      answer = this.findEnd(branch);
      this.endsAfter.set(branch, answer);
    }
    return answer;
  }

  private findEnd(branch: Terminator): boolean {
    const meeting = this.facts.meetingBlock(branch);
    const seen = new Set([meeting]);
    const work = [...successorsOf(branch)];
    if (new Set(work).size <= 1) return false;
    for (let block = work.pop(); block !== undefined; block = work.pop()) {
      if (seen.has(block.index)) continue;
      seen.add(block.index);
      if (block.instructions.some((each) => this.facts.halts.mayHalt(each))) return true;
      work.push(...successorsOf(terminatorOf(block)));
    }
    return false;
  }

  private insidePlainPrint(context: Context): boolean {
    let answer = this.plain.get(context);
    if (answer === undefined) {
      const { call, parent } = context;
      answer =
        (call?.op === 'call' && this.facts.halts.prints.has(call)) ||
        (parent !== null && this.insidePlainPrint(parent));
      this.plain.set(context, answer);
    }
    return answer;
  }
}
