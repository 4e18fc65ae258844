/**
 * Joins modules into one program by C's rules.
 *
 * Names with internal linkage stay apart: a second `static int count` becomes `count.1` and keeps its source name in the
 * debug information. Among external names of the user's files a strong definition beats a tentative one (`common`), which
 * beats a weak one; two strong definitions are the user's error. A definition that may be looked at but not emitted
 * (C99 `inline`) serves when there is no other. Library modules behave like archives, per symbol: a definition is taken
 * when something that is kept refers to its name and no user file defines it, so unused library code is never part of
 * the program. What is defined nowhere stays a declaration, an error only if an execution reaches it.
 *
 * Modules are joined in place, in one walk over what is kept: the symbols' own objects move into the result, and every
 * constant that refers to a symbol is pointed to the chosen one. All modules must share one type table.
 */
import { InternalError, UserError } from '../program/errors.ts';
import { operandsOf } from '../program/instructions.ts';
import type { DataLayout } from '../program/layout.ts';
import type {
  Alias,
  GlobalSymbol,
  GlobalVariable,
  Linkage,
  Program,
  ProgramFunction,
  Scheduled,
} from '../program/program.ts';
import type { Constant, Operand } from '../program/values.ts';
import { orderStartup, type Startup } from './startup.ts';

/** A module of a library: read only when one of its names is needed. */
export interface LibraryModule {
  readonly defines: readonly string[];
  read(): Program;
}

/** `roots` are names the machine itself will look up: taken from the library even when no user code refers to them. */
export function link(
  programs: readonly Program[],
  library: readonly LibraryModule[] = [],
  roots: readonly string[] = [],
): Program {
  if (programs.length === 0) throw new InternalError('there is nothing to link');
  return new Linker(programs, library).link(roots);
}

interface Definition {
  symbol: GlobalSymbol;
  module: Program;
}

class Linker {
  private readonly first: Program;
  /** External names of the user's files, and of the library modules read so far. */
  private readonly defined = new Map<string, Definition>();
  private readonly taken = new Map<string, Definition>();
  /** Who in the library defines a name, and what has been read of it. */
  private readonly offered = new Map<string, LibraryModule>();
  private readonly read = new Map<LibraryModule, Program>();
  private readonly libraryOf = new Map<GlobalSymbol, Program>();
  /** One declaration per name that is defined nowhere. */
  private readonly declared = new Map<string, GlobalSymbol>();
  private readonly kept = new Set<GlobalSymbol>();
  private readonly queue: GlobalSymbol[] = [];
  private readonly visited = new Set<Constant>();

  constructor(
    private readonly programs: readonly Program[],
    private readonly library: readonly LibraryModule[],
  ) {
    this.first = programs[0];
  }

  link(roots: readonly string[]): Program {
    for (const module of this.library) {
      for (const name of module.defines) if (!this.offered.has(name)) this.offered.set(name, module);
    }
    for (const program of this.programs) this.define(program, this.defined);
    this.keepUserSymbols();
    for (const name of roots) {
      const definition = this.definitionOf(name);
      if (definition !== null) this.keep(definition);
    }
    this.followReferences();
    return this.assemble();
  }

  private define(program: Program, table: Map<string, Definition>): void {
    checkAgreement(this.first, program);
    for (const symbol of symbolsOf(program)) {
      if (symbol.linkage === 'internal' || symbol.linkage === 'appending') continue;
      // An inline definition in a header of the system may be in terms of what the library defines by it.
      if (symbol.linkage === 'available' && this.offered.has(symbol.name)) continue;
      if (isDefinition(symbol)) this.offer(symbol, program, table);
    }
  }

  /** The symbol that an external name means, read from the library if need be; null when it is defined nowhere. */
  private definitionOf(name: string): GlobalSymbol | null {
    const known = this.defined.get(name) ?? this.taken.get(name);
    if (known !== undefined) return known.symbol;
    const module = this.offered.get(name);
    if (module === undefined || this.read.has(module)) return null;
    const program = module.read();
    this.read.set(module, program);
    for (const fn of program.functions) fn.library = true;
    for (const symbol of symbolsOf(program)) this.libraryOf.set(symbol, program);
    this.define(program, this.taken);
    return this.taken.get(name)?.symbol ?? null;
  }

