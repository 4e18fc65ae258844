/**
 * What the values of a path mean in terms of earlier ones: weakest preconditions, one definition at a time. Instructions
 * mean what the machine makes of them (replay.ts), loads and bytes what was written (memory-meaning.ts).
 */
import { directCallee } from '../../analysis/call-graph.ts';
import { Term } from '../../expr/term.ts';
import { Pointer, type Value } from '../../machine/value.ts';
import { type CallInstruction, type Instruction, operandsOf, type PhiInstruction } from '../../program/instructions.ts';
import { guardsOf, type MemoryMeanings } from './memory-meaning.ts';
import { type Meaning, MemoryNode, Node, RegisterNode, Unknown } from './nodes.ts';
import type { PathValues } from './path-values.ts';
import type { Replay } from './replay.ts';

const EFFECTS =
  /^llvm\.(memcpy|memmove|memset|va_|stack|objectsize|load\.relative|threadlocal|trap|debugtrap|ubsantrap)/;
/** Instructions whose result follows from the values of their operands alone. */
const PLAIN = new Set(['binary', 'icmp', 'fcmp', 'fneg', 'cast', 'select', 'freeze', 'getelementptr']);
const PURE_PRIMITIVES = new Set(['__pf_math1', '__pf_math2']);

export class BackwardMeanings {
  /** What instructions compute from variables, by the depth of the call. */
  private readonly computed = new Map<Instruction, (Value | undefined)[]>();
  private readonly compute = (node: Node): Meaning => this.computeMeaning(node);

  constructor(
    readonly values: PathValues,
    readonly replay: Replay,
    private readonly memory: MemoryMeanings,
  ) {}

  of(node: Node): Meaning {
    return node.meaning(this.compute);
  }

  /**
   * The nodes that determine a node which keeps its value: its operands, without building terms where the instruction
   * computes with plain numbers.
   */
  sourcesOf(node: Node): Pick<Meaning, 'operands' | 'pinned'> {
    if (node instanceof RegisterNode) {
      const { definition, run, time } = node;
      const { instruction } = definition;
      if (instruction !== null && PLAIN.has(instruction.op)) {
        const operands: Node[] = [];
        let addresses = false;
        for (const operand of operandsOf(instruction)) {
          if (operand.kind !== 'register') {
            addresses ||= operand.kind !== 'int';
            continue;
          }
          const source = this.values.operand(run.activation, operand, time) as Node;
          addresses ||= source.isPointer;
          operands.push(source);
        }
        if (!addresses || instruction.op === 'getelementptr') return { operands, pinned: [] };
      }
    }
    return this.of(node);
  }

  private computeMeaning(node: Node): Meaning {
    if (node instanceof RegisterNode) return this.ofRegister(node);
    if (node instanceof MemoryNode) return this.memory.ofMemory(node);
    throw new Unknown('no meaning');
  }

  private ofRegister(node: RegisterNode): Meaning {
    const { run, definition } = node;
    const { activation } = run;
    const { instruction } = definition;
    if (instruction === null) return this.ofParameter(node);
    if (instruction.op === 'call' && definition.segment !== run.segment) throw new Unknown('result of a call');
    switch (instruction.op) {
      case 'phi': {
        const from = run.previous?.segment.block;
        const entry = (instruction as PhiInstruction).incoming.find((each) => each.block === from);
        if (entry === undefined) throw new Unknown('phi without a predecessor');
        return this.values.same(this.values.operand(activation, entry.value, run.timeAt(0)));
      }
      case 'load':
        return this.memory.ofLoad(node, instruction);
      case 'alloca':
        return { value: node.actual!, operands: [], pinned: [] };
      case 'cmpxchg':
      case 'atomicrmw':
        throw new Unknown('atomic operation');
      case 'call':
        return definition.order === 0 ? this.ofReturn(node) : this.ofCallStep(node, instruction);
      case 'select':
        if (node.isPointer) return this.ofPointerSelect(node, instruction);
        break;
      case 'icmp': {
        const known = this.ofAddressComparison(node, instruction);
        if (known !== null) return known;
        break;
      }
    }
    return this.ofStep(node, instruction);
  }

  /**
   * An instruction on variables gives the same term whenever it is executed at the same depth, unless pointers come in,
   * whose objects are part of the term.
   */
  private ofStep(node: RegisterNode, instruction: Instruction): Meaning {
    const { run } = node;
    const { activation } = run;
    if (node.isPointer || !PLAIN.has(instruction.op)) return this.replay.run(run, instruction, false);
    const operands: Node[] = [];
    for (const operand of operandsOf(instruction)) {
      if (operand.kind !== 'register') continue;
      const source = this.values.register(activation, operand.index, node.time);
      const { actual } = source;
      if (typeof actual === 'object' && !(actual instanceof Term)) return this.replay.run(run, instruction, false);
      operands.push(source);
    }
    let values = this.computed.get(instruction);
    if (values === undefined) {
      values = [];
      this.computed.set(instruction, values);
    }
    let value = values[activation.depth];
    if (value === undefined) {
      value = this.replay.run(run, instruction, false).value;
      values[activation.depth] = value;
    }
    return { value, operands, pinned: [] };
  }

