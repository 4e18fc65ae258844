/** Whether `diff` and `summarize`, run as users run them, tell the truth about generated functions. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { DiffSummary } from '../../../src/cli/versions/diff-run.ts';
import { run } from '../../cli/run.ts';
import { codeOf } from './condition-in-c.ts';
import { type FunctionPair, type GeneratedFunction, parametersOf, programText } from './generate.ts';
import { type Claim, type Numbers, objectsOf, REJECTED, type Seen, type Witnessed, witness } from './witness.ts';

export interface Row {
  readonly condition: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly example: Readonly<Record<string, unknown>>;
}

export interface Answers {
  readonly pair: FunctionPair;
  readonly difference: DiffSummary['difference'] | 'refused';
  readonly changes: readonly Row[];
  /** Rows of the old version; null where not everything was found. */
  readonly rows: readonly Row[] | null;
  /** Of what it prints. */
  readonly printed: readonly Row[] | null;
  readonly messages: string;
}

export interface Complaint {
  readonly command: 'diff' | 'summarize';
  readonly what: string;
  readonly input: string;
}

const LIMITS = ['--max-time', '60', '--replay', 'none', '--json', '--force'];

export async function ask(pair: FunctionPair, options: { readonly rows: boolean }): Promise<Answers> {
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-functions-'));
  try {
    const [before, after] = [join(folder, 'old.c'), join(folder, 'new.c')];
    writeFileSync(before, programText(pair.old));
    writeFileSync(after, programText(pair.new));
    const own = parametersOf(pair.old).flatMap((kind) => kind.options ?? []);
    const { assumes } = pair.old;
    if (assumes?.how === 'option') own.push('--assume', assumes.condition);
    const common = ['--function', 'f', ...own, ...LIMITS, '--out', join(folder, 'out')];
    const diff = await run('diff', before, after, ...common);
    const found = diff.out === '' ? null : (JSON.parse(diff.out) as DiffSummary);
    const summarize = async (...more: string[]) => {
      const { out } = await run('summarize', before, ...common, ...more);
      const summary = out === '' ? null : JSON.parse(out);
      return isJudgeable(summary) ? (summary.signature as Row[]) : null;
    };
    return {
      pair,
      difference: found?.difference ?? 'refused',
      changes: (found?.changes ?? []) as unknown as Row[],
      rows: options.rows ? await summarize() : null,
      printed: options.rows && prints(pair.old) ? await summarize('--output', 'stdout') : null,
      messages: diff.err,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const prints = ({ statements }: GeneratedFunction) => statements.some((text) => /putchar|printf/.test(text));

function isJudgeable(summary: { verdict: string; signature: readonly Row[] } | null): boolean {
  return summary?.verdict === 'complete' && summary.signature.every(({ condition }) => isC(condition));
}

const VALUES = [0, 1, 2, 3, 4, 5, -1, 6, 97, -2147483648, 2147483647];

function randomNumbers(fn: GeneratedFunction, count: number, seed: number): Numbers[] {
  const slots = parametersOf(fn).flatMap((kind) => kind.slots);
  const one = fc.tuple(
    ...slots.map(({ kind }) => {
      if (kind === 'null') return fc.constantFrom(0, 0, 1);
      if (kind === 'character') return fc.constantFrom(0, 97, 98, 1);
      return kind === 'byte' ? fc.constantFrom(0, 1, 2, 3, 200) : fc.constantFrom(...VALUES);
    }),
  );
  return fc.sample(one, { numRuns: count, seed });
}

/** The numbers that an example of pathfold means. */
function exampleNumbers(fn: GeneratedFunction, example: Row['example']): Numbers {
  const used = new Map<string, number>();
  return parametersOf(fn).flatMap((kind) =>
    kind.slots.map(({ name, kind: slotKind }) => {
      const given = example[name];
      if (slotKind !== 'byte' && slotKind !== 'character') return Number(given ?? 0);
      const at = used.get(name) ?? 0;
      used.set(name, at + 1);
      return given === undefined ? 0 : (bytesOf(String(given))[at] ?? 0);
    }),
  );
}

/** Of a text as C writes it. */
function bytesOf(text: string): number[] {
  const inner = text.replace(/^"|"$/g, '');
  return [...inner.matchAll(/\\x[0-9a-fA-F]{2}|\\[0-7]{3}|\\.|[^\\]/gs)].map(([letter]) => codeOf(letter));
}

/** Lists with exceptions (what a store at a symbolic index leaves) and names for parts of terms are not C. */
const isC = (text: string): boolean => !text.includes('}{[') && !text.includes(' where ');

const NUMBER =
  /^(return|return\.\w+|\*return|\*p|a\[\d\]|s->key|s->tag|\*s->link|\*\*q|n->value|g|errno|pairs\[\d\]\.\w+)$/;
const TEXTS: Readonly<Record<string, number | null>> = { 's->text': 3, t: 4, stdout: null };
const POINTERS = ['return', 'kept', 's->link', '*q', 'n->next'];

/** Outputs as the witness shows them: numbers, where pointers lead, bytes of texts. */
function claimsOf(fn: GeneratedFunction, rows: readonly Row[]): Claim[] {
  const targets = ['NULL', 'new object', 'return', ...Object.keys(objectsOf(fn))];
  const isPointer = (name: string) => POINTERS.includes(name) && (name !== 'return' || fn.result === 'int *');
  return rows.map(({ condition, outputs: all }) => {
    const some = (keep: (name: string, text: string) => boolean) =>
      Object.entries(all).filter(([name, text]) => keep(name, text) && isC(text));
    const [isGone, inKept] = [/^&|NULL|freed|gone/, /^&\{(.*), (.*)\}$/.exec(all.kept ?? '')];
    const numbers = some((name, text) => NUMBER.test(name) && !isPointer(name) && !isGone.test(text));
    if (inKept !== null && isC(all.kept)) numbers.push(['kept[0]', inKept[1]], ['kept[1]', inKept[2]]);
    return {
      condition,
      outputs: Object.fromEntries(numbers),
      pointers: Object.fromEntries(some((name, text) => isPointer(name) && targets.includes(text))),
      texts: Object.fromEntries(
        some((name, text) => name in TEXTS && /^".*"$/.test(text)).map(([name, text]) => [
          name,
          byteTerms(text, TEXTS[name]),
        ]),
      ),
    };
  });
}

/** Characters and terms in braces, one for each byte; the rest of a buffer is zero. */
function byteTerms(text: string, size: number | null): string[] {
  const parts = [...text.slice(1, -1).matchAll(/\{([^{}]*)\}|[^{}\\]|\\(?:x[0-9a-fA-F]{2}|[0-7]{3}|.)/gs)].map(
    ([all, term]) => (term === undefined ? String(bytesOf(all)[0]) : term),
  );
  return size === null ? parts : Array.from({ length: size }, (_, i) => parts[i] ?? '0');
}

const INPUTS = 60;

/** Everything wrong with the answers, by what compiled code does. */
export function complaints(all: readonly Answers[], seed: number): (readonly Complaint[])[] {
  const asked: Witnessed[] = all.flatMap(({ pair, changes, rows, printed }) => {
    const random = randomNumbers(pair.old, INPUTS, seed);
    const inputs = [...changes.map(({ example }) => exampleNumbers(pair.old, example)), ...random];
    return [
      {
        fn: pair.old,
        inputs,
        claims: changes.map(({ condition }) => ({ condition: isC(condition) ? condition : '1', outputs: {} })),
      },
      { fn: pair.new, inputs },
      { fn: pair.old, inputs: rows === null ? [] : random, claims: claimsOf(pair.old, rows ?? []) },
      { fn: pair.old, inputs: printed === null ? [] : random, claims: claimsOf(pair.old, printed ?? []) },
    ];
  });
  const seen = witness(asked);
  return all.map((answers, i) => {
    const [before, after, ...summarized] = seen.slice(4 * i, 4 * i + 4);
    return [
      ...judgeDiff(answers, asked[4 * i].inputs, before, after),
      ...summarized.flatMap((rows, k) => judgeRows(asked[4 * i + 2 + k], rows)),
    ];
  });
}

function judgeDiff(
  { pair, difference, changes }: Answers,
  inputs: readonly Numbers[],
  before: readonly Seen[],
  after: readonly Seen[],
): Complaint[] {
  const found: Complaint[] = [];
  const complain = (what: string, at: number) =>
    found.push({ command: 'diff', what, input: inputText(pair, inputs[at]) });
  if (difference === 'refused') complain('refused', 0);
  inputs.forEach((_, at) => {
    const differs = before[at].lines.join('\n') !== after[at].lines.join('\n');
    const differsUnseen = before[at].unseen.join('\n') !== after[at].unseen.join('\n');
    const shown = `${before[at].lines.join(' ')} | ${after[at].lines.join(' ')}`;
    if (at < changes.length) {
      if (!differs && !differsUnseen) complain(`the example of change ${at} shows no difference: ${shown}`, at);
    } else if (!differs) return;
    else if (difference === 'equivalent') complain(`called equivalent: ${shown}`, at);
    else if (difference === 'different' && before[at].claims.length === 0) {
      complain(`no change is said to show: ${shown}`, at);
    }
  });
  return found;
}

function judgeRows({ fn, inputs, claims = [] }: Witnessed, seen: readonly Seen[]): Complaint[] {
  const found: Complaint[] = [];
  seen.forEach(({ claims: rows, expected, lines }, at) => {
    if (lines[0] === REJECTED) return;
    const complain = (what: string) =>
      found.push({ command: 'summarize', what, input: inputText({ old: fn, new: fn }, inputs[at]) });
    if (rows.length !== 1)
      complain(`${rows.length} rows for one input: ${rows.map((row) => claims[row].condition).join(' / ')}`);
    else if (lines.includes('returned')) {
      const wrong = expected.filter((line) => !lines.includes(line));
      if (wrong.length > 0)
        complain(`expected ${wrong.join(' ')} (${claims[rows[0]].condition}), seen ${lines.join(' ')}`);
    } else if (expected.some((line) => line.startsWith('return=')))
      complain(`expected a result, seen ${lines.join(' ')}`);
  });
  return found;
}

function inputText({ old }: FunctionPair, numbers: Numbers): string {
  const slots = parametersOf(old).flatMap((kind) => kind.slots);
  return slots.map(({ name }, i) => `${name}=${numbers[i]}`).join(' ');
}
