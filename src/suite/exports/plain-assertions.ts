/**
 * Tests of a function as assertions that could have been typed: `assert(parse("on", &out) == 0); assert(out == 1);`. Objects that pointers
 * lead to are locals, or on the heap where the function frees something.
 */
import type { TestCase, TypedValue } from '../test-case.ts';
import { bytesOfHex } from '../typed-value.ts';
import { quotedText, realText } from './c-literals.ts';
import { type Parameter, type PlainCall, plainCall } from './plain-call.ts';
import type { StoredRun } from './stored-run.ts';

/** The lines of a function's body; null where a test cannot be told plainly. */
export function plainAssertions(
  harness: string,
  test: TestCase,
  nameOf: NonNullable<StoredRun['nameOf']> = () => null,
): string[] | null {
  const call = plainCall(harness, test);
  return call === null ? null : new PlainTest(call, test, nameOf).lines();
}

class PlainTest {
  private readonly onHeap: boolean;
  /** What stands for a parameter in the call. */
  private readonly arguments = new Map<string, string>();
  private readonly written: string[] = [];

  constructor(
    private readonly call: PlainCall,
    private readonly test: TestCase,
    private readonly nameOf: NonNullable<StoredRun['nameOf']>,
  ) {
    // A freed object has no size any more; so has what is null, which costs nothing but looks.
    this.onHeap = (test.answers ?? []).includes(0) || call.objects.some(({ pointer }) => !/^\w+$/.test(pointer));
  }

  lines(): string[] | null {
    for (const parameter of this.call.parameters) this.declare(parameter);
    for (const { pointer, count } of this.call.objects) {
      if (/^\w+$/.test(pointer)) continue;
      this.written.push(`${pointer} = calloc(${count}, sizeof *${pointer});`);
      this.setBelow(pointer);
    }
    for (const value of this.call.values) {
      if (this.rootOf(value.name) === null) this.written.push(`${value.name} = ${this.scalar(value)};`);
    }
    return [...this.written, ...this.checks()];
  }

  private declare({ name, type }: Parameter): void {
    const { call } = this;
    const object = call.objects.find(({ pointer }) => pointer === name);
    const own = call.values.filter((value) => value.name === name);
    if (object === undefined) {
      const [value] = own;
      if (call.nulls.includes(name)) this.arguments.set(name, 'NULL');
      else if (value !== undefined) this.arguments.set(name, this.scalar(value));
      else {
        // A structure by value, or nothing at all.
        this.arguments.set(name, name);
        this.written.push(`${type} ${name} = {0};`);
        this.setBelow(name);
      }
      return;
    }
    const target = type.replace(/^const /, '').replace(/ ?\*$/, '');
    const text = own.find(({ kind }) => kind === 'bytes');
    if (text !== undefined && type.startsWith('const char') && !this.onHeap) {
      this.arguments.set(name, quotedText(withoutEnd(bytesOf(text))));
      return;
    }
    if (this.onHeap) {
      this.written.push(
        `${target} *${name} = calloc(${object.count}, ${text === undefined ? `sizeof *${name}` : '1'});`,
      );
      if (text !== undefined) this.written.push(`memcpy(${name}, ${quotedText(bytesOf(text))}, ${text.bits / 8});`);
      this.arguments.set(name, name);
    } else if (text !== undefined) {
      this.written.push(`${target} ${name}[${object.count}] = ${quotedText(withoutEnd(bytesOf(text)))};`);
      this.arguments.set(name, name);
    } else {
      this.written.push(`${target} ${name}${object.count === 1 ? '' : `[${object.count}]`} = {0};`);
      this.arguments.set(name, object.count === 1 ? `&${name}` : name);
    }
    this.setBelow(name);
  }

  /** Values under one name that are not zero. */
  private setBelow(pointer: string): void {
    for (const value of this.call.values) {
      if (value.name === pointer || this.rootOf(value.name) !== pointer || value.kind === 'bytes') continue;
      const text = this.scalar(value);
      if (scalarText(value) !== '0' && text !== '0.0') this.written.push(`${this.place(value.name)} = ${text};`);
    }
  }

