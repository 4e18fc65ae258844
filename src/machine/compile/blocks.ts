/** The text of blocks: their instructions one after the other, calls, and the ways to other blocks. */
import { directCallee } from '../../analysis/call-graph.ts';
import { jumpsBack, returnsTwice, switchesThreads } from '../../analysis/library.ts';
import { phisOf } from '../../analysis/liveness.ts';
import { loopStep } from '../../analysis/loops.ts';
import type { CallInstruction, Instruction, Terminator } from '../../program/instructions.ts';
import { successorsOf } from '../../program/instructions.ts';
import type { Block } from '../../program/program.ts';
import type { Edge, Segment } from '../code.ts';
import { conditionText, inlineText, stepText } from './instructions.ts';
import { bitsOf } from './shapes.ts';
import type { BlockWriter } from './structure.ts';
import { type CodePlace, OUT, PAUSED, RETURNED } from './ways-out.ts';
import type { RegionWriter } from './writer.ts';

export class Blocks implements BlockWriter {
  private readonly edges = new Map<string, Edge>();

  constructor(private readonly writer: RegionWriter) {
    for (const edge of writer.code.edges) this.edges.set(`${edge.from.index}:${edge.successor}`, edge);
  }

  block(block: Block, goto: (target: Block) => string): string {
    const { writer } = this;
    const live = writer.facts.liveness.within(block);
    writer.startBlock();
    const body = block.instructions.filter((instruction) => instruction.op !== 'phi');
    const segment = writer.code.segments[block.index];
    const start = this.start({ block, segment, index: 0, live: live.get(body[0])! });
    return start + this.rest(body, 0, { block, segment, index: 0, live: live.get(body[0])! }, live, goto);
  }

  /** The instructions of a block from one on, with no effects of its own pending before it. */
  private rest(
    body: readonly Instruction[],
    from: number,
    first: CodePlace,
    live: ReadonlyMap<Instruction, readonly number[]>,
    goto: (target: Block) => string,
  ): string {
    const { writer } = this;
    const { block, segment } = first;
    return writer.out.inStretch(first, () => {
      let text = '';
      let index = first.index;
      for (let i = from; i < body.length; i++) {
        const instruction = body[i];
        const place: CodePlace = { block, segment, index, live: live.get(instruction)! };
        if (i === body.length - 1) return text + this.terminator(instruction as Terminator, place, body[i - 1], goto);
        const following = live.get(body[i + 1])!;
        if (instruction === segment.controlSite.instruction) {
          const next: CodePlace = { block, segment: segment.following!, index: 0, live: following };
          text += this.call(instruction as CallInstruction, place, next);
          return text + this.rest(body, i + 1, next, live, goto);
        }
        index++;
        if (this.isCondition(instruction, body[i + 1], place)) continue;
        const inline = inlineText(writer, instruction, place);
        text += inline ?? stepText(writer, instruction, place);
        if (inline === null || instruction.op === 'store') {
          return text + this.rest(body, i + 1, { block, segment, index, live: following }, live, goto);
        }
      }
      return text;
    });
  }

  /** The last comparison of a block is written where the branch on it is, if nothing else needs it. */
  private isCondition(instruction: Instruction, next: Instruction, { segment, block }: CodePlace): boolean {
    if (next.op !== 'condbr' || next !== segment.controlSite.instruction || next.condition !== instruction.result)
      return false;
    if (conditionText(this.writer, instruction) === null) return false;
    return next.block === block && !this.isReadAfter(instruction, block);
  }

  private isReadAfter(instruction: Instruction, block: Block): boolean {
    const index = instruction.result!.index;
    return successorsOf(block.instructions[block.instructions.length - 1] as Terminator).some(
      (target) =>
        this.writer.facts.liveness.afterPhis(target).has(index) ||
        phisOf(target).some((phi) =>
          phi.incoming.some(
            ({ block: from, value }) => from === block && value.kind === 'register' && value.index === index,
          ),
        ),
    );
  }

  /**
   * At the entry of a function or the header of a loop: the place to stop when the instructions allowed for are used up, or to see
   * whether the path runs in a circle.
   */
  private start(place: CodePlace): string {
    const { writer } = this;
    if (!place.segment.isHead) return '';
    const register = writer.facts.watchedRegister(place.block);
    const now = register === null ? '1' : writer.number(register);
    return `if (left <= 0 || ${now} === ${writer.watched(place.segment)}) ${writer.out.pause(place)}`;
  }

  private covered(segment: Segment): string {
    return segment.covered >= segment.count ? '' : `${this.writer.constant(segment)}.covered = ${segment.count};\n`;
  }

  private call(call: CallInstruction, place: CodePlace, next: CodePlace): string {
    const { writer } = this;
    const { segment } = place;
    const name = directCallee(call)?.name ?? '';
    if (returnsTwice(name) || jumpsBack(name) || switchesThreads(name)) return writer.out.leave();
    let text = writer.synchronize(place, segment.steps.length);
    text += `${this.covered(segment)}${writer.constant(segment.control)}(S, F);\nleft = left - ${segment.count};\n`;
    text += `if (S.frame !== F) {\nC.left = left;\nif (C.call(S) !== ${RETURNED}) return ${OUT};\n`;
    text += `F = S.frame; R = F.registers; left = C.left;\n}\n${writer.forget}`;
    const asIs = writer.out.leaveAsIs(next.segment, 0);
    text += `if (C.stops()) ${writer.out.pauseAsIs(next.segment, 0)}`;
    if (call.result !== null) {
      text += `x = R[${call.result.index}];\n${writer.setFromValue(call.result, asIs)}`;
      writer.isCurrent(call.result.index);
    }
    return text;
  }

