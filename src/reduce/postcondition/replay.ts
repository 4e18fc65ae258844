/**
 * Runs single instructions on variables. The machine itself says what an instruction means: its prepared step is run on
 * registers that hold variables instead of values. So every instruction the machine knows is covered, with one meaning for
 * execution and summaries. What would need an address as a number, a decision or a choice of the solver is not expressed.
 */
import type { Term } from '../../expr/term.ts';
import type { DecisionKind } from '../../machine/client.ts';
import type { FunctionCode } from '../../machine/code.ts';
import type { Machine } from '../../machine/machine.ts';
import type { Partners } from '../../machine/partners.ts';
import { PathEnd } from '../../machine/path-end.ts';
import type { State } from '../../machine/state.ts';
import type { Value } from '../../machine/value.ts';
import { type Instruction, operandsOf } from '../../program/instructions.ts';
import { siteOf } from './definitions.ts';
import { type Node, Unknown } from './nodes.ts';
import type { SegmentRun } from './path.ts';
import type { PathValues } from './path-values.ts';
import type { PathRecorder } from './record.ts';

export class Replay {
  /** A state in which no address is known. */
  readonly nowhere: State;
  private readonly scratch = new Map<FunctionCode, Value[]>();

  constructor(
    private readonly machine: Machine,
    private readonly recorder: PathRecorder,
    private readonly values: PathValues,
  ) {
    this.nowhere = {
      memory: { address: refuse, addressTerm: refuse, get: refuse, find: refuse, pointerFrom: refuse },
      assumed: null,
      named: null,
      frame: null,
    } as unknown as State;
  }

  /**
   * Runs an instruction's step on variables. `concrete` nodes are given their values instead. Returns its result and the
   * conditions it checked; `answers` are what the checks found, false where there are none.
   */
  run(
    run: SegmentRun,
    instruction: Instruction,
    concrete: boolean,
    answers: readonly boolean[] = [],
  ): { value: Value; checks: readonly Term[]; operands: Node[]; pinned: Node[] } {
    const { code } = run.activation;
    let registers = this.scratch.get(code);
    if (registers === undefined) {
      registers = code.template.slice();
      this.scratch.set(code, registers);
    }
    const site = siteOf(run.segment, instruction);
    if (site === undefined || site === run.segment.controlSite) throw new Unknown('not a step');
    const operands: Node[] = [];
    const pinned: Node[] = [];
    const time = run.timeOf(instruction);
    for (const operand of operandsOf(instruction)) {
      if (operand.kind !== 'register') continue;
      const node = this.values.operand(run.activation, operand, time) as Node;
      if (concrete && node.isConcrete) {
        pinned.push(node);
        registers[operand.index] = node.actual!;
      } else {
        operands.push(node);
        registers[operand.index] = node.leaf(this.values.cells);
      }
    }
    const checks: Term[] = [];
    this.recorder.paused = true;
    try {
      this.machine.withPartners(answering(answers, checks), () =>
        run.segment.steps[site.index](registers, this.nowhere),
      );
    } catch (thrown) {
      if (!(thrown instanceof PathEnd)) throw thrown;
      if (answers.length === 0) throw new Unknown('fault inside an instruction');
    } finally {
      this.recorder.paused = false;
    }
    const value = instruction.result === null ? 0 : registers[instruction.result.index];
    return { value, checks, operands, pinned };
  }
}

function refuse(): never {
  throw new Unknown('address used as a number');
}

/** Answers while one step runs: fault checks get the answers, and are noted; anything else cannot be expressed. */
function answering(answers: readonly boolean[], checks: Term[]): Partners {
  let asked: DecisionKind = 'check';
  return {
    notesAnswers: false,
    policy: {
      records: false,
      sides: (_, condition) => {
        if (asked !== 'check') throw new Unknown('decision inside an instruction');
        const answer = answers[checks.length] ?? false;
        checks.push(condition);
        return answer ? 'true' : 'false';
      },
      value: () => {
        throw new Unknown('value chosen by the solver');
      },
    },
    client: {
      forked: refuse,
      ended: refuse,
      deciding: (_, __, kind) => {
        asked = kind;
      },
    },
  };
}
