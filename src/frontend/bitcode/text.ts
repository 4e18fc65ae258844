const SHORT = 64;
const decoder = new TextDecoder();

/** UTF-8, one byte per element. Most strings are short ASCII names, for which a decoder costs more than it does. */
export function decodeText(bytes: Uint8Array | Uint32Array, start: number, end: number): string {
  if (end - start > SHORT) return decoder.decode(Uint8Array.from(bytes.subarray(start, end)));
  let text = '';
  for (let i = start; i < end; i++) {
    if (bytes[i] > 127) return decoder.decode(Uint8Array.from(bytes.subarray(start, end)));
    text += String.fromCharCode(bytes[i]);
  }
  return text;
}
