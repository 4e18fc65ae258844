/** What a path shows to the world: its ending, and the chosen outputs as values over the inputs. */
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { textParts } from '../../machine/endless-text.ts';
import type { Machine } from '../../machine/machine.ts';
import type { Memory } from '../../machine/memory/memory.ts';
import type { PathEnding, PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import { Pointer } from '../../machine/value.ts';
import { isChosenMark, type OutputSelection } from '../output/criterion.ts';

export interface PathOutputs {
  /** Everything that is not a number: how the path ended, how long its texts are, what its marks are called. */
  readonly shape: string;
  readonly values: readonly { readonly name: string; readonly bits: number; readonly value: Scalar | Term }[];
}

/** Kind and place of an ending: what makes two faults the same one. */
export function endingKey({ kind, instruction, position }: PathEnding): string {
  // Where on its circle a path was found to run in one says nothing.
  if (kind === 'exit' || kind === 'endless') return kind;
  const place = position === null ? '' : `${position.file.path}:${position.line}:${position.column}`;
  return `${kind}@${instruction?.id ?? ''}@${place}`;
}

/** For people: `division by zero at f.c:3:7`. */
export function endingText({ kind, position, message }: PathEnding): string {
  const place = position === null ? '' : ` at ${position.file.path}:${position.line}:${position.column}`;
  return kind === 'exit' ? 'the program ends' : `${kind}${place} (${message})`;
}

export function observedOutputs(
  outcome: PathOutcome,
  state: State,
  machine: Machine,
  selection: OutputSelection,
): PathOutputs {
  const shape = [endingKey(outcome.ending)];
  const values: { name: string; bits: number; value: Scalar | Term }[] = [];
  const text = (name: string, bytes: readonly (number | Term)[]) => {
    shape.push(`${name}:${bytes.length}`);
    bytes.forEach((value, i) => {
      values.push({ name: `${name}[${i}]`, bits: 8, value });
    });
  };
  const exits = outcome.ending.kind === 'exit';
  if (selection.exitStatus && exits) values.push({ name: 'exit status', bits: 32, value: outcome.ending.status });
  for (const stream of ['stdout', 'stderr'] as const) {
    if (selection[stream]) for (const { name, bytes } of textParts(outcome, stream)) text(name, bytes);
  }
  for (const { name, kind, bits, value, bytes, label } of outcome.outputs) {
    if (!isChosenMark(name, selection)) continue;
    shape.push(`${kind} ${name}:${bits}${label ?? ''}`);
    if (bytes !== null) text(name, bytes);
    else values.push({ name, bits, value });
  }
  // A fault ends the program before a caller could read its variables.
  if (exits) {
    for (const global of selection.globals) {
      const object = state.memory.get(machine.image.objectOf(global));
      if (object === undefined) continue;
      const contents: (number | Term)[] = [];
      for (let at = 0; at < object.size; at++) {
        const cell = object.cellAt(at);
        if (cell !== null && cell.value instanceof Pointer) {
          shape.push(`${global.name}[${at}]:${pointerText(cell.value, state.memory)}`);
          if (cell.value.offset instanceof Term) {
            values.push({ name: `${global.name}[${at}]`, bits: cell.value.offset.width, value: cell.value.offset });
          }
          at += cell.size - 1;
        } else contents.push(object.readByte(at, state.memory));
      }
      text(global.name, contents);
    }
  }
  return { shape: shape.join(' '), values };
}

/** Which object it was that is gone can be seen by none. */
function pointerText({ object, offset }: Pointer, memory: Memory): string {
  const mayBeGone = object.kind === 'heap' || object.kind === 'stack';
  const name = mayBeGone && memory.get(object)?.alive !== true ? 'gone' : object.id;
  return offset instanceof Term ? `&${name}` : `&${name}+${offset}`;
}

/** A condition that holds where the outputs differ; null when they never can. The shapes must be equal. */
export function difference(left: PathOutputs, right: PathOutputs, terms: Terms): Term | null {
  const differs: Term[] = [];
  left.values.forEach(({ bits, value }, i) => {
    const other = right.values[i].value;
    if (value === other) return;
    differs.push(terms.ne(termOf(value, bits, terms), termOf(other, bits, terms)));
  });
  return differs.length === 0 ? null : terms.orAll(differs);
}

function termOf(value: Scalar | Term, bits: number, terms: Terms): Term {
  return value instanceof Term ? value : terms.constant(bits, value);
}
