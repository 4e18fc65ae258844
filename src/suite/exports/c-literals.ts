/** Values as C writes them. */
import type { TypedValue } from '../test-case.ts';

export function realText(value: TypedValue['value']): string {
  const text = String(value);
  if (/nan/i.test(text)) return '__builtin_nan("")';
  if (/inf/i.test(text)) return text.startsWith('-') ? '-__builtin_inf()' : '__builtin_inf()';
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Three octal digits end an escape, whatever follows. */
export function quotedText(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => {
    const plain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92 && byte !== 63;
    return plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${text.join('')}"`;
}
