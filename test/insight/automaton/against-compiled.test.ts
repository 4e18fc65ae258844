/**
 * The machines are those of the compiled code: long random runs of both, step by step. In each step exactly one transition is enabled, it leads
 * to the state that compiled code is in, and it leaves the values that the next guards look at.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { mineAutomaton } from '../../../src/cli/automaton/mine.ts';
import { parseArguments } from '../../../src/cli/options/parse.ts';
import { Random } from '../../../src/explore/random.ts';
import { evaluate } from '../../../src/expr/evaluate.ts';
import { Model, Term } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import type { InputRecord } from '../../../src/machine/outcome.ts';
import { Deadline } from '../../../src/solver/deadline.ts';
import { recorder } from '../../cli/run.ts';

const cases = fileURLToPath(new URL('../../cases/automata', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pathfold-machines-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const STEPS = 3000;

interface Subject {
  readonly name: string;
  readonly words: readonly string[];
  /** C: what surrounds the step, and the call with `in[i]` as inputs. */
  readonly surroundings: string;
  readonly call: string;
  readonly state: string;
  /** Names of inputs and how many values each has, or which. */
  readonly inputs: Readonly<Record<string, number | readonly number[]>>;
  readonly setUp?: string;
}

const SUBJECTS: readonly Subject[] = [
  {
    name: 'vending',
    words: ['--function', 'serve', '--state', 'state'],
    surroundings: 'void give_back(unsigned count) { (void)count; }',
    call: 'serve(in[0])',
    state: 'state',
    inputs: { input: 3 },
  },
  {
    name: 'controller',
    words: ['--function', 'control', '--state', 'state'],
    surroundings: 'void send(int client, enum order order) { (void)client; (void)order; }',
    setUp: 'enum reply replies[3];',
    call: 'replies[0] = in[2], replies[1] = in[3], replies[2] = in[4], control(in[0], in[1], replies)',
    state: 'state',
    inputs: { request: 3, weather_lost: 2, 'replies[0]': [1, 2], 'replies[1]': [1, 2], 'replies[2]': [1, 2] },
  },
  {
    name: 'connection',
    words: ['--function', 'handle', '--state', 'c->state', '--initial', 'CLOSED'],
    surroundings: 'void transmit(struct connection *c, unsigned char flags) { (void)c; (void)flags; }',
    setUp: 'struct connection c = {CLOSED, 0};',
    call: 'handle(&c, in[0], in[1])',
    state: 'c.state',
    inputs: { event: 6, flags: 256 },
  },
];

/** The states of the compiled program, one per step. */
function compiledRun({ name, surroundings, call, state, setUp = '' }: Subject, inputs: readonly number[][]): string[] {
  const rows = inputs.map((row) => `{${row.join(', ')}}`).join(', ');
  const source = [
    `#include "${join(cases, name, 'main.c')}"`,
    '#include <stdio.h>',
    surroundings,
    `static const int pf_rows[][${inputs[0].length}] = {${rows}};`,
    `int main(void) { ${setUp}`,
    `  for (int i = 0; i < ${inputs.length}; i++) { const int *in = pf_rows[i]; ${call}; fprintf(stderr, "%d\\n", (int)${state}); }`,
    '}',
  ].join('\n');
  const file = join(scratch, `${name}.c`);
  writeFileSync(file, source);
  execFileSync('gcc', ['-w', '-o', join(scratch, name), file], { stdio: 'ignore' });
  const { stderr } = spawnSync(join(scratch, name), { encoding: 'utf8', maxBuffer: 1 << 26 });
  return stderr.trim().split('\n');
}

const hasCompiler = spawnSync('gcc', ['--version']).status === 0;

test.runIf(hasCompiler).each(SUBJECTS)('$name does what compiled code does', async (subject) => {
  const random = new Random(Number(process.env.PATHFOLD_SEED));
  const choices = Object.values(subject.inputs);
  const inputs = Array.from({ length: STEPS }, () =>
    choices.map((of) => (typeof of === 'number' ? random.below(of) : of[random.below(of.length)])),
  );
  const expected = compiledRun(subject, inputs);
  const file = relative(process.cwd(), join(cases, subject.name, 'main.c'));
  const words = [file, ...subject.words, '--out', join(scratch, `out-${subject.name}`)];
  const invocation = parseArguments('automaton', true, words);
  const { automaton, options, run, solver } = await mineAutomaton(
    invocation,
    recorder(),
    new Terms(),
    Deadline.after(Number.POSITIVE_INFINITY, () => 0),
  );
  try {
    const records = new Map<string, InputRecord>();
    for (const { row } of automaton.transitions) {
      for (const outcome of row.outcomes) for (const input of outcome.inputs) records.set(input.name, input);
    }
    const memory = new Map(automaton.variables.map(({ input, initial }) => [input.name, initial ?? 0n]));
    let now = automaton.states.find(({ isInitial }) => isInitial)!.name;
    const taken = new Set<unknown>();
    inputs.forEach((row, step) => {
      const model = new Model();
      const set = (name: string, value: bigint) => {
        const record = records.get(name);
        if (record !== undefined) model.scalars.set(record.term, Number(BigInt.asUintN(record.bits, value)));
      };
      for (const [name, value] of memory) set(name, value);
      Object.keys(subject.inputs).forEach((name, i) => {
        set(name, BigInt(row[i]));
      });
      const enabled = automaton.transitions.filter(
        ({ source, condition }) => source.name === now && evaluate(condition, model) === 1,
      );
      expect(enabled.length, `step ${step} in ${now}`).toBe(1);
      const [{ target, row: effect }] = enabled;
      taken.add(enabled[0]);
      expect(String(target!.values[0][0]), `step ${step} in ${now}`).toBe(expected[step]);
      for (const { name, kind, parts } of effect.outputs) {
        if (kind !== 'int' || !memory.has(name)) continue;
        memory.set(name, BigInt(parts[0] instanceof Term ? evaluate(parts[0], model) : parts[0]));
      }
      now = target!.name;
    });
    // Not vacuous: most of the machine was walked through.
    expect(taken.size).toBeGreaterThan(automaton.transitions.length / 2);
    expect(options.proved).toBe(true);
  } finally {
    run.exploration.dispose();
    solver.dispose();
  }
});
