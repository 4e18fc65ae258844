/**
 * Functions with parameters of every kind that leave something behind: in what they were given, in globals and behind them, in
 * new objects, in errno, in texts, in how they end. A function is a list of statements that need nothing of each other, so
 * that one can be left out, changed or moved: that makes versions, and makes a counterexample small.
 */
import type fc from 'fast-check';
import { type Chance, drawnBy } from '../generator/chance.ts';
import { PARAMETERS, type ParameterKind, type ParameterName } from './parameters.ts';

export interface GeneratedFunction {
  readonly parameters: readonly ParameterName[];
  readonly result: string;
  readonly statements: readonly string[];
  readonly returns: string;
  /** What is asked of the inputs, in both versions alike. */
  readonly assumes?: Assumption;
}

/** Of several conditions, looked at one after the other: by an option, by a call, or by a branch around a call. */
export interface Assumption {
  readonly how: 'option' | 'call' | 'branch';
  readonly condition: string;
}

export interface FunctionPair {
  readonly old: GeneratedFunction;
  readonly new: GeneratedFunction;
}

export const parametersOf = ({ parameters }: GeneratedFunction): readonly ParameterKind[] =>
  parameters.map((name) => PARAMETERS[name]);

/** A result that does not lead to the beginning of its object. */
export const INTO_PAIR = 'made + 1';

class Writer {
  private readonly places: readonly string[];

  constructor(
    private readonly chance: Chance,
    private readonly has: ReadonlySet<ParameterName>,
  ) {
    this.places = [
      ...[...has].flatMap((name) => PARAMETERS[name].places as readonly string[]),
      'g',
      'pairs[1].first',
      'pairs[0].second',
    ].filter((place) => has.has('x') || !place.includes('x &'));
  }

  private place(): string {
    return this.chance.of(this.places);
  }

  private small(): number {
    return this.chance.between(0, 5);
  }

  private value(): string {
    const { chance } = this;
    return chance.weighted<string>([
      [3, () => `${this.small()}`],
      [2, () => this.place()],
      [1, () => `(${this.place()} & ${chance.of([1, 3])})`],
      [1, () => `(unsigned)${this.place()} + ${this.small()}`],
      [1, () => 'sum'],
    ]);
  }

  private condition(): string {
    const { chance, has } = this;
    const options: [number, () => string][] = [
      [5, () => `${this.place()} ${chance.of(['==', '!=', '<', '>', '<=', '>='])} ${this.small()}`],
      [2, () => `(${this.place()} & 3) == ${chance.between(0, 3)}`],
      [1, () => `${this.place()} ${chance.of(['<', '=='])} ${this.place()}`],
      [1, () => `kept ${chance.of(['==', '!='])} 0`],
      [1, () => `errno == ${chance.of(['0', 'ERANGE'])}`],
    ];
    if (has.has('t')) options.push([2, () => `strcmp(t, "${chance.of(['', 'a', 'ab'])}") == 0`]);
    if (has.has('t')) options.push([1, () => `strlen(t) > ${chance.between(0, 2)}`]);
    if (has.has('n')) options.push([2, () => `n ${chance.of(['==', '!='])} 0`]);
    if (has.has('n')) options.push([1, () => `n && n->next && n->next->value == ${this.small()}`]);
    return chance.weighted(options);
  }

