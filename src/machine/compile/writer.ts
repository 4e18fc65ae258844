/**
 * The text of a compiled region: its variables, and how operands are read and results are set. How the code is left is in ways-out.ts.
 *
 * Whatever leaves the code (for the closures to go on), or calls something that may look at the state (a step that is not
 * written out, a function), first writes registers back that are live there and were set in the region.
 */

import { Liveness, phisOf } from '../../analysis/liveness.ts';
import { operandsOf, type PhiInstruction } from '../../program/instructions.ts';
import type { Block } from '../../program/program.ts';
import type { Operand, Register } from '../../program/values.ts';
import type { FunctionCode, Segment } from '../code.ts';
import type { Machine } from '../machine.ts';
import { Pointer } from '../value.ts';
import { signedReading, unsignedReading } from './operations.ts';
import { bitsOf, CannotCompile, type Family, RegisterShapes } from './shapes.ts';
import type { Region } from './structure.ts';
import { type CodePlace, REFUSED, WaysOut } from './ways-out.ts';

/** What is known of a function, whatever part of it is compiled. */
export class FunctionFacts {
  readonly liveness: Liveness;
  readonly shapes: RegisterShapes;

  constructor(machine: Machine, code: FunctionCode) {
    this.liveness = new Liveness(code.function);
    this.shapes = new RegisterShapes(machine, code.function);
  }

  /**
   * A register that is likely to differ from one iteration of a loop to the next: compiled code compares it with that of a snapshot
   * (see endless.ts) before anything else is. Null where there is none.
   */
  watchedRegister(head: Block): Register | null {
    const isInt = ({ result }: PhiInstruction) => this.shapes.ofRegister(result.index) === 'int';
    return phisOf(head).findLast(isInt)?.result ?? null;
  }
}

export class RegionWriter {
  readonly constants: unknown[] = [];
  private readonly names = new Map<unknown, string>();
  private readonly families = new Map<Family, number>();
  /** Registers set in the region. */
  private readonly set = new Set<number>();
  private readonly counters = new Set<number>();
  /** Registers whose value the frame has already, in the block that is being written. */
  private clean = new Set<number>();
  readonly pointerBits: number;
  /** How the code is left. */
  readonly out = new WaysOut(this);

  constructor(
    readonly machine: Machine,
    readonly code: FunctionCode,
    readonly region: Region,
    readonly facts: FunctionFacts,
  ) {
    this.pointerBits = machine.program.layout.pointerBits;
    for (const block of region.blocks) {
      for (const { result } of block.instructions) if (result !== null) this.set.add(result.index);
      if (code.loops.isHeader[block.index] === 1) this.counters.add(code.loops.innermost[block.index]);
    }
  }

  get shapes(): RegisterShapes {
    return this.facts.shapes;
  }

  /** A name for something of the machine that the code refers to. */
  constant(value: unknown): string {
    let name = this.names.get(value);
    if (name === undefined) {
      name = `k${this.constants.push(value) - 1}`;
      this.names.set(value, name);
    }
    return name;
  }

  startBlock(): void {
    this.clean = new Set();
  }

  /** The variable for the object of a family; null has none. */
  object(family: Family): string {
    if (family === null) return 'null';
    return typeof family === 'number' ? `o${this.familyNumber(family)}` : this.constant(family);
  }

  /** Looks the object of a family up, unless that was done since anything could change; the name for what was found. */
  lookUp(family: Family): { readonly text: string; readonly target: string } {
    const number = this.familyNumber(family);
    const text = `if (e${number} !== v) { t${number} = look(S, ${this.object(family)}); e${number} = v; }\n`;
    return { text, target: `t${number}` };
  }

  /** The same for a store: what is found is the state's own. */
  lookUpOwned(family: Family): { readonly text: string; readonly target: string } {
    const number = this.familyNumber(family);
    const look = `u${number} = lookOwned(S, ${this.object(family)}); v = v + C.takeCopies();`;
    return { text: `if (f${number} !== v) { ${look} f${number} = v; }\n`, target: `u${number}` };
  }

  private readonly watchedHeads = new Map<Segment, string>();

  /** The variable with what the watched register has in a snapshot; no number where there is none. */
  watched(head: Segment): string {
    let name = this.watchedHeads.get(head);
    if (name === undefined) {
      name = `w${this.watchedHeads.size}`;
      this.watchedHeads.set(head, name);
    }
    return name;
  }

