/** Wide programs, and the checks that judge them. */
import type { MachineOptions } from '../../src/machine/options.ts';
import type { ProgramShape } from './generator/shape.ts';
import type { Checks } from './interpret.ts';

export const WIDE: {
  readonly shape: Partial<ProgramShape>;
  /** By the number of the program. */
  machine(number: number): Partial<MachineOptions>;
} = {
  shape: { wide: true, functions: 2 },
  machine: (number) => ({ checkUninitialized: true, checkLeaks: number % 2 === 1 }),
};

export const checksOf = ({ checkLeaks = false }: Partial<MachineOptions>): Checks => ({ leaks: checkLeaks });
