/**
 * If-conversion, `--merge simple`: branches that only choose a value become selections.
 *
 *     if (x > 9) y = 9;            y = x > 9 ? 9 : y           (a side that comes back: triangle, diamond)
 *     if (a > 0 && b > 0) ...      if (a > 0 ? b > 0 : 0) ...  (a second test with one target of the first: short circuit)
 *
 * A path that forks at such a branch computes the same afterwards but for one value, and the solver chooses between values
 * cheaply; so n such branches cost one path instead of 2^n. This is what compilers do for processors that predict badly
 * (J. R. Allen, K. Kennedy, C. Porterfield, J. Warren, *Conversion of Control Dependence to Data Dependence*, POPL 1983), and
 * what KLEE gets from the passes of LLVM it runs. Inner branches are converted first, and straight lines joined, so that whole
 * nests disappear. What a side computes runs whether or not the side is taken: only what can neither fault nor be noticed
 * (speculation.ts), and no more than `MOST_MOVED` instructions. Such instructions are marked as speculated: that they ran says
 * nothing about the coverage of their line, which therefore counts for nothing.
 *
 * The source's branches are gone, and with them their directions: what promises both sides (`cover`) works on programs that
 * are not converted. Selecting between pointers would be decided by a fork again, so branches that choose one stay.
 *
 * Cost: linear in the code for each nesting level. Measured on eight third-party parsers (`npm run study -- --half tuning --merge
 * simple`, small inputs): the exhaustive search has 0.26 (libcsv) to 1.0 (jsmn) of the paths, and takes 0.5 to 1.25 of the time.
 * `revisit`, the default of `test`, has 0.67 to 1.0 of the paths but takes about 1.1 of the time: it ends the paths
 * that differ in one value soon anyway, and now compares larger terms. So it is off unless asked for; it is for programs such as
 * controllers, which compute with conditions, and for searches without a reduction.
 */
import { type Instruction, type PhiInstruction, successorsOf, type Terminator } from '../../program/instructions.ts';
import { type Block, type Program, type ProgramFunction, terminatorOf } from '../../program/program.ts';
import type { IntConstant, Operand } from '../../program/values.ts';
import { isSameOperand, newRegister, RegisterSubstitution } from './rewrite.ts';
import { type CheckedFor, isPlainScalar, Speculation } from './speculation.ts';

type Branch = Extract<Terminator, { op: 'condbr' }>;

/** Of one side: more would make concrete runs slower than forking makes symbolic ones. */
const MOST_MOVED = 24;

export function convertBranches(fn: ProgramFunction, program: Program, checks: CheckedFor): void {
  new IfConversion(fn, program, new Speculation(program.layout, checks)).run();
}

class IfConversion {
  /** Per block: the blocks that lead to it, once per edge. */
  private readonly sources = new Map<Block, Block[]>();
  private readonly removed = new Set<Block>();
  private readonly substitution = new RegisterSubstitution();

  constructor(
    private readonly fn: ProgramFunction,
    private readonly program: Program,
    private readonly speculation: Speculation,
  ) {
    for (const block of fn.blocks) this.sources.set(block, []);
    for (const block of fn.blocks)
      for (const next of successorsOf(terminatorOf(block))) this.sourcesOf(next).push(block);
  }

  run(): void {
    // Later blocks lie deeper as a rule: most of a nest is done in one round.
    for (let changed = true; changed; ) {
      changed = false;
      for (const block of [...this.fn.blocks].reverse()) {
        while (!this.removed.has(block) && (this.convertSides(block) || this.convertSecondTest(block))) changed = true;
      }
    }
    if (this.removed.size === 0) return;
    this.fn.blocks = this.fn.blocks.filter((block) => !this.removed.has(block));
    this.substitution.apply(this.fn);
  }

  private sourcesOf(block: Block): Block[] {
    return this.sources.get(block)!;
  }

