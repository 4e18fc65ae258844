/** What a path or a row leaves behind, read on an input, and what the interpreter says of that input: to be compared as they are. */
import { evaluate } from '../../src/expr/evaluate.ts';
import { Model, Term } from '../../src/expr/term.ts';
import type { EndingKind } from '../../src/machine/endings.ts';
import type { PathOutcome } from '../../src/machine/outcome.ts';
import type { GeneratedProgram } from './generator/ast.ts';
import { printProgram } from './generator/print.ts';
import { type Checks, type FaultKind, type InputValues, interpret, type Outcome } from './interpret.ts';

export interface Observed {
  readonly ending: EndingKind;
  /** Of what is wrong; 0 where nothing is, or no line is to blame. */
  readonly line: number;
  readonly status: number;
  readonly stdout: string;
  readonly outputs: readonly { readonly name: string; readonly value: number }[];
}

const ENDING_OF: Readonly<Record<FaultKind, EndingKind>> = {
  'division by zero': 'division-by-zero',
  'out of bounds': 'out-of-bounds',
  null: 'null-pointer',
  'use after free': 'use-after-free',
  'double free': 'double-free',
  'invalid free': 'invalid-free',
  assert: 'assert',
  abort: 'abort',
  uninitialized: 'uninitialized',
  leak: 'leak',
};

/** The inputs of a path, given the values that the interpreter gets. */
export function modelOf({ inputs: asked }: PathOutcome, inputs: InputValues): Model {
  const model = new Model();
  for (const { name, term, kind } of asked) {
    const value = inputs[name]!;
    if (kind === 'bytes') model.arrays.set(term, Uint8Array.from(value as number[]));
    else model.scalars.set(term, term.width === 32 ? (value as number) >>> 0 : (value as number) & 255);
  }
  return model;
}

const signedBits = (value: number, bits: number) => (value << (32 - bits)) >> (32 - bits);

/** A loop that prints for ever counts as having printed once. */
const text = (stdout: string, ending: EndingKind) => (ending === 'endless' ? stdout.replace(/l+$/, 'l') : stdout);

export function predicted(outcome: PathOutcome, inputs: InputValues): Observed {
  const model = modelOf(outcome, inputs);
  const { ending, stdout, outputs } = outcome;
  const value = (each: Term | number | bigint | null) =>
    Number(each instanceof Term ? evaluate(each, model) : (each ?? 0));
  const { kind } = ending;
  return {
    ending: kind,
    line: kind === 'exit' || kind === 'endless' || kind === 'leak' ? 0 : (ending.position?.line ?? 0),
    status: kind === 'exit' ? value(ending.status as Term | number) | 0 : 0,
    stdout: text(Buffer.from(stdout.map(value)).toString('latin1'), kind),
    outputs: outputs.map(({ name, value: marked, bits, signed }) => ({
      name,
      value: signed ? signedBits(value(marked as Term | number), bits) : value(marked as Term | number),
    })),
  };
}

/** Null where an assumption rejects the input. */
export function interpreted(
  program: GeneratedProgram,
  inputs: InputValues,
  checks?: Checks,
): Observed | 'unclear' | null {
  const outcome = interpret(program, inputs, checks);
  const { ending, fault, status, stdout, outputs, unclear } = outcome;
  if (ending === 'rejected') return null;
  if (unclear) return 'unclear';
  const kind = endingOf(outcome);
  const blamed = fault?.statement ?? null;
  return {
    ending: kind,
    line: blamed === null ? 0 : printProgram(program).lines.get(blamed)!,
    status: kind === 'exit' ? status : 0,
    stdout: text(stdout, kind),
    outputs,
  };
}

function endingOf({ ending, fault }: Outcome): EndingKind {
  if (fault !== undefined) return ENDING_OF[fault.kind];
  return ending === 'endless' ? 'endless' : 'exit';
}
