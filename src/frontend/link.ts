/**
 * Joins modules into one program by C's rules.
 *
 * Names with internal linkage stay apart: a second `static int count` becomes `count.1` and keeps its source name in the
 * debug information. Among external names of the user's files a strong definition beats a tentative one (`common`), which
 * beats a weak one; two strong definitions are the user's error. A definition that may be looked at but not emitted
 * (C99 `inline`) serves when there is no other. Library modules behave like archives, per symbol: a definition is taken
 * when something that is kept refers to its name and no user file defines it, so unused library code is never part of
 * the program. What nobody defines stays a declaration, an error only if an execution reaches it.
 *
 * Modules are joined in place, in one walk over what is kept: the symbols' own objects move into the result, and every
 * constant that refers to a symbol is pointed to the chosen one. All modules must share one type table.
 */
import { InternalError, UserError } from '../program/errors.ts';
import { operandsOf } from '../program/instructions.ts';
import type { DataLayout } from '../program/layout.ts';
import type { Alias, GlobalSymbol, GlobalVariable, Linkage, Program, ProgramFunction } from '../program/program.ts';
import type { Constant, Value } from '../program/values.ts';

export interface LinkInput {
  readonly program: Program;
  /** Definitions are used only where the other modules leave a name undefined. */
  readonly library: boolean;
}

/** `roots` are names the machine itself will look up: taken from a library even when no user code refers to them. */
export function link(inputs: readonly LinkInput[], roots: readonly string[] = []): Program {
  const first = inputs[0]?.program;
  if (first === undefined) throw new InternalError('there is nothing to link');
  for (const { program } of inputs) checkAgreement(first, program);
  return new Linker(first, inputs).link(roots);
}

function checkAgreement(first: Program, other: Program): void {
  if (other.types !== first.types) throw new InternalError('modules to link do not share a type table');
  if (other.layout.text !== first.layout.text) {
    throw new UserError(
      `${first.name} and ${other.name} are compiled for different targets (${first.target} and ${other.target})`,
      'compile all files for the same target',
    );
  }
}

interface Definition {
  symbol: GlobalSymbol;
  module: Program;
}

class Linker {
  /** External names of the user's files, and of the library. */
  private readonly defined = new Map<string, Definition>();
  private readonly offered = new Map<string, Definition>();
  /** One declaration per name that nobody defines. */
  private readonly declared = new Map<string, GlobalSymbol>();
  private readonly kept = new Set<GlobalSymbol>();
  private readonly queue: GlobalSymbol[] = [];
  private readonly visited = new Set<Constant>();
  private readonly moduleOf = new Map<GlobalSymbol, Program>();

  constructor(
    private readonly first: Program,
    private readonly inputs: readonly LinkInput[],
  ) {}

  link(roots: readonly string[]): Program {
    for (const { program, library } of this.inputs) {
      if (library) for (const fn of program.functions) fn.library = true;
      for (const symbol of symbolsOf(program)) {
        if (library) this.moduleOf.set(symbol, program);
        if (symbol.linkage === 'internal' || symbol.linkage === 'appending') continue;
        if (isDefinition(symbol)) this.offer(symbol, program, library);
      }
    }
    this.keepUserSymbols();
    for (const name of roots) {
      const definition = this.defined.get(name) ?? this.offered.get(name);
      if (definition !== undefined) this.keep(definition.symbol);
    }
    this.followReferences();
    return this.assemble();
  }

  private offer(symbol: GlobalSymbol, module: Program, library: boolean): void {
    const table = library ? this.offered : this.defined;
    const rival = table.get(symbol.name);
    if (rival === undefined) {
      table.set(symbol.name, { symbol, module });
      return;
    }
    const rank = strength(symbol.linkage) - strength(rival.symbol.linkage);
    if (rank === 0 && symbol.linkage === 'external') {
      if (library) throw new InternalError(`the runtime defines ${symbol.name} twice`);
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
    for (const { program, library } of this.inputs) {
      if (library) continue;
      for (const symbol of symbolsOf(program)) {
        if (symbol.linkage === 'appending') continue;
        if (symbol.linkage === 'internal') this.keep(symbol);
        else this.keep(this.resolve(symbol));
      }
      for (const constructor of program.constructors) this.keep(this.resolve(constructor));
    }
  }

  private keep(symbol: GlobalSymbol): void {
    if (this.kept.has(symbol)) return;
    this.kept.add(symbol);
    this.queue.push(symbol);
    const library = this.moduleOf.get(symbol);
    if (library === undefined) return;
    for (const constructor of library.constructors) this.keep(this.resolve(constructor));
  }

  /** The symbol that a reference to `symbol` means in the linked program. */
  private resolve(symbol: GlobalSymbol): GlobalSymbol {
    if (symbol.linkage === 'internal') return symbol;
    const definition = this.defined.get(symbol.name) ?? this.offered.get(symbol.name);
    if (definition !== undefined) return definition.symbol;
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

  private follow(value: Value): void {
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
    const constructors: ProgramFunction[] = [];
    const files = new Set(this.inputs.flatMap(({ program }) => program.files));
    for (const { program, library } of this.inputs) {
      for (const symbol of symbolsOf(program)) {
        if (!this.kept.has(symbol)) continue;
        if (symbol.kind === 'variable') variables.push(symbol);
        else if (symbol.kind === 'function') functions.push(symbol);
        else aliases.push(symbol);
      }
      for (const constructor of program.constructors) {
        const chosen = this.resolve(constructor);
        const wanted = !library || this.kept.has(chosen);
        if (wanted && chosen.kind === 'function') constructors.push(chosen);
      }
    }
    renameApart([...variables, ...functions, ...aliases]);
    const { name, target, layout, types } = this.first;
    const linked = { name, target, layout, types, variables, functions, aliases, constructors };
    return { ...linked, files: [...files], instructionCount: 0 };
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
