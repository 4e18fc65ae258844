/** Global variables that the user declares to be inputs, whole or in parts: `limit`, `table[0..3].key`, `config->mode`. */
import { type DebugType, stripType } from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';
import type { GlobalVariable, Program, ProgramFunction } from '../../program/program.ts';
import { element, member, type Place, target, variable } from './place.ts';
import { isConstant } from './type-spelling.ts';

export interface GlobalInput {
  readonly place: Place;
  readonly type: DebugType;
  readonly global: GlobalVariable;
  /** Whether the file with the function under test defines it, and so shows it to the harness. */
  readonly isBeside: boolean;
}

const STEP = /\[(\d+)(?:\.\.(\d+))?\]|\.(\w+)|->(\w+)/y;

export function globalInputs(program: Program, fn: ProgramFunction, wanted: readonly string[]): GlobalInput[] {
  return wanted.flatMap((text) => {
    const option = `--input ${text}`;
    const name = /^[A-Za-z_]\w*/.exec(text)?.[0];
    if (name === undefined) throw new UserError(`${option}: write the name of a global variable, or a part of it`);
    const global = globalNamed(program, fn, name, option);
    const isBeside = isSameFile(global, fn);
    const whole = { place: variable(name, name), type: global.debug!.type };
    return partsOf(whole, text, name.length, option).map((part) => ({ ...part, global, isBeside }));
  });
}

function globalNamed(program: Program, fn: ProgramFunction, name: string, option: string): GlobalVariable {
  const called = program.variables.filter((candidate) => candidate.debug?.name === name);
  const found = called.find((candidate) => isSameFile(candidate, fn)) ?? called[0];
  if (found === undefined) {
    if (program.variables.some((candidate) => candidate.name === name && candidate.initializer === null)) {
      throw new UserError(
        `${option}: ${name} is declared, but none of the files defines it`,
        'name the file that does',
      );
    }
    const known = program.variables.flatMap(({ debug }) =>
      debug === null || debug.name.startsWith('.') ? [] : debug.name,
    );
    const near = nearNames(name, known);
    throw new UserError(
      `${option}: there is no global variable ${name}`,
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : null,
    );
  }
  const { debug, linkage } = found;
  const why =
    linkage === 'internal' && found.name !== name && found.name.endsWith(`.${name}`)
      ? 'is inside of a function'
      : linkage === 'internal' && !isSameFile(found, fn)
        ? `is static in ${debug!.file.path}`
        : null;
  if (why !== null) throw new UserError(`${option}: ${name} ${why}, so it cannot be set from outside`);
  if (found.constant || isConstant(debug!.type)) throw new UserError(`${option}: ${name} is constant`);
  return found;
}

function isSameFile({ debug }: GlobalVariable, fn: ProgramFunction): boolean {
  const [own, other] = [fn.debug?.file, debug?.file];
  return own !== undefined && other !== undefined && own.path === other.path && own.directory === other.directory;
}

interface Part {
  readonly place: Place;
  readonly type: DebugType;
}

function partsOf(whole: Part, text: string, from: number, option: string): Part[] {
  let parts = [whole];
  for (let at = from; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const step = STEP.exec(text);
    if (step === null)
      throw new UserError(`${option}: ${text.slice(at)} is not understood`, 'write [2], [0..3], .name or ->name');
    const [, first, last = first, dotted, pointed] = step;
    parts = parts.flatMap((part) => {
      if (first === undefined) return [fieldOf(part, dotted ?? pointed, dotted === undefined, option)];
      const indices = Array.from(
        { length: Math.max(0, Number(last) - Number(first) + 1) },
        (_, i) => Number(first) + i,
      );
      return indices.map((index) => elementOf(part, index, option));
    });
    if (parts.length === 0) throw new UserError(`${option}: [${first}..${last}] is empty`);
  }
  return parts;
}

function elementOf({ place, type }: Part, index: number, option: string): Part {
  const bare = stripType(type);
  if (bare.kind === 'pointer') return { place: target(place.lvalue, place, index, false, false), type: bare.target };
  if (bare.kind !== 'array') throw new UserError(`${option}: ${place.name} is no array`);
  const [length, ...inner] = bare.lengths;
  if (length !== null && index >= length) throw new UserError(`${option}: ${place.name} has ${length} elements`);
  return { place: element(place, index, false), type: inner.length === 0 ? bare.element : { ...bare, lengths: inner } };
}

function fieldOf({ place, type }: Part, name: string, throughPointer: boolean, option: string): Part {
  const outer = stripType(type);
  const bare = throughPointer && outer.kind === 'pointer' ? stripType(outer.target) : outer;
  if ((bare.kind !== 'struct' && bare.kind !== 'union') || (throughPointer && outer.kind !== 'pointer')) {
    throw new UserError(`${option}: ${place.name} is no ${throughPointer ? 'pointer to a ' : ''}struct`);
  }
  const field = fieldNamed(bare, name);
  if (field === null) {
    const near = nearNames(
      name,
      bare.fields.map((each) => each.name),
    );
    const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : null;
    throw new UserError(`${option}: ${place.name} has no member ${name}`, hint);
  }
  const at = throughPointer ? target(place.lvalue, place, 0, true, false) : place;
  return { place: member(at, name, false), type: field };
}

/** Also one of an unnamed member, which C lets be used like its own. */
function fieldNamed(type: DebugType, name: string): DebugType | null {
  const bare = stripType(type);
  if (bare.kind !== 'struct' && bare.kind !== 'union') return null;
  for (const field of bare.fields) {
    const found = field.name === name ? field.type : field.name === '' ? fieldNamed(field.type, name) : null;
    if (found !== null) return found;
  }
  return null;
}
