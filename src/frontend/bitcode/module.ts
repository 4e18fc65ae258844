/** The module block: symbols in the order of their value numbers, then everything they refer to. */
import { DataLayout } from '../../program/layout.ts';
import type {
  Alias,
  Block,
  GlobalSymbol,
  GlobalVariable,
  Linkage,
  Program,
  ProgramFunction,
} from '../../program/program.ts';
import type { FloatFormat, Type, TypeTable } from '../../program/types.ts';
import type { Constant, Operand } from '../../program/values.ts';
import { Attributes, PLAIN_PARAMETER } from './attributes.ts';
import { type Bitstream, Entry } from './bitstream.ts';
import { type ModuleContext, makeRegister } from './body.ts';
import { BlockId, ModuleCode } from './codes.ts';
import { ModuleConstants, zero } from './constants.ts';
import { DebugInfo } from './debuginfo.ts';
import { readFunction } from './function.ts';
import { decodeAlign } from './memory.ts';
import { Metadata } from './metadata.ts';
import { corrupt, unsupported } from './problem.ts';
import { readSchedule } from './schedule.ts';
import { decodeText } from './text.ts';
import { ModuleTypes } from './typetable.ts';

/** The version that has relative value numbers and a string table for names. */
const CURRENT_VERSION = 2;

/** By the format's numbers; several of them say the same to us. */
const LINKAGES: readonly Linkage[] = [
  'external',
  'weak',
  'appending',
  'internal',
  'linkonce',
  'external',
  'external',
  'extern_weak',
  'common',
  'internal',
  'weak',
  'linkonce',
  'available',
  'internal',
  'internal',
  'external',
  'weak',
  'weak',
  'linkonce',
  'linkonce',
];

/** The types whose alignment everything else follows from. */
const INT_WIDTHS = [1, 8, 16, 32, 64, 128];
const FLOATS: readonly FloatFormat[] = ['half', 'float', 'double', 'x86_fp80', 'fp128'];

/** Reads the announced module block. `names` is the file's string table. */
export function readModule(stream: Bitstream, name: string, names: Uint8Array, table: TypeTable): Program {
  return new ModuleReader(stream, name, names, table).read();
}

class ModuleReader implements ModuleContext {
  readonly types: ModuleTypes;
  readonly attributes: Attributes;
  readonly values: (Operand | undefined)[] = [];
  readonly constants: ModuleConstants;
  readonly metadata = new Metadata(this.values);
  readonly debug = new DebugInfo(this.metadata);
  private readonly variables: GlobalVariable[] = [];
  private readonly functions: ProgramFunction[] = [];
  private readonly aliases: Alias[] = [];
  /** Functions whose bodies follow, in order. */
  private readonly defined: ProgramFunction[] = [];
  /** Blocks that something refers to before their function declared them. */
  private readonly early = new Map<ProgramFunction, Map<number, Block>>();
  private readonly initializers: { variable: GlobalVariable; value: number }[] = [];
  private readonly aliasTargets: { alias: Alias; value: number }[] = [];
  private version = 0;
  private target = '';
  private layout = '';
  private bodies = 0;

  constructor(
    readonly stream: Bitstream,
    private readonly name: string,
    private readonly names: Uint8Array,
    readonly table: TypeTable,
  ) {
    this.types = new ModuleTypes(table);
    this.attributes = new Attributes(this.types);
    this.constants = new ModuleConstants(this.types, this.table, this.values, (fn, index) => this.blockOf(fn, index));
  }

  read(): Program {
    const { stream } = this;
    stream.enter();
    for (;;) {
      const entry = stream.next();
      if (entry === Entry.End) break;
      if (entry === Entry.Block) this.block();
      else this.record();
    }
    return this.finish();
  }

  blockOf(fn: ProgramFunction, index: number): Block {
    if (fn.blocks.length > 0) return fn.blocks[index] ?? corrupt('a label address points outside its function');
    let blocks = this.early.get(fn);
    if (blocks === undefined) {
      blocks = new Map();
      this.early.set(fn, blocks);
    }
    let block = blocks.get(index);
    if (block === undefined) {
      block = makeBlock(fn, index);
      blocks.set(index, block);
    }
    return block;
  }

