/** `llvm.global_ctors`: functions that run before main. */
import type { GlobalVariable, ProgramFunction } from '../../program/program.ts';
import type { Constant } from '../../program/values.ts';

const LIST = 'llvm.global_ctors';

/** In order of priority, lowest number first; equal ones as they stand in the file. */
export function readConstructors(variables: readonly GlobalVariable[]): ProgramFunction[] {
  const list = variables.find((variable) => variable.name === LIST)?.initializer;
  if (list?.kind !== 'aggregate') return [];
  const entries: { priority: bigint; fn: ProgramFunction }[] = [];
  for (const entry of list.elements) {
    const fields: readonly Constant[] = entry.kind === 'aggregate' ? entry.elements : [];
    const [priority, target] = fields;
    if (priority?.kind === 'int' && target?.kind === 'global' && target.global.kind === 'function') {
      entries.push({ priority: priority.value, fn: target.global });
    }
  }
  entries.sort((a, b) => (a.priority < b.priority ? -1 : a.priority > b.priority ? 1 : 0));
  return entries.map((entry) => entry.fn);
}
