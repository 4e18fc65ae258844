/** Text inside XML: what has a meaning there is escaped, and characters that XML does not have are shown as what they are. */
export function xmlText(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return Array.from(escaped, (character) => (isAllowed(character) ? character : shown(character))).join('');
}

function isAllowed(character: string): boolean {
  const code = character.codePointAt(0)!;
  if (code < 32) return code === 9 || code === 10 || code === 13;
  return !(code >= 0xd800 && code < 0xe000) && code !== 0xfffe && code !== 0xffff;
}

function shown(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>';
