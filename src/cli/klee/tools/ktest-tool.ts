/** `ktest-tool`: what is in `.ktest` files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { UserError } from '../../../program/errors.ts';
import { type KtestObject, readKtest } from '../../../suite/ktest.ts';
import { reasonOf } from '../../../suite/output-folder.ts';
import { hexOfBytes } from '../../../suite/typed-value.ts';
import type { Terminal } from '../../terminal.ts';

export function ktestTool(words: readonly string[], terminal: Terminal): number {
  const files: string[] = [];
  let trims = false;
  let extracts: string | null = null;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === '--trim-zeros' || word === '--write-ints') trims ||= word === '--trim-zeros';
    else if (word === '--extract') extracts = words[++i] ?? '';
    else if (word.startsWith('--extract=')) extracts = word.slice('--extract='.length);
    else if (word === '--help' || word === '-h') {
      terminal.out('usage: ktest-tool [--trim-zeros] [--extract NAME] FILE...\n');
      return 0;
    } else if (word.startsWith('-')) throw new UserError(`ktest-tool: unknown option ${word}`);
    else files.push(word);
  }
  if (files.length === 0) throw new UserError('ktest-tool: no file given', 'name .ktest files');
  for (const file of files) {
    const { arguments: args, objects } = readKtest(contents(file), file);
    if (extracts !== null) {
      extract(file, objects, extracts, trims);
      continue;
    }
    terminal.out(`ktest file : ${quoted(file)}\n`);
    terminal.out(`args       : [${args.map(quoted).join(', ')}]\n`);
    terminal.out(`num objects: ${objects.length}\n`);
    objects.forEach((object, i) => {
      terminal.out(objectText(i, object, trims));
    });
  }
  return 0;
}

function contents(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UserError(`ktest-tool: ${file} cannot be read (${reasonOf(error)})`);
  }
}

/** One file per object, beside the test: `FILE.NAME`. */
function extract(file: string, objects: readonly KtestObject[], name: string, trims: boolean): void {
  const found = objects.find((object) => object.name === name);
  if (found === undefined) throw new UserError(`ktest-tool: ${file} has no object ${name}`);
  writeFileSync(`${file}.${name}`, trims ? trimmed(found.bytes) : found.bytes);
}

function objectText(index: number, { name, bytes }: KtestObject, trims: boolean): string {
  const shown = trims ? trimmed(bytes) : bytes;
  const lines = [
    `name: ${quoted(name)}`,
    `size: ${bytes.length}`,
    `data: b${quotedBytes(shown)}`,
    `hex : 0x${hexOfBytes(shown)}`,
  ];
  if ([1, 2, 4, 8].includes(bytes.length)) {
    let value = 0n;
    for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
    lines.push(`int : ${BigInt.asIntN(bytes.length * 8, value)}`, `uint: ${value}`);
  }
  lines.push(`text: ${String.fromCharCode(...[...shown].map((byte) => (byte >= 32 && byte < 127 ? byte : 46)))}`);
  return lines.map((line) => `object ${index}: ${line}\n`).join('');
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}

/** As Python writes a text. */
function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** As Python writes bytes. */
function quotedBytes(bytes: Uint8Array): string {
  const named: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };
  const isQuoted = bytes.includes(39) && !bytes.includes(34);
  const body = Array.from(bytes, (byte) => {
    if (byte === 39 && !isQuoted) return "\\'";
    if (named[byte] !== undefined) return named[byte];
    return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }).join('');
  return isQuoted ? `"${body}"` : `'${body}'`;
}
