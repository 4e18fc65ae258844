/** Shows what a program says while it is explored, the way KLEE does. */
import { evaluate } from '../../expr/evaluate.ts';
import { printC } from '../../expr/print-c.ts';
import { kqueryExpression } from '../../expr/print-kquery.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { Audience } from '../../machine/client.ts';
import type { Solver } from '../../solver/solver.ts';
import type { Terminal } from '../terminal.ts';
import type { KleeMessages } from './messages.ts';

/** The solver is asked for once the exploration has begun. */
export function kleeAudience(messages: KleeMessages, terminal: Terminal, solver: () => Solver): Audience {
  return {
    wrote({ condition }, descriptor, bytes) {
      // A symbolic byte is shown as one that it can be; that decides nothing.
      const model = bytes.some((byte) => byte instanceof Term) ? solver().model(condition) : null;
      const shown = Uint8Array.from(bytes, (byte) => {
        if (!(byte instanceof Term)) return byte;
        return model === null ? 63 : Number(evaluate(byte, model));
      });
      if (descriptor === 2) terminal.err(Buffer.from(shown).toString());
      else if (terminal.outBytes !== undefined) terminal.outBytes(shown);
      else terminal.out(Buffer.from(shown).toString());
    },
    warned(functionName, text, once) {
      if (once) messages.warnOnce(`${functionName}: ${text}`);
      else messages.warn(`${functionName}: ${text}`);
    },
    shown({ condition }, label, value, range) {
      messages.show(`${label}:${valueText(value)}${range && value instanceof Term ? rangeText(value) : ''}\n`);

      function rangeText(term: Term): string {
        const example = solver().value(condition, term);
        const bounds = solver().range(condition, term);
        if (example === null || bounds === null) return '';
        if (bounds.min === bounds.max) return ` == ${example}`;
        return ` ~= ${example} (in [${bounds.min}, ${bounds.max}])`;
      }
    },
    traced(stack) {
      stack.forEach(({ functionName, position }, depth) => {
        const place = position === null ? '' : ` at ${position.file.path}:${position.line}`;
        terminal.out(`\t#${depth}${'0'.repeat(8)} in ${functionName}()${place}\n`);
      });
    },
  };
}

function valueText(value: Scalar | Term): string {
  if (!(value instanceof Term)) return String(value);
  // KLEE's language has no floats: those are shown as C has them.
  return kqueryExpression(value) ?? printC(value);
}
