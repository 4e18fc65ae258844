/**
 * What a caller of a generated function really sees: gcc compiles the function with sanitizers, and a caller that keeps pointers to
 * all it gives makes the objects from numbers, calls, and looks. Nothing of pathfold takes part.
 *
 * Compiled code is the witness here, and not an interpreter as for whole programs: pointers into structures, library calls and what is
 * freed are C's own business, and an interpreter of ours would share our misreadings of C. What the caller looks at is everything it
 * can reach: numbers by value, pointers by the object they lead to, texts byte by byte, standard output, how the call ended.
 */
import { runPrograms } from '../../native/native.ts';
import { faultOf } from '../native.ts';
import { conditionInC } from './condition-in-c.ts';
import { DEFINED, type GeneratedFunction, HEADER, INTO_PAIR, parametersOf, printFunction } from './generate.ts';

/** A number for each slot of each parameter. */
export type Numbers = readonly number[];

export interface Seen {
  /** Names and values of all that must be compared, in order: `*p=3`. */
  readonly lines: readonly string[];
  /** Where a function ended the program, globals; nobody can look at them then. */
  readonly unseen: readonly string[];
  /** Numbers of the claims that were true before the call. */
  readonly claims: readonly number[];
  /** By claim: what it expected, `name=value` like the lines. */
  readonly expected: readonly string[];
}