  /** `block` branches, and what one or both of its sides compute is chosen where they meet. */
  private convertSides(block: Block): boolean {
    const branch = terminatorOf(block);
    if (branch.op !== 'condbr' || branch.ifTrue === branch.ifFalse) return false;
    const { ifTrue, ifFalse } = branch;
    const [joinOfTrue, joinOfFalse] = [this.sideOf(block, ifTrue), this.sideOf(block, ifFalse)];
    let sides: Block[];
    if (joinOfTrue !== null && joinOfTrue === joinOfFalse) sides = [ifTrue, ifFalse];
    else if (joinOfTrue === ifFalse) sides = [ifTrue];
    else if (joinOfFalse === ifTrue) sides = [ifFalse];
    else return false;
    const join = sides.length === 2 ? joinOfTrue! : sides[0] === ifTrue ? ifFalse : ifTrue;
    const from = (target: Block) => (sides.includes(target) ? target : block);
    if (!this.canChoose(join, from(ifTrue), from(ifFalse))) return false;
    if (!this.canMove(sides, block)) return false;
    block.instructions.pop();
    for (const side of sides) this.move(side, block);
    this.choose(join, block, branch, from(ifTrue), from(ifFalse));
    const { id, index, position } = branch;
    const jump: Instruction = { op: 'br', target: join, id, index, block, position, result: null };
    block.instructions.push(jump);
    this.sources.set(join, [...this.sourcesOf(join).filter((each) => each !== block && !sides.includes(each)), block]);
    this.appendOnlySuccessor(block, join);
    return true;
  }

  /** Where a side that begins after `block` comes back to; null when it is none. */
  private sideOf(block: Block, side: Block): Block | null {
    const end = terminatorOf(side);
    if (end.op !== 'br' || !this.isOnlyReachedFrom(side, block)) return null;
    return end.target === side || end.target === block ? null : end.target;
  }

  /** The one who follows tests again, and shares a target: `&&` and `||`, also where they were written as nested ifs. */
  private convertSecondTest(block: Block): boolean {
    const branch = terminatorOf(block);
    if (branch.op !== 'condbr' || branch.ifTrue === branch.ifFalse) return false;
    return (
      this.convertTest(block, branch, branch.ifTrue, branch.ifFalse) ||
      this.convertTest(block, branch, branch.ifFalse, branch.ifTrue)
    );
  }

  private convertTest(block: Block, first: Branch, next: Block, shared: Block): boolean {
    const second = terminatorOf(next);
    if (second.op !== 'condbr' || second.ifTrue === second.ifFalse || !this.isOnlyReachedFrom(next, block))
      return false;
    if (second.ifTrue !== shared && second.ifFalse !== shared) return false;
    const other = second.ifTrue === shared ? second.ifFalse : second.ifTrue;
    const isAfterTrue = first.ifTrue === next;
    const [ifTrue, ifFalse] = isAfterTrue ? [next, block] : [block, next];
    if (other === next || !this.canChoose(shared, ifTrue, ifFalse) || !this.canMove([next], block)) return false;
    block.instructions.pop();
    this.move(next, block);
    this.choose(shared, block, first, ifTrue, ifFalse);
    const type = this.program.types.int(1);
    const skipped: IntConstant = { kind: 'int', type, value: second.ifTrue === shared ? 1n : 0n };
    const result = newRegister(this.fn, type, null, null);
    const values = isAfterTrue
      ? { ifTrue: second.condition, ifFalse: skipped }
      : { ifTrue: skipped, ifFalse: second.condition };
    this.addSelect(block, first, result, values.ifTrue, values.ifFalse);
    block.instructions.push({ ...second, block, position: first.position, condition: result });
    for (const phi of phisOf(other)) {
      for (const entry of phi.incoming) if (entry.block === next) entry.block = block;
    }
    this.sources.set(
      shared,
      this.sourcesOf(shared).filter((each) => each !== next),
    );
    this.sources.set(
      other,
      this.sourcesOf(other).map((each) => (each === next ? block : each)),
    );
    return true;
  }