  effect(): string {
    const { chance, has } = this;
    const options: [number, () => string][] = [
      [8, () => `${this.place()} ${chance.of(['=', '=', '^=', '|='])} ${this.value()};`],
      [2, () => `sum = (unsigned)sum + ${this.value()};`],
      [2, () => `kept = malloc(2 * sizeof(int)); kept[0] = ${this.value()}; kept[1] = ${this.value()};`],
      [1, () => `if (kept) kept[0] = ${this.value()};`],
      [1, () => `kept = ${chance.of(['0', '&g', ...(has.has('p') ? ['p'] : []), ...(has.has('a') ? ['a'] : [])])};`],
      [2, () => `cell.pointer = malloc(sizeof(int)); *cell.pointer = ${this.value()};`],
      [1, () => `cell.pointer = ${chance.of(['0', '&g', 'kept', ...(has.has('p') ? ['p'] : [])])};`],
      [1, () => `errno = ${chance.of(['ERANGE', 'EDOM', '0'])};`],
      [1, () => `putchar('a' + (${this.place()} & 1));`],
      [1, () => `printf("%d;", ${this.small()});`],
    ];
    if (has.has('t')) options.push([1, () => `strcpy(t, "${chance.of(['', 'a', 'b', 'ab'])}");`]);
    if (has.has('a')) options.push([1, () => `memset(a, ${chance.of(['0', '1'])}, ${chance.of([4, 8])});`]);
    if (has.has('a') && has.has('p')) options.push([1, () => 'memcpy(a + 1, p, sizeof *p);']);
    if (has.has('q')) options.push([1, () => `*q = ${chance.of(['0', '&g', ...(has.has('p') ? ['p'] : [])])};`]);
    if (has.has('s')) options.push([1, () => `s->link = ${chance.of(['0', '&g', '&s->key'])};`]);
    if (has.has('n')) {
      options.push([2, () => `if (n) n->value = ${this.value()};`]);
      options.push([1, () => `if (n && n->next) n->next->value = ${this.value()};`]);
      options.push([1, () => 'for (struct node *m = n; m; m = m->next) sum = (unsigned)sum + m->value;']);
      options.push([
        1,
        () => `if (n) { struct node *m = malloc(sizeof *m); m->value = ${this.value()}; m->next = 0; n->next = m; }`,
      ]);
      options.push([1, () => 'if (n) n->next = 0;']);
    }
    return chance.weighted(options);
  }

  /** A result may lead into the middle of it: what lies before is an output, too. */
  private newPair(): string {
    return `int *made = malloc(2 * sizeof(int)); made[0] = ${this.value()}; made[1] = ${this.value()};`;
  }

  /** Few functions end early or take objects away: the rest would never be looked at. */
  private lastEffect(): string {
    const { chance, has } = this;
    const options = ['abort();', 'exit(3);', 'if (kept && kept != &g) { kept = 0; }'];
    for (const name of ['p', 'a', 't'] as const) if (has.has(name)) options.push(`free(${name});`);
    if (has.has('n')) options.push('free(n);', 'if (n) { free(n->next); n->next = 0; }');
    if (has.has('q')) options.push('free(*q);');
    return chance.of(options);
  }

  statement(): string {
    const { chance } = this;
    return chance.weighted<string>([
      [4, () => this.effect()],
      [6, () => `if (${this.condition()}) { ${this.effect()} }`],
      [2, () => `if (${this.condition()}) { ${this.effect()} } else { ${this.effect()} }`],
      [
        1,
        () => `for (int i = 0; i < ${chance.between(2, 3)}; i++) { if (${this.condition()}) break; ${this.effect()} }`,
      ],
      [1, () => `if (${this.condition()}) { ${this.lastEffect()} }`],
      [1, () => `while (${this.condition()}) TURN`],
    ]);
  }

  returned(): { result: string; returns: string } {
    const { chance, has } = this;
    return chance.weighted([
      [4, () => ({ result: 'int', returns: `return ${chance.of(['sum', this.place(), `${this.small()}`])};` })],
      [1, () => ({ result: 'void', returns: '' })],
      [1, () => ({ result: 'struct pair', returns: `struct pair r = { ${this.value()}, 1 }; return r;` })],
      [
        2,
        () => ({
          result: 'int *',
          returns: `return ${chance.of(['kept', '&g', '0', ...(has.has('p') ? ['p'] : []), ...(has.has('a') ? ['a + 1', 'a + 2'] : [])])};`,
        }),
      ],
      [2, () => ({ result: 'int *', returns: `${this.newPair()} return ${INTO_PAIR};` })],
    ]);
  }
}

function drawFunction(chance: Chance): { fn: GeneratedFunction; writer: Writer } {
  const names = Object.keys(PARAMETERS) as ParameterName[];
  const count = chance.between(2, 4);
  const chosen = new Set<ParameterName>(['x']);
  while (chosen.size < count) chosen.add(chance.of(names));
  const writer = new Writer(chance, chosen);
  const statements = Array.from({ length: chance.between(2, 5) }, () => writer.statement());
  const parameters = names.filter((name) => chosen.has(name));
  return { fn: { parameters, statements, ...writer.returned() }, writer };
}

