/**
 * Names that survive across paths.
 *
 * A call context is a node of a tree: (context of the caller, call instruction, iteration of each loop around the call).
 * An object made on a path is named by (context, allocating instruction, iterations). Both are interned, so two paths
 * that make the same thing get the same node; that is what lets reductions compare paths.
 *
 * Interning costs a map lookup, so it is done only when asked for: a function without address-taken locals that is
 * called a million times never asks.
 */
import type { Instruction } from '../program/instructions.ts';
import { MemoryObject, type ObjectKind } from './value.ts';

export class Context {
  private readonly callees = new Map<number | string, Context>();
  private readonly objects = new Map<number | string, MemoryObject>();

  constructor(
    readonly id: number,
    readonly parent: Context | null,
    readonly call: Instruction | null,
    readonly depth: number,
  ) {}

  /** @internal */
  callee(names: Names, call: Instruction, iterations: readonly number[]): Context {
    const key = nameKey(call.id, iterations);
    let context = this.callees.get(key);
    if (context === undefined) {
      context = names.newContext(this, call);
      this.callees.set(key, context);
    }
    return context;
  }

  /** @internal */
  object(
    names: Names,
    kind: ObjectKind,
    site: Instruction,
    iterations: readonly number[],
    label: () => string,
  ): MemoryObject {
    const key = nameKey(site.id, iterations);
    let object = this.objects.get(key);
    if (object === undefined) {
      object = names.newObject(kind, label(), site, null);
      this.objects.set(key, object);
    }
    return object;
  }
}

export class Names {
  private contexts = 0;
  private objectCount = 0;
  private readonly outermost = new Map<string, Context>();
  private readonly environment = new Map<string, MemoryObject>();
  readonly root = this.newContext(null, null);

  /** The context of a function that no instruction calls: main has the root, a constructor or the final exit one of its own. */
  outermostOf(functionName: string): Context {
    if (functionName === 'main') return this.root;
    let context = this.outermost.get(functionName);
    if (context === undefined) {
      context = this.newContext(null, null);
      this.outermost.set(functionName, context);
    }
    return context;
  }

  /** Objects of the environment are the same on every path and in every initial state. */
  environmentObject(key: string, label: string): MemoryObject {
    let object = this.environment.get(key);
    if (object === undefined) {
      object = this.newObject('environment', label, null, null);
      this.environment.set(key, object);
    }
    return object;
  }

  newContext(parent: Context | null, call: Instruction | null): Context {
    return new Context(this.contexts++, parent, call, parent === null ? 0 : parent.depth + 1);
  }

  newObject(kind: ObjectKind, label: string, site: Instruction | null, global: MemoryObject['global']): MemoryObject {
    return new MemoryObject(this.objectCount++, kind, label, site, global);
  }
}

/**
 * A number where the loops allow it: at most one enclosing loop, which is the common case. By the instruction's id in the
 * program: a call through a pointer may lead to different functions on different paths.
 */
export function nameKey(id: number, iterations: readonly number[]): number | string {
  if (iterations.length === 0) return id;
  if (iterations.length === 1 && iterations[0] < 0x4000_0000 && id < 0x40_0000) {
    return (id + 1) * 0x4000_0000 + iterations[0];
  }
  return `${id}:${iterations.join(',')}`;
}
