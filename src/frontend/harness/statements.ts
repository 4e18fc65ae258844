/** Statements of a harness, one after the other: assignments, conditions, temporary variables. */
import type { DebugType } from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import { Lines } from './lines.ts';
import type { Place } from './place.ts';
import { type TypeSpelling, unqualified } from './type-spelling.ts';

const MAX_STATEMENTS = 20_000;

export class Statements {
  readonly lines = new Lines();
  /** How many conditions the next statement is under. */
  conditions = 0;
  private temporaries = 0;
  private count = 0;

  constructor(private readonly spelling: TypeSpelling) {}

  add(line: string): void {
    if (++this.count > MAX_STATEMENTS) {
      throw new UserError(
        'the inputs of the function are too large to build',
        'lower --structure-depth or the sizes given with --array',
      );
    }
    this.lines.add(line);
  }

  block(head: string, body: () => void, otherwise?: () => void): void {
    this.conditions++;
    this.lines.block(head, body, otherwise);
    this.conditions--;
  }

  assign(place: Place, type: DebugType, value: string): void {
    if (!place.constant) {
      this.add(`${place.lvalue} = ${value};`);
      return;
    }
    const name = this.spelling.of(unqualified(type));
    const held = name === null ? `__typeof__(${place.lvalue})` : name;
    const temporary = this.temporary();
    this.add(`${held} ${temporary} = ${value};`);
    this.add(`__builtin_memcpy((void *)&${place.lvalue}, &${temporary}, sizeof ${temporary});`);
  }

  /** The name of a variable that nothing else has. */
  temporary(): string {
    return `pf_${++this.temporaries}`;
  }
}

/** As a string of C. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
