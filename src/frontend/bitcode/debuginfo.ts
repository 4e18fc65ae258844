/** Positions, variables, functions and globals from debug information. Each node is interpreted once. */
import type { FunctionDebug, GlobalDebug, LocalVariable, SourceFile, SourcePosition } from '../../program/debug.ts';
import { MetadataCode } from './codes.ts';
import { DebugTypes } from './debugtypes.ts';
import type { Metadata, MetadataNode } from './metadata.ts';
import { corrupt } from './problem.ts';

const MAX_SCOPES = 1000;

const FileAt = { Name: 1, Directory: 2 } as const;
const LocationAt = { Line: 1, Column: 2, Scope: 3, InlinedAt: 4 } as const;
const SubprogramAt = { Name: 2, File: 4, Line: 5, Type: 6, Retained: 15 } as const;
const BlockAt = { Scope: 1, File: 2 } as const;
const LocalAt = { Name: 2, Line: 4, Type: 5, Parameter: 6 } as const;
const GlobalAt = { Name: 2, File: 4, Line: 5, Type: 6 } as const;
const GLOBAL_EXPRESSION_VARIABLE = 1;
const COMPILE_UNIT_FILE = 2;

const COLUMN_LIMIT = 65536;
const UNKNOWN_FILE: SourceFile = { path: '', directory: '' };

/** Where code was written: the file, the function, and the positions made for it so far. Blocks share them. */
interface Scope {
  readonly file: SourceFile;
  readonly functionName: string;
  /** By the position the code was inlined at, then by line and column. */
  readonly positions: Map<SourcePosition | null, Map<number, SourcePosition>>;
}

export class DebugInfo {
  /** Every file mentioned, in order of first mention. */
  readonly files: SourceFile[] = [];
  private readonly types: DebugTypes;
  private readonly fileByName = new Map<string, SourceFile>();
  private compileDirectories: Set<string> | null = null;
  private readonly scopes = new Map<MetadataNode, Map<SourceFile, Scope>>();

  constructor(private readonly metadata: Metadata) {
    this.types = new DebugTypes(metadata);
  }

  /** `scope` and `inlinedAt` are references: 0 for none. */
  position(line: number, column: number, scope: number, inlinedAt: number): SourcePosition | null {
    if (scope === 0) return null;
    const outer = inlinedAt === 0 ? null : this.location(this.metadata.node(inlinedAt - 1), 0);
    return intern(this.scope(this.metadata.node(scope - 1)), line, column, outer);
  }

  /** Whether a location node says that its code was inlined from elsewhere. */
  isInlined(location: number): boolean {
    return (this.metadata.node(location).operands[LocationAt.InlinedAt] ?? 0) !== 0;
  }

  variable(id: number): LocalVariable | null {
    const node = this.metadata.node(id);
    if (node.code !== MetadataCode.LocalVariable) return null;
    return (node.meaning ??= this.makeVariable(node)) as LocalVariable;
  }

  /** Whether an expression node means the value itself, not a part of it or something computed from it. */
  isPlainExpression(id: number): boolean {
    const node = this.metadata.node(id);
    return node.code === MetadataCode.Expression && node.operands.length <= 1;
  }

  function(id: number): FunctionDebug | null {
    const node = this.metadata.node(id);
    if (node.code !== MetadataCode.Subprogram) return null;
    const debug: FunctionDebug = {
      name: this.metadata.text(node, SubprogramAt.Name) ?? 'unnamed',
      file: this.file(this.metadata.child(node, SubprogramAt.File)),
      line: node.operands[SubprogramAt.Line] ?? 0,
      type: this.types.functionType(this.metadata.child(node, SubprogramAt.Type)),
      variables: [],
    };
    const retained = this.metadata.child(node, SubprogramAt.Retained);
    for (const reference of retained?.operands ?? []) {
      const variable = reference === 0 ? null : this.variable(reference - 1);
      if (variable !== null) debug.variables.push(variable);
    }
    return debug;
  }

  /** String literals have a position but no name; the symbol's serves. */
  global(id: number, symbolName: string): GlobalDebug | null {
    const node = this.metadata.node(id);
    if (node.code !== MetadataCode.GlobalVariableExpression) return null;
    const variable = this.metadata.child(node, GLOBAL_EXPRESSION_VARIABLE);
    if (variable?.code !== MetadataCode.GlobalVariable) return null;
    return {
      name: this.metadata.text(variable, GlobalAt.Name) ?? symbolName,
      type: this.types.type(this.metadata.child(variable, GlobalAt.Type)),
      file: this.file(this.metadata.child(variable, GlobalAt.File)),
      line: variable.operands[GlobalAt.Line] ?? 0,
    };
  }

  private makeVariable(node: MetadataNode): LocalVariable {
    return {
      name: this.metadata.text(node, LocalAt.Name) ?? 'unnamed',
      type: this.types.type(this.metadata.child(node, LocalAt.Type)),
      line: node.operands[LocalAt.Line] ?? 0,
      parameter: node.operands[LocalAt.Parameter] ?? 0,
    };
  }

