/** How the inputs of a path are shown: by name, as declared. */
import { copyOfInput, rowOfInputs } from '../expr/c-loads.ts';
import { freeInputs } from '../expr/inputs.ts';
import { Kind } from '../expr/kinds.ts';
import type { CName, CNaming } from '../expr/print-c.ts';
import type { Term } from '../expr/term.ts';
import type { InputRecord } from '../machine/outcome.ts';
import type { Wording } from './condition/case-text.ts';
import { elementOf, NO_SCOPE, type Scope, typeOfPlace } from './places.ts';
import { tableName } from './tables.ts';
import { constantText, styleOf, type ValueStyle } from './value-text.ts';

/** `signedness` of an input declared as `char`, and of a truth value. */
const CHARACTER = 2;
const TRUTH = 3;

/** The declared type where the scope has one, else what the program said when it made the input. */
export function inputStyle(input: InputRecord, scope: Scope): ValueStyle {
  const place = typeOfPlace(input.name, scope);
  const type = place !== null && input.kind === 'bytes' ? elementOf(place) : place;
  const declared = type === null ? null : styleOf(type);
  if (declared !== null) return input.kind === 'bytes' ? { ...declared, character: true } : declared;
  const truth = input.signedness === TRUTH;
  const character = input.kind === 'bytes' || (input.signedness === CHARACTER && input.bits === 8);
  return { signed: input.signed, character, truth, named: null };
}

/** The same for an input that may be used as a character. */
export function styleInUse(input: InputRecord, scope: Scope, characters: ReadonlySet<Term>): ValueStyle {
  const style = inputStyle(input, scope);
  return characters.has(input.term) && style.named === null && !style.truth ? { ...style, character: true } : style;
}

const NONE: ReadonlySet<Term> = new Set();

export function namingOf(
  inputs: readonly InputRecord[],
  scope: Scope = NO_SCOPE,
  characters: ReadonlySet<Term> = NONE,
): CNaming {
  const known = new Map(inputs.map((input) => [input.term, input]));
  const names = new Map<Term, CName>();
  return (term) => {
    if (term.kind === Kind.table) return tableName(term, scope.tables);
    const input = known.get(term);
    if (input === undefined) return null;
    const made = names.get(term);
    if (made !== undefined) return made;
    const style = styleInUse(input, scope, characters);
    const name = style.truth && input.name.includes(' ') ? `(${input.name})` : input.name;
    const shown: CName = {
      name,
      signed: style.signed,
      float: input.kind === 'float',
      character: style.character,
      ...(style.named === null ? {} : { constant: (value: bigint) => constantText(value, style) }),
    };
    names.set(term, shown);
    return shown;
  };
}

export function readingOf(inputs: readonly InputRecord[], scope: Scope, characters: ReadonlySet<Term> = NONE): Wording {
  const known = new Map(inputs.map((input) => [input.term, input]));
  const style = (term: Term) => {
    const input = known.get(term);
    return input === undefined ? null : styleInUse(input, scope, characters);
  };
  const places = new Map([...known.keys()].map((term, i) => [term, i] as const));
  return {
    naming: namingOf(inputs, scope, characters),
    placeOf: (quantity) => Math.min(...freeInputs(quantity).map((input) => places.get(input) ?? places.size)),
    styleOf: (quantity) => style(quantity.kind === Kind.read ? readFrom(quantity.a!) : quantity),
    isString(array) {
      const input = known.get(array);
      if (input === undefined) return false;
      const place = typeOfPlace(input.name, scope);
      const element = place === null ? null : elementOf(place);
      return element !== null ? styleOf(element)?.character === true : input.origin === 'argument';
    },
  };
}

/** The input whose type says what a byte of an array is. */
function readFrom(array: Term): Term {
  return copyOfInput(array) ?? rowOfInputs(array)?.first ?? array;
}
