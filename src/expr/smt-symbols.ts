import type { Term } from './term.ts';

/** Words of SMT-LIB's core and of the theories we use; quoting does not make them free. */
const RESERVED = new Set(
  `_ as let forall exists match par true false not and or xor distinct ite Bool Int Real Array BitVec FloatingPoint
  RoundingMode RNE RNA RTP RTN RTZ select store concat extract repeat zero_extend sign_extend rotate_left rotate_right
  assert check push pop exit declare define set get reset echo NUMERAL DECIMAL STRING BINARY HEXADECIMAL`.split(/\s+/),
);
const isFree = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name) && !/^(bv|fp|to_|abs$|div$|mod$|r$|m$)/.test(name);

/** A symbol for each input, as near to its name as SMT-LIB permits, and a prefix that none of them begins with. */
export function symbolsFor(inputs: readonly Term[]): { symbols: Map<Term, string>; prefix: string } {
  const symbols = new Map<Term, string>();
  let prefix = 't';
  for (const input of inputs) {
    const { name } = input;
    symbols.set(input, isFree(name) ? name : `|in ${name.replace(/[|\\]/g, '?')} ${input.id}|`);
  }
  while (inputs.some((input) => input.name.startsWith(prefix))) prefix += '_';
  return { symbols, prefix };
}