  private ofParameter({ run, definition, actual }: RegisterNode): Meaning {
    const { caller, call } = run.activation;
    if (caller === null || call === null) throw new Unknown('argument of the program');
    const instruction = call.segment.controlSite.instruction as CallInstruction;
    if (instruction.byval[definition.register] != null) return { value: actual!, operands: [], pinned: [] };
    const argument = instruction.arguments[definition.register];
    if (argument === undefined) return { value: 0, operands: [], pinned: [] };
    return this.values.same(this.values.operand(caller, argument, call.timeOf(instruction)));
  }

  private ofReturn({ run }: RegisterNode): Meaning {
    const from = run.returnedFrom;
    if (from === null) throw new Unknown('external function');
    const { instruction } = from.segment.controlSite;
    if (instruction.op !== 'ret' || instruction.value === null) return { value: 0, operands: [], pinned: [] };
    return this.values.same(this.values.operand(from.activation, instruction.value, from.timeOf(instruction)));
  }

  private ofPointerSelect(node: RegisterNode, instruction: Extract<Instruction, { op: 'select' }>): Meaning {
    const { run, time } = node;
    const { activation } = run;
    const condition = this.values.operand(activation, instruction.condition, time);
    const bit = this.values.actualOf(condition);
    let taken: boolean;
    if (typeof bit === 'number') taken = bit === 1;
    else {
      const decision = run.entriesOf(instruction).find((entry) => entry.kind === 'decision');
      if (decision === undefined || decision.kind !== 'decision') {
        const { value, operands, pinned } = this.replay.run(run, instruction, false);
        return { value, operands, pinned };
      }
      taken = decision.value;
    }
    return this.values.same(this.values.operand(activation, taken ? instruction.ifTrue : instruction.ifFalse, time));
  }

  /** Whether two different objects, or an object and null, are at the same address does not depend on where they are. */
  private ofAddressComparison(node: RegisterNode, instruction: Extract<Instruction, { op: 'icmp' }>): Meaning | null {
    const left = this.values.operand(node.run.activation, instruction.left, node.time);
    const right = this.values.operand(node.run.activation, instruction.right, node.time);
    const [x, y] = [this.values.actualOf(left), this.values.actualOf(right)];
    if (!(x instanceof Pointer) && !(y instanceof Pointer)) return null;
    if (x instanceof Pointer && y instanceof Pointer && x.object === y.object) return null;
    if (instruction.predicate !== 'eq' && instruction.predicate !== 'ne') throw new Unknown('address used as a number');
    const pinned: Node[] = [];
    for (const side of [left, right]) {
      const actual = this.values.actualOf(side);
      if (side instanceof Node) {
        if (!side.isConcrete) throw new Unknown('address used as a number');
        pinned.push(side);
      }
      if (actual instanceof Pointer) {
        const inside =
          typeof actual.offset === 'number' && actual.offset >= 0 && actual.offset <= this.values.sizeOf(actual.object);
        if (!inside) throw new Unknown('address used as a number');
      } else if (actual !== 0) throw new Unknown('address used as a number');
    }
    return { value: node.actual!, operands: [], pinned };
  }

  private ofCallStep(node: RegisterNode, instruction: CallInstruction): Meaning {
    const name = directCallee(instruction)?.name ?? '';
    const { actual, run } = node;
    switch (name) {
      case '__pf_input':
      case '__pf_input_float':
      case '__pf_input_double':
        if (!(actual instanceof Term)) throw new Unknown('input');
        return { value: actual, operands: guardsOf(actual, this.values.cells), pinned: [] };
      case '__pf_alloc':
      case '__pf_alloc_zeroed':
      case '__pf_object_size':
      case '__pf_look':
      case '__pf_concretize':
        return { value: actual!, operands: [], pinned: [] };
    }
    if (name === '__pf_given') {
      if (actual === 0) throw new Unknown('an object that was freed');
      return { value: actual!, operands: [], pinned: [] };
    }
    const pure = name.startsWith('llvm.') ? !EFFECTS.test(name) : PURE_PRIMITIVES.has(name);
    if (!pure) throw new Unknown(`result of ${name}`);
    const { value, operands, pinned } = this.replay.run(run, instruction, false);
    return { value, operands, pinned };
  }
}
