/** An input as one line for people: `x = 5, data = 61 62 00`. Inputs that the model leaves out are zero. */
import type { Model } from '../../expr/term.ts';

export function inputText(input: Model): string {
  const parts: string[] = [];
  for (const [{ name, width }, value] of input.scalars) {
    parts.push(`${name} = ${width <= 64 ? BigInt.asIntN(width, BigInt(value)) : value}`);
  }
  for (const [{ name }, bytes] of input.arrays) {
    parts.push(`${name} = ${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')}`);
  }
  return parts.length === 0 ? 'all inputs zero' : parts.sort().join(', ');
}