  private isOnlyReachedFrom(block: Block, source: Block): boolean {
    const sources = this.sourcesOf(block);
    return block !== source && sources.length === 1 && sources[0] === source && block.instructions[0].op !== 'phi';
  }

  /** Whether what `join` receives through one edge or the other can be the result of a selection. */
  private canChoose(join: Block, fromTrue: Block, fromFalse: Block): boolean {
    return phisOf(join).every((phi) => {
      const [x, y] = [this.received(phi, fromTrue), this.received(phi, fromFalse)];
      return isSameOperand(x, y) || (phi.result.type.kind !== 'pointer' && isPlainScalar(phi.result.type));
    });
  }

  private received(phi: PhiInstruction, from: Block): Operand {
    return this.substitution.resolve(phi.incoming.find(({ block }) => block === from)!.value);
  }

  private canMove(sides: readonly Block[], to: Block): boolean {
    return sides.every(
      ({ instructions }) =>
        instructions.length <= MOST_MOVED + 1 &&
        this.speculation.isHarmless(instructions.slice(0, -1), to.instructions.slice(0, -1)),
    );
  }

  /** To the end of a block whose terminator has been taken away. */
  private move(side: Block, to: Block): void {
    for (const instruction of side.instructions.slice(0, -1)) {
      instruction.block = to;
      instruction.speculated = true;
      to.instructions.push(instruction);
    }
    this.removed.add(side);
  }

  /** One entry instead of two in every phi of `join`: the value that `branch` at the end of `block` chooses. */
  private choose(join: Block, block: Block, branch: Branch, fromTrue: Block, fromFalse: Block): void {
    for (const phi of phisOf(join)) {
      const [x, y] = [this.received(phi, fromTrue), this.received(phi, fromFalse)];
      let value = x;
      if (!isSameOperand(x, y)) {
        const { type, variable, name } = phi.result;
        const result = newRegister(this.fn, type, variable, name);
        this.addSelect(block, branch, result, x, y);
        value = result;
      }
      phi.incoming = phi.incoming.filter((entry) => entry.block !== fromTrue && entry.block !== fromFalse);
      phi.incoming.push({ block, value });
    }
  }

  private addSelect(block: Block, branch: Branch, result: SelectResult, ifTrue: Operand, ifFalse: Operand): void {
    const { condition, position } = branch;
    const select: Instruction = {
      op: 'select',
      id: -1,
      index: -1,
      block,
      position,
      result,
      condition,
      ifTrue,
      ifFalse,
    };
    result.definition = select;
    block.instructions.push(select);
  }

  /** Two blocks that always follow each other are one: only then can it be a side of an outer branch. */
  private appendOnlySuccessor(block: Block, next: Block): void {
    const sources = this.sourcesOf(next);
    if (next === block || sources.length !== 1 || next === this.fn.blocks[0]) return;
    for (const phi of phisOf(next)) this.substitution.replace(phi.result, this.received(phi, block));
    block.instructions.pop();
    for (const instruction of next.instructions) {
      if (instruction.op === 'phi') continue;
      instruction.block = block;
      block.instructions.push(instruction);
    }
    for (const after of new Set(successorsOf(terminatorOf(block)))) {
      this.sources.set(
        after,
        this.sourcesOf(after).map((each) => (each === next ? block : each)),
      );
      for (const phi of phisOf(after)) {
        for (const entry of phi.incoming) if (entry.block === next) entry.block = block;
      }
    }
    this.removed.add(next);
  }
}

type SelectResult = PhiInstruction['result'];

function phisOf({ instructions }: Block): PhiInstruction[] {
  const phis: PhiInstruction[] = [];
  for (const instruction of instructions) {
    if (instruction.op !== 'phi') break;
    phis.push(instruction);
  }
  return phis;
}