  private offer(symbol: GlobalSymbol, module: Program, table: Map<string, Definition>): void {
    const rival = table.get(symbol.name);
    if (rival === undefined) {
      table.set(symbol.name, { symbol, module });
      return;
    }
    const rank = strength(symbol.linkage) - strength(rival.symbol.linkage);
    if (rank === 0 && symbol.linkage === 'external') {
      if (table === this.taken) throw new InternalError(`the runtime defines ${symbol.name} twice`);
      throw new UserError(
        `${symbol.name} is defined twice: in ${placeOf(rival)} and in ${placeOf({ symbol, module })}`,
        'leave one of the files out, or make one of the definitions static',
      );
    }
    if (rank > 0 || (rank === 0 && isLargerCommon(symbol, rival.symbol, this.first.layout))) {
      rival.symbol = symbol;
      rival.module = module;
    }
  }

  private keepUserSymbols(): void {
    for (const program of this.programs) {
      for (const symbol of symbolsOf(program)) {
        if (symbol.linkage === 'appending') continue;
        if (symbol.linkage === 'internal') this.keep(symbol);
        else this.keep(this.resolve(symbol));
      }
      this.keepScheduled(program);
    }
  }

  private keepScheduled({ schedule: { start, end } }: Program): void {
    for (const entry of [...start, ...end]) this.keep(this.resolve(entry.function));
    if (end.length === 0) return;
    const atExit = this.definitionOf(AT_EXIT);
    if (atExit !== null) this.keep(atExit);
  }

  private keep(symbol: GlobalSymbol): void {
    if (this.kept.has(symbol)) return;
    this.kept.add(symbol);
    this.queue.push(symbol);
    const library = this.libraryOf.get(symbol);
    if (library === undefined) return;
    this.keepScheduled(library);
  }

  /** The symbol that a reference to `symbol` means in the linked program. */
  private resolve(symbol: GlobalSymbol): GlobalSymbol {
    if (symbol.linkage === 'internal') return symbol;
    const definition = this.definitionOf(symbol.name);
    if (definition !== null && !(this.libraryOf.has(definition) && isAnotherFunction(symbol, definition)))
      return definition;
    const known = this.declared.get(symbol.name);
    if (known === undefined) {
      this.declared.set(symbol.name, symbol);
      return symbol;
    }
    // A reference that insists makes the name one that must be there.
    if (known.linkage === 'extern_weak') known.linkage = symbol.linkage;
    return known;
  }

  private followReferences(): void {
    for (let symbol = this.queue.pop(); symbol !== undefined; symbol = this.queue.pop()) {
      if (symbol.kind === 'alias') this.follow(symbol.target);
      else if (symbol.kind === 'variable') {
        if (symbol.initializer !== null) this.follow(symbol.initializer);
      } else {
        for (const block of symbol.blocks) {
          for (const instruction of block.instructions) {
            for (const operand of operandsOf(instruction)) this.follow(operand);
          }
        }
      }
    }
  }

  private follow(value: Operand): void {
    switch (value.kind) {
      case 'global':
        value.global = this.resolve(value.global);
        this.keep(value.global);
        break;
      case 'aggregate':
        this.followAll(value, value.elements);
        break;
      case 'expression':
        this.followAll(value, value.operands);
        break;
      case 'blockaddress':
        this.keep(value.function);
        break;
      default:
        break;
    }
  }

  private followAll(whole: Constant, parts: readonly Constant[]): void {
    if (this.visited.has(whole)) return;
    this.visited.add(whole);
    for (const part of parts) this.follow(part);
  }