  private familyNumber(family: Family): number {
    let number = this.families.get(family);
    if (number === undefined) {
      number = this.families.size;
      this.families.set(family, number);
    }
    return number;
  }

  /** An operand of shape `int` or `float`. */
  number(operand: Operand): string {
    const shape = this.shapes.of(operand);
    if (shape !== 'int' && shape !== 'float') throw new CannotCompile(`a number is expected, not ${shape}`);
    if (operand.kind === 'register') return `r${operand.index}`;
    const value = this.shapes.constant(operand) as number;
    if (shape === 'int') return String(operand.type.kind === 'int' && operand.type.bits === 32 ? value | 0 : value);
    return Object.is(value, -0) ? '-0' : String(value);
  }

  /** An operand of shape `address`: its object and its offset. An `int` is an address without object. */
  address(operand: Operand): { readonly object: string; readonly offset: string; readonly family: Family } {
    const shape = this.shapes.of(operand);
    if (shape === 'int') {
      const bits = operand.type.kind === 'int' ? operand.type.bits : 32;
      return { object: 'null', offset: unsignedReading(this.number(operand), bits), family: null };
    }
    if (shape !== 'address') throw new CannotCompile(`an address is expected, not ${shape}`);
    const family = this.shapes.familyOf(operand);
    if (operand.kind === 'register') return { object: this.object(family), offset: `n${operand.index}`, family };
    const value = this.shapes.constant(operand);
    const offset = value instanceof Pointer ? value.offset : value;
    return { object: this.object(family), offset: String(offset), family };
  }

  /** Any operand as the machine has it. */
  value(operand: Operand): string {
    const shape = this.shapes.of(operand);
    if (shape === 'address') {
      const { object, offset } = this.address(operand);
      return `pack(${object}, ${offset})`;
    }
    if (shape === 'int') return unsignedReading(this.number(operand), bitsOf(operand));
    if (shape === 'float') return this.number(operand);
    return operand.kind === 'register' ? `r${operand.index}` : this.literal(this.shapes.constant(operand));
  }

  private literal(value: unknown): string {
    if (typeof value === 'bigint') return `${value}n`;
    return typeof value === 'number' && !Object.is(value, -0) ? String(value) : this.constant(value);
  }

  /** A signed number of an integer operand of at most 32 bits. */
  signed(operand: Operand): string {
    return signedReading(this.number(operand), bitsOf(operand));
  }

  /** Sets a register of shape `address`; the object need not be set where it is that of the family. */
  setAddress(result: Register, object: string, offset: string): string {
    const family = this.shapes.familyOf(result);
    const own = this.object(family);
    let text = `n${result.index} = ${offset};\n`;
    if (own !== object) {
      if (typeof family !== 'number') throw new CannotCompile('a family without variable');
      const number = this.familyNumber(family);
      text = `${own} = ${object}; e${number} = -1; f${number} = -1;\n${text}`;
    }
    return text;
  }

  /** Sets a register from `x`, a value as the machine has it; `otherwise` where the register cannot hold it. */
  setFromValue(result: Register, otherwise: string): string {
    switch (this.shapes.ofRegister(result.index)) {
      case 'value':
        return `r${result.index} = x;\n`;
      case 'address': {
        const family = this.shapes.familyOf(result);
        const object = typeof family === 'number' ? 'objectOf(x)' : this.object(family);
        const test = family === null ? `typeof x !== 'number'` : '!isAddress(x)';
        return `if (${test}) ${otherwise}${this.setAddress(result, object, 'offsetOf(x)')}`;
      }
      case 'int':
        return `if (typeof x !== 'number') ${otherwise}r${result.index} = ${bitsOf(result) === 32 ? 'x | 0' : 'x'};\n`;
      case 'float':
        return `if (typeof x !== 'number') ${otherwise}r${result.index} = x;\n`;
    }
  }

  /** Writes registers back that were set in the region. */
  private writeBack(registers: readonly number[], block: Block): string {
    let text = '';
    for (const index of registers) {
      if (!this.isAhead(index)) continue;
      text += `R[${index}] = ${this.registerText(index)};\n`;
      this.clean.add(index);
    }
    for (const loop of this.loopsAround(block)) text += `R[${this.code.counters[loop]}] = c${loop};\n`;
    return text;
  }