  private location(node: MetadataNode, depth: number): SourcePosition {
    if (node.code !== MetadataCode.Location) corrupt('code is inlined at something that is no position');
    if (node.meaning !== null) return node.meaning as SourcePosition;
    if (depth > MAX_SCOPES) corrupt('code is inlined into itself');
    const { operands } = node;
    const inlinedAt = this.metadata.child(node, LocationAt.InlinedAt);
    const outer = inlinedAt === null ? null : this.location(inlinedAt, depth + 1);
    // Unlike other references, the scope's is never empty and not shifted by one.
    const scope = this.scope(this.metadata.node(operands[LocationAt.Scope]));
    const position = intern(scope, operands[LocationAt.Line], operands[LocationAt.Column], outer);
    node.meaning = position;
    return position;
  }

  /** A block's file may differ from its function's when code was included in the middle. */
  private scope(node: MetadataNode): Scope {
    if (node.code !== MetadataCode.Subprogram && !isBlock(node)) corrupt('a position belongs to no function');
    if (node.meaning !== null) return node.meaning as Scope;
    let current: MetadataNode | null = node;
    let file: MetadataNode | null = null;
    for (let hops = 0; current !== null && current.code !== MetadataCode.Subprogram; hops++) {
      if (hops > MAX_SCOPES || !isBlock(current)) corrupt('a position belongs to no function');
      file ??= this.metadata.child(current, BlockAt.File);
      current = this.metadata.child(current, BlockAt.Scope);
    }
    if (current === null) corrupt('a position belongs to no function');
    file ??= this.metadata.child(current, SubprogramAt.File);
    const scope = this.scopeOf(current, this.file(file));
    node.meaning = scope;
    return scope;
  }

  private scopeOf(subprogram: MetadataNode, file: SourceFile): Scope {
    let scopes = this.scopes.get(subprogram);
    if (scopes === undefined) {
      scopes = new Map();
      this.scopes.set(subprogram, scopes);
    }
    let scope = scopes.get(file);
    if (scope === undefined) {
      const functionName = this.metadata.text(subprogram, SubprogramAt.Name) ?? 'unnamed';
      scope = { file, functionName, positions: new Map() };
      scopes.set(file, scope);
    }
    return scope;
  }

  private file(node: MetadataNode | null): SourceFile {
    if (node === null || node.code !== MetadataCode.File) return UNKNOWN_FILE;
    return (node.meaning ??= this.makeFile(node)) as SourceFile;
  }

  private isCompileDirectory(directory: string): boolean {
    if (this.compileDirectories === null) {
      this.compileDirectories = new Set();
      for (const unit of this.metadata.nodesOf(MetadataCode.CompileUnit)) {
        const file = this.metadata.child(unit, COMPILE_UNIT_FILE);
        if (file !== null) this.compileDirectories.add(this.metadata.text(file, FileAt.Directory) ?? '');
      }
    }
    return this.compileDirectories.size === 0 || this.compileDirectories.has(directory);
  }

  private makeFile(node: MetadataNode): SourceFile {
    const name = this.metadata.text(node, FileAt.Name) ?? '';
    const directory = this.metadata.text(node, FileAt.Directory) ?? '';
    // Of an absolute path, clang moves what it shares with the directory of compilation into the file's directory.
    const isCut = directory !== '' && !name.startsWith('/') && !this.isCompileDirectory(directory);
    const path = withoutReturn(withoutDetours(isCut ? `${directory}/${name}` : name), directory);
    const key = `${directory}\n${path}`;
    let file = this.fileByName.get(key);
    if (file === undefined) {
      file = { path, directory };
      this.fileByName.set(key, file);
      this.files.push(file);
    }
    return file;
  }
}

function isBlock(node: MetadataNode): boolean {
  return node.code === MetadataCode.LexicalBlock || node.code === MetadataCode.LexicalBlockFile;
}

/** From `/home/me`, `../me/list.c` is `list.c`. */
function withoutReturn(path: string, directory: string): string {
  const parts = path.split('/');
  const folders = directory.split('/');
  let up = parts.findIndex((part) => part !== '..');
  while (up > 0 && up < folders.length && parts[up] === folders[folders.length - up]) {
    parts.splice(up, 1);
    parts.shift();
    up--;
  }
  return parts.join('/');
}

/** `pathfold-out/../list.c` is `list.c`: a file included through another folder keeps the name its user knows. */
function withoutDetours(path: string): string {
  let short = path;
  for (;;) {
    const next = short.replace(/(^|\/)(?!\.\.\/)[^/]+\/\.\.\//, '$1');
    if (next === short) return short;
    short = next;
  }
}

function intern(scope: Scope, line: number, column: number, inlinedAt: SourcePosition | null): SourcePosition {
  let positions = scope.positions.get(inlinedAt);
  if (positions === undefined) {
    positions = new Map();
    scope.positions.set(inlinedAt, positions);
  }
  const key = line * COLUMN_LIMIT + column;
  let position = positions.get(key);
  if (position === undefined) {
    const { file, functionName } = scope;
    position = { file, line, column, functionName, inlinedAt };
    positions.set(key, position);
  }
  return position;
}
