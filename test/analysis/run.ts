/** Runs small generated programs with real addresses, to compare what happens with what analyses say. */
import { addressSteps } from '../../src/analysis/points-to/address-steps.ts';
import { constantOffset } from '../../src/program/element-offset.ts';
import type { Instruction } from '../../src/program/instructions.ts';
import type { Block, GlobalVariable, Program, ProgramFunction } from '../../src/program/program.ts';
import type { Operand, Register } from '../../src/program/values.ts';

export interface Address {
  readonly site: Instruction | GlobalVariable;
  readonly serial: number;
  readonly offset: number;
}
type Datum = number | Address;

export interface Run {
  /** Per instruction id of a call of the observer: the values it was given. */
  readonly seen: Map<number, string[]>;
  readonly ended: boolean;
  /** The branch that was forced the other way, if it came to that. */
  readonly forced: Instruction | null;
}

/**
 * The function that shows a value. Named like an intrinsic, so that analyses know it touches nothing: an unknown function may
 * pass on what it was given before, and then everything seen depends on everything seen earlier.
 */
export const SEE = 'llvm.see';

class Stop {
  constructor(readonly ended: boolean) {}
}

/** `onAccess` is told the address of every load and store; the branch number `force` of the run goes another way. */
export function run(
  program: Program,
  main: ProgramFunction,
  inputs: readonly number[],
  steps: number,
  onAccess: (instruction: Instruction, address: Address) => void = () => {},
  force = -1,
): Run {
  const memory = new Map<string, Datum>();
  const seen = new Map<number, string[]>();
  let serial = 0;
  let left = steps;
  let branches = 0;
  let forced: Instruction | null = null;
  const key = (address: Address) => `${address.serial}+${address.offset}`;
  const globals = new Map<GlobalVariable, Address>();
  for (const variable of program.variables) globals.set(variable, { site: variable, serial: serial++, offset: 0 });

  const call = (fn: ProgramFunction, passed: readonly Datum[]): Datum => {
    const registers = new Map<Register, Datum>();
    fn.parameters.forEach((parameter, index) => {
      registers.set(parameter, passed[index]);
    });
    const value = (operand: Operand): Datum => {
      if (operand.kind === 'register') return registers.get(operand) ?? 0;
      if (operand.kind === 'int') return Number(operand.value);
      if (operand.kind === 'global' && operand.global.kind === 'variable') return globals.get(operand.global)!;
      return 0;
    };
    const number = (operand: Operand): number => {
      const datum = value(operand);
      return typeof datum === 'number' ? datum : 0;
    };
    const address = (operand: Operand): Address => {
      const datum = value(operand);
      if (typeof datum === 'number') throw new Stop(false);
      return datum;
    };
    let block: Block = fn.blocks[0];
    let previous: Block | null = null;
    for (;;) {
      if (left-- <= 0) throw new Stop(false);
      const phis = block.instructions.filter((instruction) => instruction.op === 'phi');
      const chosen = phis.map((phi) => value(phi.incoming.find((entry) => entry.block === previous)!.value));
      phis.forEach((phi, index) => {
        registers.set(phi.result, chosen[index]);
      });
      let next: Block | null = null;
      for (const instruction of block.instructions) {
        switch (instruction.op) {
          case 'alloca':
            registers.set(instruction.result, { site: instruction, serial: serial++, offset: 0 });
            break;
          case 'load': {
            const place = address(instruction.pointer);
            onAccess(instruction, place);
            registers.set(instruction.result, memory.get(key(place)) ?? 0);
            break;
          }
          case 'store': {
            const place = address(instruction.pointer);
            onAccess(instruction, place);
            memory.set(key(place), value(instruction.value));
            break;
          }
          case 'getelementptr': {
            const base = address(instruction.base);
            const exact = constantOffset(instruction.sourceType, instruction.indices, program.layout);
            const last = instruction.indices[instruction.indices.length - 1];
            const moved =
              exact ?? number(last) * addressSteps(instruction.sourceType, instruction.indices, program.layout).stride;
            registers.set(instruction.result, { ...base, offset: base.offset + moved });
            break;
          }
          case 'binary': {
            const [a, b] = [number(instruction.left), number(instruction.right)];
            registers.set(instruction.result, instruction.operator === 'and' ? a & b : (a + b) & 0xffff);
            break;
          }
          case 'cast':
            registers.set(instruction.result, value(instruction.value));
            break;
          case 'call': {
            const callee = instruction.callee.kind === 'global' ? (instruction.callee.global as ProgramFunction) : null;
            if (callee?.name === 'exit') throw new Stop(true);
            if (callee?.name === SEE) {
              const list = seen.get(instruction.id) ?? [];
              list.push(String(value(instruction.arguments[0])));
              seen.set(instruction.id, list);
            } else {
              const result = call(callee!, instruction.arguments.map(value));
              if (instruction.result !== null) registers.set(instruction.result, result);
            }
            break;
          }
          case 'br':
            next = instruction.target;
            break;
          case 'switch': {
            const tested = number(instruction.value);
            const entry = instruction.cases.find((candidate) => Number(candidate.value.value) === tested);
            next = entry?.target ?? instruction.otherwise;
            if (branches++ === force) {
              forced = instruction;
              const ways = [...instruction.cases.map(({ target }) => target), instruction.otherwise];
              next = ways[(ways.indexOf(next) + 1) % ways.length];
            }
            break;
          }
          case 'ret':
            return instruction.value === null ? 0 : value(instruction.value);
          default:
        }
      }
      previous = block;
      block = next!;
    }
  };
  try {
    call(main, inputs);
    return { seen, ended: true, forced };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    return { seen, ended: stop.ended, forced };
  }
}