  private terminator(
    instruction: Terminator,
    place: CodePlace,
    before: Instruction | undefined,
    goto: (target: Block) => string,
  ): string {
    const { writer } = this;
    const { block, segment } = place;
    const edge = (successor: number) => this.edge(block, successor, segment, goto);
    switch (instruction.op) {
      case 'br':
        return this.covered(segment) + edge(0);
      case 'condbr': {
        const inline =
          before !== undefined && this.isCondition(before, instruction, place) ? conditionText(writer, before) : null;
        const condition = inline ?? `${writer.number(instruction.condition)} === 1`;
        return `${this.covered(segment)}if (${condition}) {\n${edge(0)}} else {\n${edge(1)}}\n`;
      }
      case 'switch': {
        if (writer.shapes.of(instruction.value) !== 'int') return writer.out.leave();
        const isWord = bitsOf(instruction.value) === 32;
        const cases = instruction.cases.map(({ value: { value } }, i) => {
          const label = isWord ? Number(value) | 0 : Number(value);
          return `case ${label}: {\n${edge(i)}}\n`;
        });
        const otherwise = edge(instruction.cases.length);
        const value = writer.number(instruction.value);
        return `${this.covered(segment)}switch (${value}) {\n${cases.join('')}default: {\n${otherwise}}\n}\n`;
      }
      case 'ret': {
        const text = writer.synchronize(place, segment.steps.length) + this.covered(segment);
        return `${text}${writer.constant(segment.control)}(S, F);\nreturn C.returned(S, left - ${segment.count});\n`;
      }
      case 'unreachable':
      case 'refused':
        return writer.out.leave();
    }
  }

  private edge(from: Block, successor: number, segment: Segment, goto: (target: Block) => string): string {
    const { writer } = this;
    const edge = this.edges.get(`${from.index}:${successor}`)!;
    const target = edge.target.block;
    let text = edge.covered ? '' : `${writer.constant(edge)}.covered = true;\n`;
    text += `left = left - ${segment.count};\n`;
    if (writer.region.blocks.has(target))
      return text + this.moves(from, target) + this.count(from, target) + goto(target);
    return text + this.wayOut(from, target);
  }

  /** Phis take their values at once. */
  private moves(from: Block, to: Block): string {
    const { writer } = this;
    const early: string[] = [];
    const late: string[] = [];
    const phis = phisOf(to);
    const targets = new Set(phis.map((phi) => phi.result.index));
    phis.forEach((phi, i) => {
      const value = phi.incoming.find(({ block }) => block === from)!.value;
      if (value === phi.result) return;
      // What another phi of the block sets, or an object that changes with it, is read first.
      const isAlone =
        phis.length === 1 ||
        value.kind !== 'register' ||
        (!targets.has(value.index) && writer.shapes.of(value) !== 'address');
      if (writer.shapes.ofRegister(phi.result.index) === 'address') {
        const { object, offset } = writer.address(value);
        if (isAlone && writer.shapes.of(value) !== 'address') late.push(writer.setAddress(phi.result, object, offset));
        else {
          early.push(`const p${i} = ${offset}, q${i} = ${object};\n`);
          const own = writer.object(writer.shapes.familyOf(phi.result));
          late.push(writer.setAddress(phi.result, own === object ? own : `q${i}`, `p${i}`));
        }
        return;
      }
      const text = writer.shapes.ofRegister(phi.result.index) === 'value' ? writer.value(value) : writer.number(value);
      if (isAlone) late.push(`r${phi.result.index} = ${text};\n`);
      else {
        early.push(`const p${i} = ${text};\n`);
        late.push(`r${phi.result.index} = p${i};\n`);
      }
    });
    return early.length === 0 ? late.join('') : `{\n${early.join('')}${late.join('')}}\n`;
  }

  private count(from: Block, to: Block): string {
    const { loops } = this.writer.code;
    const step = loopStep(loops, from.index, to.index);
    if (step === 'stay') return '';
    const counter = `c${loops.innermost[to.index]}`;
    return step === 'enter' ? `${counter} = 0;\n` : `${counter} = ${counter} + 1;\n`;
  }

  /** Out of the region: what phis there get is kept, with everything else. */
  private wayOut(from: Block, to: Block): string {
    const { writer } = this;
    const { code, facts } = writer;
    const registers = facts.liveness.afterPhis(to).toArray();
    const phis = new Map(phisOf(to).map((phi) => [phi.result.index, phi]));
    let text = '';
    const kept = registers.filter((index) => {
      const value = phis.get(index)?.incoming.find(({ block }) => block === from)?.value;
      if (value === undefined && !writer.isSetHere(index)) return false;
      text += writer.out.keep(index, value ?? writer.registerOf(index));
      return true;
    });
    const step = loopStep(code.loops, from.index, to.index);
    const counter = step === 'stay' ? -1 : code.counters[code.loops.innermost[to.index]];
    const exit = {
      ...{ segment: code.segments[to.index], index: 0, registers: kept, loops: writer.loopsAround(to) },
      ...(step === 'enter' ? { restarts: counter } : {}),
      ...(step === 'again' ? { continues: counter } : {}),
    };
    return writer.out.exit(exit, PAUSED, text === '' ? ' ' : text);
  }
}