/** Bytes as two digits each: texts are compared like this. */
export function hexText(text: string): string {
  return [...text].map((each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

/** A condition on the inputs (or `always`; `otherwise` comes last), and values of outputs as terms over the inputs, in C. */
export interface Claim {
  readonly condition: string;
  /** Numbers, as terms. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Where pointers lead, by name. */
  readonly pointers?: Readonly<Record<string, string>>;
  /** Bytes of texts, a term each. */
  readonly texts?: Readonly<Record<string, readonly string[]>>;
}

export interface Witnessed {
  readonly fn: GeneratedFunction;
  readonly inputs: readonly Numbers[];
  readonly claims?: readonly Claim[];
}

/** The only line seen of an input that an assumption excludes. */
export const REJECTED = 'rejected';

const TOOLS = `
#include <unistd.h>
static void *freed[16];
static int freedCount;
static void seenFree(void *at) { free(at); if (at && freedCount < 16) freed[freedCount++] = at; }
static int LIVES(const void *at) { for (int i = 0; i < freedCount; i++) if (freed[i] == at) return 0; return 1; }
#define SHOW(name, object, value) do { if (LIVES(object)) fprintf(stderr, "@see %s=%lld\\n", name, (long long)(value)); \\
  else fprintf(stderr, "@see %s freed\\n", name); } while (0)
#define BYTES(name, object, bytes, count) do { fprintf(stderr, "@see %s:", name); \\
  if (!LIVES(object)) fprintf(stderr, "freed"); \\
  else for (int i = 0; i < (count); i++) fprintf(stderr, "%02x", (unsigned char)(bytes)[i]); fprintf(stderr, "\\n"); } while (0)
#define BEHIND(name, at, given) do { if ((at) && (const void *)(at) != (const void *)(given) && LIVES(at)) \\
  fprintf(stderr, "@see %s=%d\\n", name, *(at)); } while (0)
#define in(i) input[i]
#define TURN { fprintf(stderr, "@endless\\n"); _exit(0); }
#undef malloc
#define malloc(size) calloc(1, size)
#define free seenFree
`;

export function witness(asked: readonly Witnessed[]): Seen[][] {
  const parts = [HEADER, TOOLS];
  asked.forEach((each, i) => {
    for (const name of DEFINED) parts.push(`#define ${name} p${i}_${name}`);
    parts.push(printFunction(each.fn), caller(each, i));
    for (const name of DEFINED) parts.push(`#undef ${name}`);
  });
  const names = (what: string) => asked.map((_, i) => `p${i}_${what}`).join(', ');
  parts.push(`int (*const entries[])(void) = {${names('call')}};`, `void (*const dumps[])(void) = {${names('dump')}};`);
  const runs = asked.flatMap(({ inputs }, program) => inputs.map((numbers) => ({ program, inputs: { i: numbers } })));
  const outcomes = runPrograms(`${parts.join('\n')}\n`, runs);
  let next = 0;
  return asked.map(({ inputs }) =>
    inputs.map(() => {
      const { report, signal, status, stdout } = outcomes[next++];
      const all = (word: string) => [...report.matchAll(new RegExp(`^@${word} (.*)$`, 'gm'))].map(([, rest]) => rest);
      const before = { claims: all('claim').map(Number), expected: all('expect') };
      if (report.includes('@rejected')) return { ...before, lines: [REJECTED], unseen: [] };
      if (report.includes('@endless')) return { ...before, lines: ['endless', stdout], unseen: [] };
      if (!report.includes('@done')) return { ...before, lines: [faultOf(report, signal)], unseen: [] };
      const returned = report.includes('@returned');
      const lines = [
        ...all('see'),
        `stdout=${stdout}`,
        `stdout:${hexText(stdout)}`,
        returned ? 'returned' : `exit=${status}`,
      ];
      return {
        ...before,
        lines: returned ? [...lines, ...all('global')] : lines,
        unseen: returned ? [] : all('global'),
      };
    }),
  );
}

function caller({ fn, claims = [] }: Witnessed, i: number): string {
  const kinds = parametersOf(fn);
  let slot = 0;
  const setUp = kinds.map((kind) => {
    const first = slot;
    slot += kind.slots.length;
    return kind.setUp.replaceAll(/\bin\(([^()]*)\)/g, (_, at: string) => `in(${first} + ${at})`);
  });
  const call = `f(${kinds.map(({ name }) => name).join(', ')})`;
  return [
    `static void p${i}_dump(void) {`,
    '  fprintf(stderr, "@global g=%d\\n@global errno=%d\\n", g, errno);',
    '  for (int i = 0; i < 2; i++) fprintf(stderr, "@global pairs[%d].first=%d\\n@global pairs[%d].second=%d\\n", i, pairs[i].first, i, pairs[i].second);',
    '}',
    `static int p${i}_call(void) {`,
    `  int input[${slot + 1}];`,
    `  for (int i = 0; i < ${slot}; i++) input[i] = pathfold_int("i");`,
    ...setUp.map((text) => `  ${text}`),
    ...(fn.assumes === undefined
      ? []
      : [`  if (!(${fn.assumes.condition})) { fprintf(stderr, "@rejected\\n"); _exit(0); }`]),
    '  int claimed = 0;',
    ...claims.map(claimText),
    '  errno = 0;',
    ...resultText(fn, call).map((text) => `  ${text}`),
    '  fprintf(stderr, "@returned\\n");',
    ...kinds.map(({ show }) => `  ${show}`),
    ...kinds.flatMap(({ pointers = [] }) =>
      pointers.map(
        ({ name, value, when }) => `  if (${when}) fprintf(stderr, "@see ${name} is %s\\n", ${where(fn, value)});`,
      ),
    ),
    `  fprintf(stderr, "@see kept is %s\\n", ${fn.result === 'int *' ? `kept && kept == r && ${isNew(fn, 'r')} ? "return" :` : ''} ${where(fn, 'kept')});`,
    `  if (kept && LIVES(kept) && ${isNew(fn, 'kept')}) fprintf(stderr, "@see kept[0]=%d\\n@see kept[1]=%d\\n", kept[0], kept[1]);`,
    `  fprintf(stderr, "@see cell.pointer is %s\\n", cell.pointer && cell.pointer == kept ? "kept" : ${where(fn, 'cell.pointer')});`,
    `  if (cell.pointer && LIVES(cell.pointer)) fprintf(stderr, "@see *cell.pointer=%d\\n", *cell.pointer);`,
    '  return 0;',
    '}',
  ].join('\n');
}

function claimText({ condition, outputs, pointers = {}, texts = {} }: Claim, number: number): string {
  const say = (format: string, values: readonly string[]) =>
    `fprintf(stderr, "@expect ${format}\\n"${values.map((value) => `, ${value}`).join('')});`;
  const expected = [
    ...Object.entries(outputs).map(([name, term]) => say(`${name}=%lld`, [`(long long)(int)(${term})`])),
    ...Object.entries(pointers).map(([name, target]) => say(`${name} is ${target}`, [])),
    ...Object.entries(texts).map(([name, bytes]) =>
      say(
        `${name}:${'%02x'.repeat(bytes.length)}`,
        bytes.map((byte) => `(unsigned char)(${byte})`),
      ),
    ),
  ];
  const holds = condition === 'always' ? '1' : condition === 'otherwise' ? '!claimed' : conditionInC(condition);
  return `  if (${holds}) { claimed = 1; fprintf(stderr, "@claim ${number}\\n"); ${expected.join(' ')} }`;
}

/** What lies before the place that a result leads to is seen, too. */
function resultIntoObject(fn: GeneratedFunction): string[] {
  const isGiven = 'a' in objectsOf(fn);
  const show = 'fprintf(stderr, "@see *return=%d\\n", *r);';
  return [
    ...(isGiven ? ['if (r > a && r <= a + 2) fprintf(stderr, "@see return is a + %d\\n", (int)(r - a));'] : []),
    ...(fn.returns.endsWith(`return ${INTO_PAIR};`) ? ['fprintf(stderr, "@see return[-1]=%d\\n", r[-1]);'] : []),
    isGiven ? `if (r && (r > a && r <= a + 2 ? LIVES(a) : LIVES(r))) ${show}` : `if (r && LIVES(r)) ${show}`,
  ];
}

/** An expression for the name of what a pointer leads to. */
function where(fn: GeneratedFunction, pointer: string): string {
  const known = Object.entries(objectsOf(fn)).map(
    ([name, at]) => `(void *)(${pointer}) == (void *)${at} ? "${name}" : `,
  );
  return `(${pointer}) == 0 ? "NULL" : ${known.join('')}"new object"`;
}

function isNew(fn: GeneratedFunction, pointer: string): string {
  return Object.values(objectsOf(fn))
    .map((at) => `(void *)${pointer} != (void *)${at}`)
    .join(' && ');
}

/** By the names that pathfold gives them. */
export function objectsOf(fn: GeneratedFunction): Readonly<Record<string, string>> {
  return Object.assign({ '&g': '&g' }, ...parametersOf(fn).map(({ objects = {} }) => objects));
}

function resultText(fn: GeneratedFunction, call: string): string[] {
  switch (fn.result) {
    case 'void':
      return [`${call};`];
    case 'struct pair':
      return [
        `struct pair r = ${call};`,
        'fprintf(stderr, "@see return.first=%d\\n@see return.second=%d\\n", r.first, r.second);',
      ];
    case 'int *':
      return [
        `int *r = ${call};`,
        `fprintf(stderr, "@see return is %s\\n", ${where(fn, 'r')});`,
        ...resultIntoObject(fn),
      ];
    default:
      return [`int r = ${call};`, 'fprintf(stderr, "@see return=%d\\n", r);'];
  }
}
