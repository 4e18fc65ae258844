import { KINDS, Kind, type KindName } from '../../../src/expr/kinds.ts';
import type { Term } from '../../../src/expr/term.ts';
import type { Terms } from '../../../src/expr/terms.ts';

/** Operands of a term about to be made: what a rule gets to see. */
export interface Redex {
  readonly kind: Kind;
  readonly width: number;
  readonly a: Term;
  readonly b: Term | null;
  readonly c: Term | null;
  readonly low: number;
}

/** The material for examples, all of it made without rewriting, at the width under proof. */
export class Workshop {
  readonly x: Term;
  readonly y: Term;
  readonly z: Term;
  readonly p: Term;
  readonly q: Term;
  readonly memory: Term;

  constructor(
    readonly t: Terms,
    readonly w: number,
  ) {
    this.x = t.variable('x', w);
    this.y = t.variable('y', w);
    this.z = t.variable('z', w);
    this.p = t.variable('p', 1);
    this.q = t.variable('q', 1);
    this.memory = t.bytes('memory', 4);
  }

  /** A constant of the width under proof, or another. */
  k(value: number | bigint, width = this.w): Term {
    return this.t.constant(width, value);
  }

  /** The constant with only the top bit set: the least signed number. */
  least(width = this.w): Term {
    return this.t.constant(width, 1n << BigInt(width - 1));
  }

  v(name: string, width: number): Term {
    return this.t.variable(`${name}${width}`, width);
  }

  index(value: number): Term {
    return this.t.constant(32, value);
  }

  float(value: number, width: 32 | 64): Term {
    const bits =
      width === 64
        ? new BigUint64Array(new Float64Array([value]).buffer)[0]!
        : new Uint32Array(new Float32Array([value]).buffer)[0]!;
    return this.t.constant(width, bits);
  }

  redex(kind: KindName, operands: readonly Term[], given: { width?: number; low?: number } = {}): Redex {
    const [a, b, c] = operands;
    const rule = KINDS[kind].width;
    const operandWidth = kind === 'ite' ? b!.width : a!.width;
    const concatWidth = kind === 'concat' ? a!.width + b!.width : 0;
    const width =
      given.width ?? (rule === 'bit' ? 1 : rule === 'byte' ? 8 : rule === 'array' ? 0 : concatWidth || operandWidth);
    return { kind: Kind[kind], width, a: a!, b: b ?? null, c: c ?? null, low: given.low ?? 0 };
  }
}

export type Example = (s: Workshop) => Redex;

/** For one rule: terms it must rewrite, and terms next to them that it must leave alone. */
export interface RuleExamples {
  readonly applies: readonly Example[];
  readonly rejects: readonly Example[];
}
