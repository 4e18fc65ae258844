import { Kind } from '../../expr/kinds.ts';
import { fromBigInt, type Scalar } from '../../expr/scalar.ts';
import { Model, type Term } from '../../expr/term.ts';

/** Text that is not the SMT-LIB answer that was asked for. */
export class RubbishError extends Error {
  constructor(readonly text: string) {
    const short = text.trim().replace(/\s+/g, ' ').slice(0, 80);
    super(short === '' ? 'nothing' : `"${short}"`);
  }
}

export type Satisfiability = 'sat' | 'unsat' | 'unknown';

/** The answer to (check-sat), which must be the only thing said. */
export function parseStatus(text: string): Satisfiability {
  const answer = text.trim();
  if (answer === 'sat' || answer === 'unsat' || answer === 'unknown') return answer;
  // Solvers report their own time limit in several ways.
  if (answer === 'timeout' || /^\(error "[^"]*(canceled|timeout|resource)[^"]*"\)\s*(unknown)?$/i.test(answer))
    return 'unknown';
  throw new RubbishError(text);
}

interface Asked {
  readonly input: Term;
  /** Byte of an object; -1 for a variable. */
  readonly cell: number;
  readonly expression: string;
}

/** A (get-value) over all inputs, objects byte by byte, and the model its answer stands for. */
export class ValueQuestion {
  private readonly asked: Asked[] = [];

  constructor(inputs: readonly { readonly term: Term; readonly symbol: string }[]) {
    for (const { term, symbol } of inputs) {
      if (term.kind === Kind.variable) this.asked.push({ input: term, cell: -1, expression: symbol });
      else {
        for (let cell = 0; cell < term.low; cell++) {
          const index = `#x${cell.toString(16).padStart(8, '0')}`;
          this.asked.push({ input: term, cell, expression: `(select ${symbol} ${index})` });
        }
      }
    }
  }

  get isEmpty(): boolean {
    return this.asked.length === 0;
  }

  get text(): string {
    return `(get-value (${this.asked.map(({ expression }) => expression).join(' ')}))`;
  }

  parse(answer: string): Model {
    const model = new Model();
    const pairs = parseExpression(answer);
    if (!Array.isArray(pairs) || pairs.length !== this.asked.length) throw new RubbishError(answer);
    this.asked.forEach(({ input, cell }, i) => {
      const pair = pairs[i];
      const value = Array.isArray(pair) && pair.length === 2 ? literalValue(pair[1], cell < 0 ? input.width : 8) : null;
      if (value === null) throw new RubbishError(answer);
      if (cell < 0) model.scalars.set(input, value);
      else {
        let bytes = model.arrays.get(input);
        if (bytes === undefined) model.arrays.set(input, (bytes = new Uint8Array(input.low)));
        bytes[cell] = Number(value);
      }
    });
    return model;
  }
}

type Expression = string | Expression[];

/** One S-expression and nothing after it. */
function parseExpression(text: string): Expression {
  const tokens = text.match(/\|[^|]*\||"(?:[^"]|"")*"|[()]|[^\s()|"]+/g) ?? [];
  const root: Expression[] = [];
  const open: Expression[][] = [root];
  for (const token of tokens) {
    if (token === '(') {
      const list: Expression[] = [];
      open[open.length - 1].push(list);
      open.push(list);
    } else if (token === ')') {
      open.pop();
      if (open.length === 0) throw new RubbishError(text);
    } else open[open.length - 1].push(token);
  }
  if (open.length !== 1 || root.length !== 1) throw new RubbishError(text);
  return root[0];
}

function literalValue(expression: Expression, width: number): Scalar | null {
  if (typeof expression === 'string') {
    if (/^#x[0-9a-f]+$/i.test(expression) && (expression.length - 2) * 4 === width) {
      return fromBigInt(BigInt(`0x${expression.slice(2)}`));
    }
    if (/^#b[01]+$/.test(expression) && expression.length - 2 === width) {
      return fromBigInt(BigInt(`0b${expression.slice(2)}`));
    }
    return null;
  }
  const [underscore, decimal, size] = expression;
  if (underscore !== '_' || typeof decimal !== 'string' || size !== String(width)) return null;
  const digits = /^bv(\d+)$/.exec(decimal);
  return digits === null ? null : fromBigInt(BigInt(digits[1]));
}
