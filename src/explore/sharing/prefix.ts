/**
 * The beginning of a path, as others can follow it: the name of the path so far, and what it was answered on the way.
 *
 * A machine is told everything it does not compute by answers of the solver: which sides of a condition are possible, and which
 * value is tried. With the same answers another machine over the same program does the same, and needs no solver for it. A
 * reduction may also have split a state by a condition of its own; such conditions travel as serialised terms.
 *
 * Only answers up to the last choice are kept: the follower asks for the rest. A prefix of a path with a hundred questions
 * takes a few hundred bytes, and following it about as long as the program takes to get there.
 */
import { Kind } from '../../expr/kinds.ts';
import { fromBigInt, type Scalar } from '../../expr/scalar.ts';
import { deserializeTerms, type SerializedRow, type SerializedTerms, serializeTerms } from '../../expr/serialize.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { SidesLetter } from '../../machine/policy.ts';
import { chainToArray, type State } from '../../machine/state.ts';
import { InternalError } from '../../program/errors.ts';
import { pathName } from '../path-name.ts';

export interface PathPrefix {
  /** The name of everything that begins like this (path-name.ts). */
  readonly path: string;
  /** One letter for each answer: those of `SidesLetter`, `v` for a value, `s` for a condition that the state was split by. */
  readonly answers: string;
  /** In hexadecimal, in order. */
  readonly values?: readonly string[];
  readonly splits?: readonly SerializedTerms[];
}

/** Of a state whose machine notes answers. */
export function prefixOf(state: State): PathPrefix {
  const all = chainToArray(state.answered);
  const last = all.findLastIndex((answer) => answer === 'b' || answer instanceof Term);
  const values: string[] = [];
  const splits: SerializedTerms[] = [];
  const letters = all.slice(0, last + 1).map((answer) => {
    if (answer instanceof Term) {
      splits.push(serializeTerms([answer]));
      return 's';
    }
    if (typeof answer === 'string') return answer;
    values.push(answer.toString(16));
    return 'v';
  });
  return {
    path: pathName(state),
    answers: letters.join(''),
    ...(values.length === 0 ? {} : { values }),
    ...(splits.length === 0 ? {} : { splits }),
  };
}

/** An answer as it comes out of a prefix: splits stay serialised until the path is where they are made. */
export type StoredAnswer = SidesLetter | Scalar | { readonly split: SerializedTerms };

export function answersOf({ answers, values = [], splits = [] }: PathPrefix): StoredAnswer[] {
  let value = 0;
  let split = 0;
  return [...answers].map((letter): StoredAnswer => {
    if (letter === 's') return { split: present(splits[split++]) };
    if (!/[tfTFabv]/.test(letter)) throw new InternalError(`a prefix has an answer ${letter}`);
    if (letter !== 'v') return letter as SidesLetter;
    return fromBigInt(BigInt(`0x${present(values[value++])}`));
  });
}

function present<T>(item: T | undefined): T {
  if (item === undefined) throw new InternalError('a prefix has fewer values than it says');
  return item;
}

/**
 * The condition that a state was split by. Inputs of the same name but another shape may exist on other paths, and are then
 * called otherwise: a condition that speaks of an input which the state does not have is left out, and the state keeps more
 * inputs than it had.
 */
export function splitBy(split: SerializedTerms, terms: Terms, state: State): Term {
  const own = new Set(chainToArray(state.inputs).map(({ term }) => inputKey(term)));
  const isOwn = ([kind, shape, name]: SerializedRow) =>
    (kind !== 'variable' && kind !== 'bytes') || own.has(`${kind} ${shape} ${name}`);
  return split.rows.every(isOwn) ? deserializeTerms(terms, split)[0] : terms.bool(false);
}

function inputKey({ kind, width, low, name }: Term): string {
  return kind === Kind.bytes ? `bytes ${low} ${name}` : `variable ${width} ${name}`;
}
