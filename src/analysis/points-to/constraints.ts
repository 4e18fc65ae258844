/** Turns instructions into constraints for the points-to solver. */
import type { CallInstruction, Instruction } from '../../program/instructions.ts';
import type { DataLayout } from '../../program/layout.ts';
import { isDeclaration, type Program, type ProgramFunction } from '../../program/program.ts';
import type { Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import { type CallGraph, directCallee } from '../call-graph.ts';
import { libraryRole, returnsFirstArgument } from '../library.ts';
import { AccessConstraints } from './accesses.ts';
import { AddressConstraints } from './addresses.ts';
import { findAllocators } from './allocators.ts';
import { type AbstractObject, type AllocationSite, ANY_SIZE, PlaceTable } from './places.ts';
import { PointsToSolver } from './solver.ts';

/** Beyond this many analysed copies of allocating functions, further calls share one. */
const MOST_CONTEXTS = 1500;
const DEEPEST_CONTEXT = 5;

/** A function analysed for one call (allocating functions) or for all of them. */
interface Context {
  readonly fn: ProgramFunction;
  /** The calls it stands for, innermost first; empty for the shared copy. */
  readonly calls: readonly CallInstruction[];
  readonly firstNode: number;
  readonly resultNode: number;
  readonly extraArguments: AbstractObject | null;
}

export class ConstraintBuilder {
  readonly table = new PlaceTable();
  readonly solver = new PointsToSolver(this.table);
  readonly accesses = new AccessConstraints(this.solver, this.table);
  private readonly addresses: AddressConstraints;
  private readonly layout: DataLayout;
  private readonly allocators: ReadonlySet<ProgramFunction>;
  private readonly shared: (Context | undefined)[] = [];
  private readonly contextsOf: Context[][] = [];
  private contextCount = 0;
  private readonly madeAt = new Map<Instruction, AbstractObject[]>();
  private readonly callTargets = new Map<CallInstruction, Set<ProgramFunction>>();
  private readonly byvalCopies = new Map<number, AbstractObject>();
  private readonly environment: AbstractObject;
  private readonly unknown: AbstractObject;
  /** There are objects at addresses that the program may compute without any pointer. */
  private readonly hasFixedMemory: boolean;
  /** What code outside the program may have got hold of. */
  private readonly outside: number;

  constructor(
    private readonly program: Program,
    graph: CallGraph,
    private readonly entries: readonly ProgramFunction[],
  ) {
    this.layout = program.layout;
    this.hasFixedMemory = program.functions.some(({ name }) => name === '__pf_memory');
    this.allocators = findAllocators(program, graph);
    this.environment = this.table.addObject('environment', null, ANY_SIZE);
    this.unknown = this.table.addObject('unknown', null, ANY_SIZE);
    this.outside = this.solver.newNode();
    this.addresses = new AddressConstraints(this.solver, this.table, this.layout, this.unknown);
  }

  build(): void {
    const { solver, table, program } = this;
    for (const variable of program.variables) {
      this.addresses.addSymbol(variable, 'global', this.layout.sizeOf(variable.valueType));
    }
    for (const fn of program.functions) this.addresses.addSymbol(fn, 'function', 0);
    for (const object of [this.environment, this.unknown]) {
      const everywhere = table.anywhere(object);
      solver.addPlace(solver.cell(everywhere, ANY_SIZE).stored, everywhere);
    }
    this.letOutsideAct();
    for (const variable of program.variables) {
      if (variable.initializer !== null)
        this.addresses.initialize(this.addresses.objectOf(variable)!, 0, variable.initializer);
      else if (variable.linkage !== 'internal')
        solver.addPlace(this.outside, table.anywhere(this.addresses.objectOf(variable)!));
    }
    for (const fn of program.functions) if (!isDeclaration(fn)) this.sharedContext(fn);
    for (const fn of [...this.entries, ...program.constructors]) {
      const context = this.sharedContext(fn);
      fn.parameters.forEach((_, index) => {
        solver.addPlace(context.firstNode + index, table.anywhere(this.environment));
      });
    }
    solver.solve();
  }

  nodesOf(value: Operand, fn: ProgramFunction): number[] {
    return (this.contextsOf[fn.index] ?? []).map((context) => this.nodeOf(value, context));
  }

  calleesAt(call: CallInstruction): ProgramFunction[] {
    return [...(this.callTargets.get(call) ?? [])].sort((a, b) => a.index - b.index);
  }

  objectFor(site: NonNullable<AllocationSite>, stack: readonly CallInstruction[]): AbstractObject | null {
    if ('kind' in site) return this.addresses.objectOf(site) ?? null;
    const made = this.madeAt.get(site) ?? [];
    const matches = (object: AbstractObject) => object.calls.every((call, depth) => stack[depth] === call);
    // The longest matching chain is the copy the run was analysed under.
    return made.filter(matches).sort((a, b) => b.calls.length - a.calls.length)[0] ?? null;
  }

  /** Outside code may read, change and call everything it can reach. */
  private letOutsideAct(): void {
    const { solver, table, outside } = this;
    solver.addPlace(outside, table.anywhere(this.unknown));
    solver.addRule(outside, (index) => {
      const { object } = table.places[index];
      if (object.kind === 'function') {
        this.callFromOutside(object.site as ProgramFunction);
        return;
      }
      const everything = solver.cell(table.anywhere(object), ANY_SIZE);
      solver.addEdge(everything.loaded, outside);
      solver.addEdge(outside, everything.stored);
    });
  }

  private callFromOutside(fn: ProgramFunction): void {
    if (isDeclaration(fn)) return;
    const context = this.sharedContext(fn);
    fn.parameters.forEach((_, index) => {
      this.solver.addEdge(this.outside, context.firstNode + index);
    });
    this.solver.addEdge(context.resultNode, this.outside);
  }

  private sharedContext(fn: ProgramFunction): Context {
    return this.shared[fn.index] ?? this.newContext(fn, []);
  }

  private newContext(fn: ProgramFunction, calls: readonly CallInstruction[]): Context {
    const firstNode = this.solver.newNode();
    for (let index = 1; index < fn.registerCount; index++) this.solver.newNode();
    const resultNode = this.solver.newNode();
    const extraArguments = fn.type.variadic ? this.table.addObject('arguments', fn, ANY_SIZE, calls) : null;
    const context: Context = { fn, calls, firstNode, resultNode, extraArguments };
    this.contextCount++;
    if (calls.length === 0) this.shared[fn.index] = context;
    (this.contextsOf[fn.index] ??= []).push(context);
    fn.parameterAttributes.forEach(({ byval }, index) => {
      if (byval !== null) this.receiveCopy(context, index, byval);
    });
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) this.addInstruction(instruction, context);
    }
    return context;
  }

  /** A parameter passed by value points to the callee's own copy, filled where the call is. */
  private receiveCopy(context: Context, index: number, type: Type): void {
    const object = this.table.addObject('stack', context.fn, this.layout.sizeOf(type), context.calls);
    this.byvalCopies.set(context.firstNode + index, object);
    this.solver.addPlace(context.firstNode + index, this.table.start(object));
  }

  private nodeOf(value: Operand, context: Context): number {
    return value.kind === 'register' ? context.firstNode + value.index : this.addresses.nodeOf(value);
  }

  private addInstruction(instruction: Instruction, context: Context): void {
    const { solver, table } = this;
    const node = (value: Operand) => this.nodeOf(value, context);
    const result = instruction.result === null ? -1 : node(instruction.result);
    switch (instruction.op) {
      case 'alloca': {
        const { count, allocated } = instruction;
        const size = count.kind === 'int' ? Number(count.value) * this.layout.sizeOf(allocated) : ANY_SIZE;
        solver.addPlace(result, table.start(this.make('stack', instruction, size, context)));
        break;
      }
      case 'load':
        this.accesses.load(
          node(instruction.pointer),
          result,
          this.layout.storeSizeOf(instruction.result.type),
          instruction,
        );
        break;
      case 'store':
        this.accesses.store(
          node(instruction.pointer),
          node(instruction.value),
          this.layout.storeSizeOf(instruction.value.type),
          instruction,
        );
        break;
      case 'cmpxchg': {
        const size = this.layout.storeSizeOf(instruction.replacement.type);
        this.accesses.load(node(instruction.pointer), result, size, instruction);
        this.accesses.store(node(instruction.pointer), node(instruction.replacement), size, instruction);
        break;
      }
      case 'atomicrmw': {
        const size = this.layout.storeSizeOf(instruction.value.type);
        this.accesses.load(node(instruction.pointer), result, size, instruction);
        this.accesses.store(node(instruction.pointer), node(instruction.value), size, instruction);
        this.accesses.store(node(instruction.pointer), result, size, instruction);
        break;
      }
      case 'getelementptr':
        this.addresses.shift(node(instruction.base), result, instruction.sourceType, instruction.indices);
        break;
      case 'phi':
        for (const { value } of instruction.incoming) solver.addEdge(node(value), result);
        break;
      case 'select':
        solver.addEdge(node(instruction.ifTrue), result);
        solver.addEdge(node(instruction.ifFalse), result);
        break;
      case 'cast':
        if (/^(fp|ui|si)/.test(instruction.operator)) break;
        if (instruction.operator === 'inttoptr' && (instruction.value.kind === 'int' || this.hasFixedMemory)) {
          solver.addPlace(result, table.anywhere(this.unknown));
        }
        solver.addEdge(node(instruction.value), result);
        break;
      case 'freeze':
        solver.addEdge(node(instruction.value), result);
        break;
      case 'binary':
        if (/^f|mul|div|rem/.test(instruction.operator)) break;
        this.addresses.compute(node(instruction.left), result, instruction.operator);
        this.addresses.compute(node(instruction.right), result, instruction.operator);
        break;
      case 'insertvalue':
        solver.addEdge(node(instruction.aggregate), result);
        solver.addEdge(node(instruction.value), result);
        break;
      case 'extractvalue':
        solver.addEdge(node(instruction.aggregate), result);
        break;
      case 'insertelement':
        solver.addEdge(node(instruction.vector), result);
        solver.addEdge(node(instruction.value), result);
        break;
      case 'extractelement':
        solver.addEdge(node(instruction.vector), result);
        break;
      case 'shufflevector':
        solver.addEdge(node(instruction.left), result);
        solver.addEdge(node(instruction.right), result);
        break;
      case 'va_arg': {
        // The list holds a pointer to the arguments; the instruction reads one and moves the pointer on.
        const list = solver.newNode();
        this.accesses.load(node(instruction.list), list, ANY_SIZE, instruction);
        this.accesses.store(node(instruction.list), list, ANY_SIZE, instruction);
        this.accesses.load(list, result, ANY_SIZE, instruction);
        break;
      }
      case 'ret':
        if (instruction.value !== null) solver.addEdge(node(instruction.value), context.resultNode);
        break;
      case 'call':
        this.addCall(instruction, context);
        break;
      // What these make is no address.
      case 'icmp':
      case 'fcmp':
      case 'fneg':
      case 'check':
      case 'fence':
      case 'br':
      case 'condbr':
      case 'switch':
      case 'unreachable':
      case 'refused':
        break;
      default:
        instruction satisfies never;
    }
  }

  private make(
    kind: 'stack' | 'heap',
    site: Extract<Instruction, { op: 'alloca' | 'call' }>,
    size: number,
    context: Context,
  ): AbstractObject {
    const object = this.table.addObject(kind, site, size, context.calls);
    const made = this.madeAt.get(site);
    if (made === undefined) this.madeAt.set(site, [object]);
    else made.push(object);
    return object;
  }

  private addCall(call: CallInstruction, context: Context): void {
    const { solver, table } = this;
    const direct = directCallee(call);
    if (direct !== null) {
      this.linkCall(call, context, direct);
      return;
    }
    solver.addRule(this.nodeOf(call.callee, context), (index) => {
      const { object } = table.places[index];
      if (object.kind === 'function') this.linkCall(call, context, object.site as ProgramFunction);
      else if (object === this.unknown || object === this.environment) this.callOutside(call, context);
    });
  }

  private linkCall(call: CallInstruction, context: Context, callee: ProgramFunction): void {
    let targets = this.callTargets.get(call);
    if (targets === undefined) {
      targets = new Set();
      this.callTargets.set(call, targets);
    }
    targets.add(callee);
    if (isDeclaration(callee)) {
      this.callLibrary(call, context, callee);
      return;
    }
    const { solver, table } = this;
    const target = this.contextFor(call, context, callee);
    call.arguments.forEach((argument, index) => {
      const value = this.nodeOf(argument, context);
      if (index < callee.parameters.length) {
        const parameter = target.firstNode + index;
        const copy = this.byvalCopies.get(parameter);
        if (copy === undefined) solver.addEdge(value, parameter);
        else this.accesses.copyTo(table.start(copy), value, copy.size, call);
      } else if (target.extraArguments !== null) {
        const passed = solver.cell(table.anywhere(target.extraArguments), ANY_SIZE);
        solver.addEdge(value, passed.stored);
        this.accesses.writtenBy(call).add(passed.index);
      }
    });
    if (call.result !== null) solver.addEdge(target.resultNode, this.nodeOf(call.result, context));
  }

  private contextFor(call: CallInstruction, caller: Context, callee: ProgramFunction): Context {
    if (!this.allocators.has(callee) || this.contextCount >= MOST_CONTEXTS) return this.sharedContext(callee);
    if (directCallee(call) === null || caller.calls.length >= DEEPEST_CONTEXT) return this.sharedContext(callee);
    const calls = [call, ...caller.calls];
    const known = this.contextsOf[callee.index]?.find(
      (context) => context.calls.length === calls.length && context.calls.every((step, depth) => step === calls[depth]),
    );
    return known ?? this.newContext(callee, calls);
  }

  private callLibrary(call: CallInstruction, context: Context, callee: ProgramFunction): void {
    const { solver, table } = this;
    const [first, second] = call.arguments.map((argument) => this.nodeOf(argument, context));
    const result = call.result === null ? -1 : this.nodeOf(call.result, context);
    switch (libraryRole(callee)) {
      case 'allocates': {
        const [size] = call.arguments;
        const bytes = call.arguments.length === 1 && size.kind === 'int' ? Number(size.value) : ANY_SIZE;
        if (result >= 0) solver.addPlace(result, table.start(this.make('heap', call, bytes, context)));
        break;
      }
      case 'copies':
      case 'copiesArguments': {
        const length = call.arguments[2];
        const size = length?.kind === 'int' ? Number(length.value) : ANY_SIZE;
        this.accesses.copyBetween(first, second, size, call);
        break;
      }
      case 'writes':
        this.accesses.store(first, -1, ANY_SIZE, call);
        break;
      case 'reads':
        for (const argument of call.arguments) this.accesses.load(this.nodeOf(argument, context), -1, ANY_SIZE, call);
        break;
      case 'readsObjects':
        for (const argument of call.arguments) this.accesses.readObjects(this.nodeOf(argument, context), call);
        break;
      case 'returnsFirst':
        if (result >= 0) solver.addEdge(first, result);
        break;
      case 'startsArguments':
        if (context.extraArguments !== null) {
          const value = solver.newNode();
          solver.addPlace(value, table.anywhere(context.extraArguments));
          this.accesses.store(first, value, ANY_SIZE, call);
        }
        break;
      case 'unknown':
        this.callOutside(call, context);
        break;
      case 'halts':
      case 'pure':
        break;
    }
    if (result >= 0 && returnsFirstArgument(callee)) solver.addEdge(first, result);
  }

  private callOutside(call: CallInstruction, context: Context): void {
    const { solver } = this;
    for (const argument of call.arguments) solver.addEdge(this.nodeOf(argument, context), this.outside);
    if (call.result !== null) solver.addEdge(this.outside, this.nodeOf(call.result, context));
    this.accesses.readAndWriteObjects(this.outside, call);
  }
}
