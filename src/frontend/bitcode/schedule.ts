/** `llvm.global_ctors` and `llvm.global_dtors`: functions that run before and after main. */
import type { GlobalVariable, Schedule, Scheduled } from '../../program/program.ts';
import type { Constant } from '../../program/values.ts';

export function readSchedule(variables: readonly GlobalVariable[]): Schedule {
  return { start: readList(variables, 'llvm.global_ctors'), end: readList(variables, 'llvm.global_dtors') };
}

/** In order of priority, lowest number first; equal ones as they stand in the file. */
function readList(variables: readonly GlobalVariable[], name: string): Scheduled[] {
  const list = variables.find((variable) => variable.name === name)?.initializer;
  if (list?.kind !== 'aggregate') return [];
  const entries: Scheduled[] = [];
  for (const entry of list.elements) {
    const fields: readonly Constant[] = entry.kind === 'aggregate' ? entry.elements : [];
    const [priority, target] = fields;
    if (priority?.kind === 'int' && target?.kind === 'global' && target.global.kind === 'function') {
      entries.push({ priority: Number(priority.value), function: target.global });
    }
  }
  return entries.sort((a, b) => a.priority - b.priority);
}