/** Not a null pointer, not the size of an object, of which the witness sees no more than it knows of, and not what the order of two texts is called: C says only which side of zero it is on. */
const NUMBER = /(?<!malloc\(|next = |link = |\*q = |kept = |kept == |kept != |pointer = |n == |n != |"\) == )\b\d\b/g;

/** One place of the statement changed; the same where there is none. */
function changed(text: string, places: RegExp, replacements: readonly string[], chance: Chance): string {
  const found = [...text.matchAll(places)];
  if (found.length === 0) return text;
  const { 0: word, index } = chance.of(found);
  return text.slice(0, index) + chance.of(replacements) + text.slice(index + word.length);
}

function edited(statements: readonly string[], writer: Writer, chance: Chance): string[] {
  const result = [...statements];
  const at = chance.between(0, result.length - 1);
  const is = result[at];
  chance.weighted<void>([
    [4, () => void (result[at] = changed(is, NUMBER, ['0', '1', '2', '3', '4'], chance))],
    [2, () => void (result[at] = changed(is, /==|!=|<=|>=| < | > /g, ['==', '!=', ' < ', ' > ', '<='], chance))],
    [1, () => void result.splice(at, 1, '')],
    [2, () => void result.splice(at, 0, writer.statement())],
    [2, () => void (at > 0 && ([result[at - 1], result[at]] = [is, result[at - 1]]))],
    [1, () => void (result[at] = `do { ${is} } while (0);`)],
    [1, () => void (result[at] = `if (x == 1) { ${is} } else { ${is} }`)],
    [1, () => void (result[at] = `${is} ${writer.effect()} ${is}`)],
  ]);
  return result;
}

function drawAssumption(chance: Chance, parameters: readonly ParameterName[]): Assumption | null {
  const how = chance.of([null, null, 'option', 'option', 'call', 'branch'] as const);
  if (how === null) return null;
  const asked: Partial<Record<ParameterName, string>> = { x: 'x', y: 'y', p: '*p', a: 'a[1]' };
  const places = parameters.flatMap((name) => asked[name] ?? []);
  const one = () => `${chance.of(places)} ${chance.of(['!=', '<', '>', '<=', '>='])} ${chance.between(0, 5)}`;
  const joined = chance.of(['a && b', 'a || b', 'a && (b || c)', '(a || b) && c', '!(a && b)']);
  return { how, condition: joined.replaceAll(/[abc]/g, one) };
}

export const functionPairs: fc.Arbitrary<FunctionPair> = drawnBy((chance) => {
  const { fn, writer } = drawFunction(chance);
  const statements = edited(fn.statements, writer, chance);
  const assumes = drawAssumption(chance, fn.parameters);
  const old = assumes === null ? fn : { ...fn, assumes };
  return { old, new: { ...old, statements } };
});

/** Fewer statements, in both versions. */
export function* smallerPairs({ old, new: changed }: FunctionPair): Generator<FunctionPair> {
  const both = Math.max(old.statements.length, changed.statements.length);
  const without = (fn: GeneratedFunction, at: number) => ({
    ...fn,
    statements: fn.statements.filter((_, i) => i !== at),
  });
  const { assumes: _, ...free } = old;
  if (old.assumes !== undefined) yield { old: free, new: { ...free, statements: changed.statements } };
  for (let at = 0; at < both; at++) yield { old: without(old, at), new: without(changed, at) };
  for (let at = 0; at < old.statements.length; at++) {
    const same = changed.statements.indexOf(old.statements[at]);
    if (same >= 0 && same !== at) yield { old: without(old, at), new: without(changed, same) };
  }
}

export const HEADER = `#include <errno.h>
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct rec { int key; short tag; unsigned char text[3]; int *link; };
struct node { int value; struct node *next; };
struct pair { int first; short second; };
union slot { int *pointer; unsigned char bytes[sizeof(int *)]; };
`;

/** Names that a program defines. */
export const DEFINED = ['f', 'g', 'kept', 'pairs', 'cell'] as const;

export function printFunction(fn: GeneratedFunction): string {
  const declared = parametersOf(fn).map(({ declaration }) => declaration);
  return [
    'int g = 1;',
    'int *kept;',
    'struct pair pairs[2];',
    'union slot cell;',
    `${fn.result} f(${declared.join(', ')}) {`,
    '  int sum = 0;',
    ...assumed(fn),
    ...fn.statements.filter((text) => text !== '').map((text) => `  ${text}`),
    `  ${fn.returns}`,
    '}',
    '',
  ].join('\n');
}

function assumed({ assumes }: GeneratedFunction): string[] {
  if (assumes === undefined || assumes.how === 'option') return [];
  const { how, condition } = assumes;
  return [how === 'call' ? `  pathfold_assume(${condition});` : `  if (!(${condition})) pathfold_assume(0);`];
}

export const programText = (fn: GeneratedFunction): string => `${HEADER}#define TURN { }\n${printFunction(fn)}`;