  /** A register as the frame has it. */
  registerText(index: number): string {
    return this.value(this.registerOf(index));
  }

  /** The frame has the value of the register. */
  isCurrent(index: number): void {
    this.clean.add(index);
  }

  private registers: Register[] | null = null;
  registerOf(index: number): Register {
    if (this.registers === null) {
      this.registers = [...this.code.function.parameters];
      for (const block of this.code.function.blocks) {
        for (const { result } of block.instructions) if (result !== null) this.registers[result.index] = result;
      }
    }
    return this.registers[index];
  }

  loopsAround(block: Block): number[] {
    const result: number[] = [];
    for (let loop = this.code.loops.innermost[block.index]; loop !== -1; loop = this.code.loops.loops[loop].parent) {
      if (this.counters.has(loop)) result.push(loop);
    }
    return result;
  }

  /** Before something that may look at the state, fork it or end it. */
  synchronize({ block, segment, live }: CodePlace, next: number): string {
    const text = this.writeBack(live, block);
    return `${text}F.segment = ${this.constant(segment)}; F.next = ${next}; S.steps = C.end - left;\n`;
  }

  /** Whatever was looked up may have changed. */
  get forget(): string {
    return 'v = v + 1;\n';
  }

  /** The whole function, with its variables and the way in. */
  wholeText(body: string): string {
    const entry = this.entryText();
    const variables: string[] = [];
    for (const register of this.used()) {
      const name = this.shapes.ofRegister(register.index) === 'address' ? `n${register.index}` : `r${register.index}`;
      variables.push(`${name} = 0`);
    }
    for (const loop of this.counters) variables.push(`c${loop} = 0`);
    for (const [family, number] of this.families) {
      if (typeof family === 'number') variables.push(`o${number} = null`);
      variables.push(`t${number} = null`, `e${number} = -1`, `u${number} = null`, `f${number} = -1`);
    }
    const declared = variables.length === 0 ? '' : `let ${variables.join(', ')};\n`;
    const watched = [...this.watchedHeads]
      .map(([head, name]) => `const ${name} = ${this.constant(head)}.watched;\n`)
      .join('');
    return (
      `let ${this.out.variables().join(', ')};\nreturn {\n${this.out.keptText()}run: function ${identifier(this.code.function.name)}(S, F) {\n` +
      `let R = F.registers, left = C.left, v = 0, x, a, b;\n${watched}` +
      `${declared}${entry}${body}} };`
    );
  }

  /** Registers that the region sets or reads. */
  private used(): Set<Register> {
    const result = new Set<Register>();
    const add = (operand: Operand | null) => {
      if (operand?.kind === 'register') result.add(operand);
    };
    for (const block of this.region.blocks) {
      for (const instruction of block.instructions) {
        add(instruction.result);
        if (instruction.op !== 'phi') operandsOf(instruction).forEach(add);
        else for (const { block: from, value } of instruction.incoming) if (this.region.blocks.has(from)) add(value);
      }
    }
    // A way out of the region sets phis after it.
    for (const value of this.readOnWaysOut()) add(value);
    return result;
  }

  private readOnWaysOut(): Operand[] {
    const outside = this.code.function.blocks.filter((block) => !this.region.blocks.has(block));
    return outside.flatMap((block) =>
      phisOf(block).flatMap((phi) =>
        phi.incoming.filter(({ block: from }) => this.region.blocks.has(from)).map(({ value }) => value),
      ),
    );
  }

  /** Reads what the region needs; where something is not concrete the region is not entered. */
  private entryText(): string {
    const { region, facts, code } = this;
    const live = facts.liveness.afterPhis(region.entry);
    let text = '';
    for (const register of this.used()) {
      if (!live.has(register.index)) continue;
      text += `x = R[${register.index}];\n${this.setFromValue(register, `return ${REFUSED};\n`)}`;
    }
    const loop = code.loops.isHeader[region.entry.index] === 1 ? code.loops.innermost[region.entry.index] : -1;
    if (loop >= 0) text += `c${loop} = R[${code.counters[loop]}];\n`;
    return text;
  }

  isSetHere(index: number): boolean {
    return this.set.has(index);
  }

  /** Whether a variable may have a newer value of the register than the frame has. */
  isAhead(index: number): boolean {
    return this.set.has(index) && !this.clean.has(index);
  }
}

function identifier(name: string): string {
  return `compiled_${name.replace(/\W/g, '_')}`;
}
