/** The memory a program starts with: functions and globals at fixed addresses, and their values as constants. */

import { roundUp } from '../program/layout.ts';
import type { GlobalVariable, Program, ProgramFunction } from '../program/program.ts';
import type { Machine } from './machine.ts';
import { Memory, REGION } from './memory/memory.ts';
import { ObjectState } from './memory/object-state.ts';
import { Constants } from './semantics/constants.ts';
import type { MemoryObject } from './value.ts';

const FUNCTION_SIZE = 16;
const GAP = 32;

export class Image {
  readonly constants: Constants;
  private readonly objects = new Map<GlobalVariable | ProgramFunction, MemoryObject>();
  private readonly bases = new Map<MemoryObject, number>();
  private loaded: Memory | null = null;

  constructor(private readonly machine: Machine) {
    this.place(machine.program);
    this.constants = new Constants(
      machine,
      (symbol) => this.objectOf(symbol),
      (object) => this.bases.get(object) ?? 0,
    );
  }

  objectOf(symbol: GlobalVariable | ProgramFunction): MemoryObject {
    return this.objects.get(symbol)!;
  }

  private place(program: Program): void {
    const { names } = this.machine;
    const { layout } = program;
    const { addressShift } = this.machine.options;
    let address: number = REGION.functions + addressShift;
    for (const fn of program.functions) {
      const object = names.newObject('function', `function ${fn.debug?.name ?? fn.name}`, null, fn);
      this.objects.set(fn, object);
      this.bases.set(object, address);
      address += FUNCTION_SIZE;
    }
    address = Math.max(REGION.globals, roundUp(address, 4096)) + addressShift;
    for (const variable of program.variables) {
      const kind = variable.constant ? 'constant' : 'global';
      const object = names.newObject(kind, labelOf(variable), null, variable);
      address = roundUp(address, Math.max(variable.align, layout.alignOf(variable.valueType), 1));
      this.objects.set(variable, object);
      this.bases.set(object, address);
      address += layout.sizeOf(variable.valueType) + GAP;
    }
  }

  /** The memory of a state that starts: loaded once, and shared until it is written to. */
  newMemory(owner: object): Memory {
    this.loaded ??= this.load();
    return this.loaded.fork({}, owner);
  }

  private load(): Memory {
    const { layout, functions, variables } = this.machine.program;
    const memory = new Memory(this.machine.terms, layout.pointerBytes, {});
    memory.heapTop += this.machine.options.addressShift;
    memory.stackTop += this.machine.options.addressShift;
    for (const fn of functions) {
      const object = this.objectOf(fn);
      memory.set(new ObjectState(object, memory.owner, 0, this.bases.get(object)!, new Uint8Array(0), false));
    }
    for (const variable of variables) {
      const object = this.objectOf(variable);
      // What is defined elsewhere has unknown contents: nothing of it can be accessed.
      const size = variable.initializer === null ? 0 : layout.sizeOf(variable.valueType);
      memory.set(
        new ObjectState(object, memory.owner, size, this.bases.get(object)!, new Uint8Array(size), !variable.constant),
      );
    }
    for (const variable of variables) {
      if (variable.initializer === null) continue;
      this.constants.initialize(memory, memory.get(this.objectOf(variable))!, 0, variable.initializer);
    }
    return memory;
  }
}

function labelOf(variable: GlobalVariable): string {
  if (/^\.str(\.\d+)?$/.test(variable.name)) return literalLabel(variable);
  if (variable.debug !== null) return `global '${variable.debug.name}'`;
  return `global '${variable.name}'`;
}

const SHOWN_CHARACTERS = 20;

function literalLabel({ initializer }: GlobalVariable): string {
  if (initializer?.kind !== 'bytes') return 'a string literal';
  const text = String.fromCharCode(...initializer.bytes.subarray(0, SHOWN_CHARACTERS)).replace(/\0$/, '');
  const rest = initializer.bytes.length > SHOWN_CHARACTERS + 1 ? '...' : '';
  return `string literal ${JSON.stringify(text + rest)}`;
}