  /** The longest pointer, or structure by value, that a place begins with. */
  private rootOf(name: string): string | null {
    const roots = [
      ...this.call.objects.map(({ pointer }) => pointer),
      ...this.call.parameters.map((each) => each.name),
    ];
    const bare = name.replace(/^\*+/, '');
    const fits = roots.filter(
      (root) => bare === root || (bare.startsWith(root) && /^(->|\.|\[)/.test(bare.slice(root.length))),
    );
    return fits.sort((a, b) => b.length - a.length)[0] ?? null;
  }

  /** A place as the declarations here have it: a single object is no pointer. */
  private place(name: string): string {
    const root = this.rootOf(name);
    const object = this.call.objects.find(({ pointer }) => pointer === root);
    if (this.onHeap || object === undefined || object.count !== 1) return name;
    if (name === `*${root}`) return root!;
    return name.replace(`${root}->`, `${root}.`).replace(`${root}[0]`, root!);
  }

  private checks(): string[] {
    const { callee, words, hasResult } = this.call;
    const call = `${callee}(${words.map((word) => this.arguments.get(word)).join(', ')})`;
    const outputs = this.test.expected.outputs.filter(({ name }) => !/#|^behind /.test(name));
    const ofResult = outputs.filter(({ name }) => /^\*?return\b/.test(name));
    const others = outputs.filter((output) => !ofResult.includes(output) && !this.isUntouched(output));
    const rest = others.map((output) => this.check(this.place(output.name), output));
    if (!hasResult || ofResult.length === 0) return [`${call};`, ...rest];
    const [first] = ofResult;
    if (ofResult.length === 1 && first.kind !== 'bytes')
      return [this.check(first.name.replace('return', call), first), ...rest];
    const named = ofResult.map((output) => this.check(output.name.replace('return', 'result'), output));
    return [`__auto_type result = ${call};`, ...named, ...rest];
  }

  private check(place: string, output: TypedValue): string {
    if (output.kind === 'bytes')
      return `assert(memcmp(${place}, ${quotedText(bytesOf(output))}, ${output.bits / 8}) == 0);`;
    if (place.endsWith(' == NULL'))
      return `assert(${output.value === 0 ? place.replace(/ == NULL$/, ' != NULL') : place});`;
    const truth = this.name(output);
    if (truth === 'true' || truth === 'false') return `assert(${truth === 'true' ? '' : '!'}${place});`;
    const text = this.scalar(output);
    return text.includes('nan') ? `assert(${place} != ${place});` : `assert(${place} == ${text});`;
  }

  /** By the name that the program has for it. */
  private scalar(value: TypedValue): string {
    const name = this.name(value);
    // `true` would need a header that the program may do without.
    return name === null || name === 'true' || name === 'false' ? scalarText(value) : name;
  }

  private name({ kind, name, value }: TypedValue): string | null {
    return kind === 'int' ? this.nameOf(name, BigInt(value)) : null;
  }

  /** A text that stands in the call itself cannot change. */
  private isUntouched({ name }: TypedValue): boolean {
    return this.arguments.get(name)?.startsWith('"') === true;
  }
}

function scalarText({ kind, value, bits, signed, type, text }: TypedValue): string {
  if (kind === 'float') return realText(value);
  if (type === 'char' && text !== undefined && /^[ -&(-[\]-~]$/.test(text)) return `'${text}'`;
  const number = BigInt(value);
  if (number === -(2n ** 63n)) return '(-9223372036854775807ll - 1)';
  if (number === -(2n ** 31n)) return '(-2147483647 - 1)';
  return `${number}${bits === 64 && (number > 2n ** 31n || number < -(2n ** 31n)) ? (signed ? 'll' : 'ull') : ''}`;
}

function bytesOf({ value }: TypedValue): Uint8Array {
  return bytesOfHex(String(value));
}

/** The zeros that C fills an array with, and the one that ends a text. */
function withoutEnd(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
}
