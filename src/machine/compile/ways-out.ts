/**
 * How compiled code is left: for the closures to go on, or because it is time to look at the state. What was kept in variables is
 * written back by whoever ran the code, not by the code.
 */
import type { Block } from '../../program/program.ts';
import type { Operand } from '../../program/values.ts';
import type { Segment } from '../code.ts';
import { bitsOf, CannotCompile } from './shapes.ts';
import type { RegionWriter } from './writer.ts';

/**
 * How compiled code ends. Refused: nothing was executed. Left: before an instruction that the closures have to do; what was kept has
 * to be written back. Paused: the same where the loop is over or it is time to look at the state. Returned: the function has
 * returned to its caller. Out: somewhere below, and nothing is to be written back.
 */
export const REFUSED = 0;
export const LEFT = 1;
export const RETURNED = 2;
export const OUT = 3;
export const PAUSED = 4;
export type Ending = typeof REFUSED | typeof LEFT | typeof RETURNED | typeof OUT | typeof PAUSED;

/** What is to be done once the code was left: which registers and counters have to be written back, and where to go on. */
export interface Exit {
  readonly segment: Segment;
  readonly index: number;
  readonly registers: readonly number[];
  readonly loops: readonly number[];
  /** Counters of loops around the region: one that begins anew, or goes on, because the code was left. */
  readonly restarts?: number;
  readonly continues?: number;
}

/** Where the code would be left: before the step with this index of a segment. */
export interface CodePlace {
  readonly block: Block;
  readonly segment: Segment;
  readonly index: number;
  /** Registers live there. */
  readonly live: readonly number[];
}

export class WaysOut {
  readonly list: Exit[] = [];
  private readonly numbers = new Map<string, number>();
  /** Variables outside of the function, by name. */
  private readonly kept = new Set<string>();
  private stretches = 0;
  private stretch: { readonly label: string; readonly exit: Exit; isLeft: boolean } | null = null;

  constructor(private readonly writer: RegionWriter) {}

  /**
   * Begins a stretch of instructions without effects: whichever of them has to be left to the closures, they can begin with the
   * first. So there is one way out for all of them. `text` writes the rest of the block.
   */
  inStretch(place: CodePlace, text: () => string): string {
    const stretch = { label: `E${this.stretches++}`, exit: this.exitAt(place), isLeft: false };
    this.stretch = stretch;
    const inside = text();
    if (!stretch.isLeft) return inside;
    return `${stretch.label}: {\n${inside}}\n${this.exit(stretch.exit, LEFT)}`;
  }

  /** Leaves the code: the closures have to do an instruction of this stretch. */
  leave(): string {
    if (this.stretch === null) throw new CannotCompile('nowhere to leave to');
    this.stretch.isLeft = true;
    return `break ${this.stretch.label};\n`;
  }

  /** The same where the frame has everything. */
  leaveAsIs(segment: Segment, index: number): string {
    return this.exit({ segment, index, registers: [], loops: [] }, LEFT);
  }

  /** Stops: it is time to. */
  pause(place: CodePlace): string {
    return this.exit(this.exitAt(place), PAUSED);
  }

  pauseAsIs(segment: Segment, index: number): string {
    return this.exit({ segment, index, registers: [], loops: [] }, PAUSED);
  }

  private exitAt({ block, segment, index, live }: CodePlace): Exit {
    const registers = live.filter((register) => this.writer.isAhead(register));
    return { segment, index, registers, loops: this.writer.loopsAround(block) };
  }

  /**
   * The way out does nothing that V8 has to have seen before: it keeps variables in variables outside of the function, and
   * returns. `before` keeps other registers.
   */
  exit(exit: Exit, how: number, before = ''): string {
    const key = [
      this.writer.constant(exit.segment),
      exit.index,
      exit.registers,
      '',
      exit.loops,
      exit.restarts,
      exit.continues,
    ].join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.list.push(exit) - 1;
      this.numbers.set(key, number);
    }
    let text = before;
    if (before === '') for (const index of exit.registers) text += this.keep(index, this.writer.registerOf(index));
    for (const loop of exit.loops) {
      this.kept.add(`xc${loop}`);
      text += `xc${loop} = c${loop}; `;
    }
    return `{ ${text}exit = ${number}; rest = left; return ${how}; }\n`;
  }

  /** Keeps the value of an operand for a register. */
  keep(index: number, operand: Operand): string {
    if (this.writer.shapes.ofRegister(index) === 'address') {
      const { object, offset } = this.writer.address(operand);
      this.kept.add(`xo${index}`).add(`xn${index}`);
      return `xo${index} = ${object}; xn${index} = ${offset}; `;
    }
    this.kept.add(`x${index}`);
    const isValue = this.writer.shapes.ofRegister(index) === 'value';
    return `x${index} = ${isValue ? this.writer.value(operand) : this.writer.number(operand)}; `;
  }

  /** Functions to get at what was kept: by the number of a register, or of a loop, negative. */
  keptText(): string {
    let cases = '';
    for (const name of this.kept) {
      const number = Number(name.replace(/\D/g, ''));
      if (name.startsWith('xc')) cases += `case ${-1 - number}: return ${name};\n`;
      else if (name.startsWith('xo')) cases += `case ${number}: return pack(${name}, xn${number});\n`;
      else if (!name.startsWith('xn')) {
        const isWord = this.writer.shapes.ofRegister(number) === 'int' && bitsOf(this.writer.registerOf(number)) === 32;
        cases += `case ${number}: return ${isWord ? `${name} >>> 0` : name};\n`;
      }
    }
    return `kept(i) { switch (i) {\n${cases}} },\nexit() { return exit; },\nrest() { return rest; },\n`;
  }

  /** Declarations of the variables outside of the function. */
  variables(): string[] {
    return ['exit = 0', 'rest = 0', ...[...this.kept].map((name) => `${name} = 0`)];
  }
}