  /** Puts what is kept together in the order of the modules, so that equal inputs give equal programs. */
  private assemble(): Program {
    const variables: GlobalVariable[] = [];
    const functions: ProgramFunction[] = [];
    const aliases: Alias[] = [];
    const modules = [...this.programs, ...this.library.flatMap((module) => this.read.get(module) ?? [])];
    for (const program of modules) {
      for (const symbol of symbolsOf(program)) {
        if (!this.kept.has(symbol)) continue;
        if (symbol.kind === 'variable') variables.push(symbol);
        else if (symbol.kind === 'function') functions.push(symbol);
        else aliases.push(symbol);
      }
    }
    const { constructors, registering } = this.startup(modules);
    functions.push(...registering);
    const files = new Set(modules.flatMap((program) => program.files));
    renameApart([...variables, ...functions, ...aliases]);
    const { name, target, layout, types } = this.first;
    const linked = { name, target, layout, types, variables, functions, aliases, constructors };
    return { ...linked, schedule: { start: [], end: [] }, files: [...files], instructionCount: 0 };
  }

  private startup(modules: readonly Program[]): Startup {
    const present = (entries: readonly Scheduled[]) =>
      entries.flatMap((entry) => {
        const chosen = this.resolve(entry.function);
        return this.kept.has(chosen) && chosen.kind === 'function' ? [{ ...entry, function: chosen }] : [];
      });
    const ends = modules.some(({ schedule }) => schedule.end.length > 0);
    const atExit = ends ? this.definitionOf(AT_EXIT) : null;
    return orderStartup(
      modules.map(({ schedule: { start, end } }) => ({ start: present(start), end: present(end) })),
      this.first,
      atExit?.kind === 'function' && this.kept.has(atExit) ? atExit : null,
    );
  }
}

/** What registers a function to be called at exit. */
const AT_EXIT = 'atexit';

function checkAgreement(first: Program, other: Program): void {
  if (other.types !== first.types) throw new InternalError('modules to link do not share a type table');
  if (other.layout.text !== first.layout.text) {
    throw new UserError(
      `${first.name} and ${other.name} are compiled for different targets (${first.target} and ${other.target})`,
      'compile all files for the same target',
    );
  }
}

function* symbolsOf(program: Program): Generator<GlobalSymbol> {
  yield* program.variables;
  yield* program.functions;
  yield* program.aliases;
}

function isDefinition(symbol: GlobalSymbol): boolean {
  if (symbol.kind === 'alias') return true;
  return symbol.kind === 'variable' ? symbol.initializer !== null : symbol.blocks.length > 0;
}

function strength(linkage: Linkage): number {
  switch (linkage) {
    case 'external':
      return 4;
    case 'common':
      return 3;
    case 'weak':
    case 'linkonce':
      return 2;
    default:
      return 1;
  }
}

/**
 * Whether the user means a function of their own that has only its name in common with one of the library: `send(int, int)` of a
 * state machine is not the one for sockets. Declared without a prototype it may be any.
 */
function isAnotherFunction(declared: GlobalSymbol, definition: GlobalSymbol): boolean {
  if (declared.kind !== 'function' || definition.kind !== 'function' || declared.library === true) return false;
  const [own, theirs] = [declared.type, definition.type];
  return !own.variadic && !theirs.variadic && own.parameters.length !== theirs.parameters.length;
}

/** Tentative definitions of one array may differ in length; the longest is the one all can use. */
function isLargerCommon(symbol: GlobalSymbol, rival: GlobalSymbol, layout: DataLayout): boolean {
  if (symbol.kind !== 'variable' || rival.kind !== 'variable' || symbol.linkage !== 'common') return false;
  return layout.sizeOf(symbol.valueType) > layout.sizeOf(rival.valueType);
}

function placeOf({ symbol, module }: Definition): string {
  const debug = symbol.kind === 'alias' ? null : symbol.debug;
  if (debug === null || debug.line === 0) return module.name;
  const place = `${debug.file.path}:${debug.line}`;
  return debug.file.path === module.name ? place : `${module.name} (${place})`;
}

function renameApart(symbols: readonly GlobalSymbol[]): void {
  const taken = new Set<string>();
  for (const symbol of symbols) if (symbol.linkage !== 'internal') taken.add(symbol.name);
  const last = new Map<string, number>();
  for (const symbol of symbols) {
    if (symbol.linkage !== 'internal') continue;
    const original = symbol.name;
    let number = last.get(original) ?? 0;
    while (taken.has(symbol.name)) symbol.name = `${original}.${++number}`;
    last.set(original, number);
    taken.add(symbol.name);
  }
}