  declareBlocks(fn: ProgramFunction, count: number): void {
    const early = this.early.get(fn);
    for (let index = 0; index < count; index++) {
      const block = early?.get(index);
      fn.blocks.push(block ?? makeBlock(fn, index));
      if (block !== undefined) early?.delete(index);
    }
    if (early !== undefined && early.size > 0) corrupt('a label address points outside its function');
    this.early.delete(fn);
  }

  private block(): void {
    const { stream } = this;
    switch (stream.blockId) {
      case BlockId.BlockInfo:
        stream.readBlockInfo();
        break;
      case BlockId.Types:
        this.types.read(stream);
        break;
      case BlockId.AttributeGroups:
      case BlockId.ParameterAttributes:
        this.attributes.read(stream);
        break;
      case BlockId.Constants:
        this.constants.read(stream);
        break;
      case BlockId.Metadata:
        this.metadata.read(stream);
        break;
      case BlockId.Function:
        this.functionBlock();
        break;
      default:
        stream.skip();
    }
  }

  private functionBlock(): void {
    const fn = this.defined[this.bodies++];
    if (fn === undefined) corrupt('there are more function bodies than functions');
    readFunction(fn, this);
  }

  private record(): void {
    const { stream } = this;
    switch (stream.code) {
      case ModuleCode.Version:
        this.version = stream.operand(0);
        if (this.version !== CURRENT_VERSION) unsupported(`its format version is ${this.version}, not 2`);
        break;
      case ModuleCode.Triple:
        this.target = stream.text(0);
        break;
      case ModuleCode.DataLayout:
        this.layout = stream.text(0);
        break;
      case ModuleCode.GlobalVariable:
        this.variable();
        break;
      case ModuleCode.Function:
        this.function();
        break;
      case ModuleCode.Alias:
        this.alias();
        break;
      case ModuleCode.IndirectFunction:
        this.indirectFunction();
        break;
    }
  }

  private variable(): void {
    const { stream } = this;
    const flags = stream.operand(3);
    const initializer = stream.operand(4);
    const valueType = this.objectType(stream.operand(2));
    const variable: GlobalVariable = {
      kind: 'variable',
      name: this.symbolName(),
      valueType,
      initializer: null,
      constant: (flags & 1) !== 0,
      linkage: this.linkage(5),
      align: decodeAlign(stream.operand(6)),
      threadLocal: stream.optional(9) !== 0,
      debug: null,
      index: 0,
    };
    if ((flags & 2) === 0) unsupported('it has global variables without an explicit type, which old versions wrote');
    this.variables.push(variable);
    if (initializer > 0) this.initializers.push({ variable, value: initializer - 1 });
    this.addSymbol(variable, Math.floor(flags / 4));
  }

  private function(): void {
    const { stream } = this;
    const type = this.types.function(stream.operand(2));
    const attributes = this.attributes.list(stream.operand(6));
    const fn: ProgramFunction = {
      kind: 'function',
      name: this.symbolName(),
      type,
      linkage: this.linkage(5),
      parameters: type.parameters.map(makeRegister),
      parameterAttributes: type.parameters.map((_, i) => attributes.parameters[i] ?? PLAIN_PARAMETER),
      blocks: [],
      noreturn: attributes.noreturn,
      debug: null,
      index: 0,
      registerCount: 0,
      instructionCount: 0,
    };
    this.functions.push(fn);
    if (stream.operand(4) === 0) this.defined.push(fn);
    this.addSymbol(fn, stream.optional(18));
  }

  private alias(): void {
    const { stream } = this;
    const type = this.table.pointer(stream.operand(3));
    const alias: Alias = { kind: 'alias', name: this.symbolName(), target: zero(type), linkage: this.linkage(5) };
    this.aliases.push(alias);
    this.aliasTargets.push({ alias, value: stream.operand(4) });
    this.addSymbol(alias, type.addressSpace);
  }

