/**
 * What type the program declares for a place that an input or output is called after: `list->next->key`, `(*p).x[3]`, `return`. Names
 * are C expressions over parameters and globals, so the types follow from the declarations.
 */
import { type DebugType, stripType } from '../program/debug.ts';
import { isDeclaration, type Program } from '../program/program.ts';
import { globalName } from '../reduce/output/library-state.ts';
import { type Tables, tablesOf } from './tables.ts';

/** What the program declares. */
export interface Scope {
  /** The types of what names begin with. */
  readonly types: ReadonlyMap<string, DebugType>;
  readonly tables: Tables;
}

export const NO_SCOPE: Scope = { types: new Map(), tables: new Map() };

/** Globals and, where a function is called with arbitrary arguments, its parameters and result. */
export function scopeOf(program: Program, functionName: string | null): Scope {
  const types = new Map<string, DebugType>();
  const scope = { types, tables: tablesOf(program) };
  for (const variable of program.variables) {
    if (variable.debug !== null) types.set(globalName(variable), variable.debug.type);
  }
  const fn = program.functions.find((each) => !isDeclaration(each) && each.debug?.name === functionName);
  if (functionName === null || fn === undefined || fn.debug?.type == null) return scope;
  const { type, variables } = fn.debug;
  type.parameters.forEach((parameter, i) => {
    const name = variables.find((each) => each.parameter === i + 1)?.name ?? '';
    types.set(name === '' ? `argument${i + 1}` : name, parameter);
  });
  types.set('return', type.result);
  return scope;
}

/** Null for a name that is no place of the scope. */
export function typeOfPlace(name: string, scope: Scope): DebugType | null {
  const reader = new PlaceReader(name.replace(/#\d+$/, ''), scope);
  const type = reader.place();
  return reader.isAtEnd ? type : null;
}

class PlaceReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly scope: Scope,
  ) {}

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  place(): DebugType | null {
    if (this.take('*')) return targetOf(this.place());
    let type: DebugType | null;
    if (this.take('(')) {
      type = this.place();
      if (!this.take(')')) return null;
    } else type = this.scope.types.get(this.word()) ?? null;
    while (type !== null && !this.isAtEnd) {
      if (this.take('->')) type = memberOf(targetOf(type), this.word());
      else if (this.take('.')) type = memberOf(type, this.word());
      else if (this.take('[')) {
        this.word();
        if (!this.take(']')) return null;
        type = elementOf(type);
      } else break;
    }
    return type;
  }

  private take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private word(): string {
    const [word] = /^\w*/.exec(this.text.slice(this.at))!;
    this.at += word.length;
    return word;
  }
}

function targetOf(type: DebugType | null): DebugType | null {
  const bare = type === null ? null : stripType(type);
  return bare?.kind === 'pointer' ? bare.target : bare?.kind === 'array' ? elementOf(bare) : null;
}

export function elementOf(type: DebugType): DebugType | null {
  const bare = stripType(type);
  if (bare.kind === 'pointer') return bare.target;
  if (bare.kind !== 'array') return null;
  const [, ...inner] = bare.lengths;
  return inner.length === 0 ? bare.element : { ...bare, lengths: inner };
}

export function memberOf(type: DebugType | null, name: string): DebugType | null {
  const bare = type === null ? null : stripType(type);
  if (bare?.kind !== 'struct' && bare?.kind !== 'union') return null;
  for (const field of bare.fields) {
    if (field.name === name) return field.type;
    // Members of an unnamed struct or union count as the outer one's.
    const inner = field.name === '' ? memberOf(field.type, name) : null;
    if (inner !== null) return inner;
  }
  return null;
}
