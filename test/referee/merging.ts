/** Programs as `--merge simple` makes them: what the checks of a run mean to if-conversion. */
import type { CheckedFor } from '../../src/frontend/lower/speculation.ts';
import { DEFAULT_MACHINE_OPTIONS, type MachineOptions } from '../../src/machine/options.ts';

export function merging(machine: Partial<MachineOptions> = {}): { readonly mergeUnder: CheckedFor } {
  return { mergeUnder: { ...DEFAULT_MACHINE_OPTIONS, ...machine } };
}

/** As `npm run referee -- --merge` says. */
export function mergingAsAsked(machine: Partial<MachineOptions> = {}): { readonly mergeUnder?: CheckedFor } {
  return process.env.REFEREE_MERGE === 'simple' ? merging(machine) : {};
}