  /** The loader would choose its target by running code; to us it is a function that is defined elsewhere. */
  private indirectFunction(): void {
    const { stream } = this;
    const type = this.types.function(stream.operand(2));
    const fn: ProgramFunction = {
      kind: 'function',
      name: this.symbolName(),
      type,
      linkage: 'external',
      parameters: type.parameters.map(makeRegister),
      parameterAttributes: type.parameters.map(() => PLAIN_PARAMETER),
      blocks: [],
      noreturn: false,
      debug: null,
      index: 0,
      registerCount: 0,
      instructionCount: 0,
    };
    this.functions.push(fn);
    this.addSymbol(fn, stream.operand(3));
  }

  private addSymbol(global: GlobalSymbol, addressSpace: number): void {
    this.values.push({ kind: 'global', type: this.table.pointer(addressSpace), global });
  }

  private symbolName(): string {
    const start = this.stream.operand(0);
    const end = start + this.stream.operand(1);
    if (end > this.names.length) corrupt('a symbol has a name outside the string table');
    return decodeText(this.names, start, end);
  }

  private linkage(at: number): Linkage {
    return LINKAGES[this.stream.operand(at)] ?? 'external';
  }

  private objectType(id: number): Type {
    const type = this.types.get(id);
    if (type.kind === 'void' || type.kind === 'label' || type.kind === 'metadata' || type.kind === 'function') {
      corrupt(`a global variable has type ${type.kind}`);
    }
    return type;
  }

  private constant(id: number): Constant {
    const value = this.values[id];
    if (value === undefined || value.kind === 'register') corrupt('a symbol refers to a constant that does not exist');
    return value;
  }

  private finish(): Program {
    if (this.version === 0) corrupt('it has no module version');
    if (this.bodies < this.defined.length) corrupt('a function body is missing');
    for (const { variable, value } of this.initializers) {
      variable.initializer = this.constant(value);
      if (variable.initializer.type !== variable.valueType) corrupt('a global variable has a value of another type');
    }
    for (const { alias, value } of this.aliasTargets) alias.target = this.constant(value);
    if (this.early.size > 0) corrupt('a label address belongs to a function without a body');
    this.attachDebugInfo();
    const schedule = readSchedule(this.variables);
    return {
      name: this.name,
      target: this.target,
      layout: this.dataLayout(),
      types: this.table,
      files: this.debug.files,
      variables: this.variables,
      functions: this.functions,
      aliases: this.aliases,
      schedule,
      constructors: schedule.start.map((entry) => entry.function),
      instructionCount: 0,
    };
  }

  private attachDebugInfo(): void {
    for (const { value, node } of this.metadata.attachments) {
      const symbol = this.constant(value);
      if (symbol.kind !== 'global') corrupt('debug information describes something that is no symbol');
      const { global } = symbol;
      if (global.kind === 'variable') global.debug ??= this.debug.global(node, global.name);
      else if (global.kind === 'function') global.debug ??= this.debug.function(node);
    }
  }

  private dataLayout(): DataLayout {
    if (this.layout === '') corrupt('it has no data layout');
    const layout = new DataLayout(this.layout);
    if (![2, 4, 8].includes(layout.pointerBytes)) unsupported(`its pointers have ${layout.pointerBits} bits`);
    const { table } = this;
    const scalars = [
      ...INT_WIDTHS.map((bits) => table.int(bits)),
      ...FLOATS.map((f) => table.float(f)),
      table.pointer(),
    ];
    if (!scalars.every((type) => isAlignment(layout.alignOf(type))))
      corrupt('its data layout has impossible alignments');
    return layout;
  }
}

function makeBlock(fn: ProgramFunction, index: number): Block {
  return { index, name: null, function: fn, instructions: [] };
}

function isAlignment(bytes: number): boolean {
  return Number.isInteger(Math.log2(bytes)) && bytes <= 4096;
}
