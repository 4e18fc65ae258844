/**
 * What a generated main does before the call, read back for one test: which objects it makes, and what it puts where. The main is our own
 * text (frontend/harness), so few kinds of lines are enough; whatever else occurs makes the whole call one that cannot be told plainly.
 */
import type { TestCase, TestInput, TypedValue } from '../test-case.ts';

export interface Parameter {
  readonly name: string;
  /** As declared, without the name: `const char *`. */
  readonly type: string;
}

export interface MadeObject {
  /** The pointer that leads to it: a parameter, or `head->next`. */
  readonly pointer: string;
  readonly count: number;
}

export interface PlainCall {
  readonly parameters: readonly Parameter[];
  readonly objects: readonly MadeObject[];
  /** Pointers that are null. */
  readonly nulls: readonly string[];
  /** By the place they go to, in order; texts and other bytes go to where a pointer of that name leads. */
  readonly values: readonly TypedValue[];
  /** `f(a, b)`: the function, and which parameter goes where. */
  readonly callee: string;
  readonly words: readonly string[];
  readonly hasResult: boolean;
}

const CALL = /^ {2}(__auto_type pf_result = )?(\w+)\((.*)\);$/;
const DECLARATION = /^ {2}(.*?)(\w+) = \{0\};$/;
const NULL_QUESTION = /^if \(pathfold_bool\("(.*) == NULL"\)\) \{$/;
const MADE = /^(?:.* \*)?(\S+) = __builtin_calloc\((\d+), (?:1|sizeof \*.*)\);$/;
const ALIAS = /^(\S+) = (pf_\d+);$/;
const ASKED = /pathfold_(?:\w+)\((?:.*, )?"([^"]*)"(?:, -?\w+, -?\w+)?\);$/;
const WITHOUT_MEANING = /^(void \*pf_given\d+ = 0;|pf_given\d+ = .*|pathfold_name\(.*|__builtin_memcpy\(.*|.* = 0;|)$/;

/** Null where the main does something that no plain assertion says. */
export function plainCall(harness: string, test: TestCase): PlainCall | null {
  const lines = harness.slice(harness.indexOf('int main(void) {')).split('\n').slice(1);
  const end = lines.findIndex((line) => CALL.test(line) && !/pathfold_|__builtin_/.test(line));
  const call = end < 0 ? null : CALL.exec(lines[end]);
  if (call === null) return null;
  const reader = new MainReader(test.inputs.filter(({ origin }) => origin === 'call'));
  for (const line of lines.slice(0, end)) if (!reader.read(line)) return null;
  const words = call[3] === '' ? [] : call[3].split(', ');
  if (!words.every((word) => reader.parameters.some(({ name }) => name === word))) return null;
  return { ...reader.result(), callee: call[2], words, hasResult: call[1] !== undefined };
}

class MainReader {
  readonly parameters: Parameter[] = [];
  private readonly objects: MadeObject[] = [];
  private readonly nulls: string[] = [];
  private readonly values: TypedValue[] = [];
  private readonly aliases = new Map<string, MadeObject>();
  /** Whether the lines of each open block count; null inside of one that does not. */
  private readonly blocks: (boolean | null)[] = [];
  private next = 0;

  constructor(private readonly inputs: readonly TestInput[]) {}

  result(): Pick<PlainCall, 'parameters' | 'objects' | 'nulls' | 'values'> {
    const { parameters, objects, nulls, values } = this;
    return { parameters, objects, nulls, values };
  }

  /** False for a line that is not known. */
  read(line: string): boolean {
    const text = line.trim();
    if (text === '}') return this.blocks.pop() !== undefined;
    if (text === '} else {') {
      const first = this.blocks.pop() ?? null;
      this.blocks.push(first === null ? null : !first);
      return true;
    }
    if (this.blocks.includes(false) || this.blocks.includes(null)) {
      if (text.endsWith('{')) this.blocks.push(null);
      return true;
    }
    const question = NULL_QUESTION.exec(text);
    if (question !== null) {
      const input = this.take(`${question[1]} == NULL`);
      if (input === null) return false;
      const isNull = input.value !== 0;
      if (isNull) this.nulls.push(question[1]);
      this.blocks.push(isNull);
      return true;
    }
    return this.readStatement(line, text);
  }

  private readStatement(line: string, text: string): boolean {
    const declared = DECLARATION.exec(line);
    if (declared !== null) {
      this.parameters.push({ type: declared[1].trim(), name: declared[2] });
      return true;
    }
    const made = MADE.exec(text);
    if (made !== null) {
      const object = { pointer: made[1], count: Number(made[2]) };
      if (made[1].startsWith('pf_')) this.aliases.set(made[1], object);
      else this.objects.push(object);
      return true;
    }
    const alias = ALIAS.exec(text);
    if (alias !== null) {
      const object = this.aliases.get(alias[2]);
      if (object !== undefined) this.objects.push({ ...object, pointer: alias[1] });
      return object !== undefined;
    }
    if (WITHOUT_MEANING.test(text)) return true;
    const asked = ASKED.exec(text);
    const input = asked === null ? null : this.take(asked[1]);
    if (input === null || (input.kind === 'bytes') !== /pathfold_(string|bytes)\(/.test(text)) return false;
    this.values.push(input);
    return true;
  }

  private take(name: string): TestInput | null {
    const input = this.inputs[this.next++];
    return input?.name === name ? input : null;
  }
}
