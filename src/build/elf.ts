/** What a linker must know of an ELF file of 64 bits: its kind, and which names it offers and asks for. */

export type ElfKind = 'object' | 'executable' | 'shared';

export interface ElfSymbols {
  /** Defined for others. */
  readonly defines: readonly string[];
  /** Needed from others; weak references pull nothing out of an archive and are left out. */
  readonly needs: readonly string[];
  /** Some function of it runs before main, whether or not anything refers to it. */
  readonly startsByItself: boolean;
}

const MACHINES: Readonly<Record<number, string>> = { 62: 'x86_64-linux-gnu', 183: 'aarch64-linux-gnu' };

export function isElf(bytes: Uint8Array): boolean {
  return bytes.length >= 64 && bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
}

/** Null where this is not ELF of 64 bits, low byte first. A position-independent executable says that it is shared. */
export function elfKind(bytes: Uint8Array): ElfKind | null {
  if (!isElf(bytes) || bytes[4] !== 2 || bytes[5] !== 1) return null;
  switch (viewOf(bytes).getUint16(16, true)) {
    case 1:
      return 'object';
    case 2:
      return 'executable';
    case 3:
      return 'shared';
    default:
      return null;
  }
}

/** The target triple of the machine an ELF file is for; null for one that programs are not compiled for here. */
export function elfTarget(bytes: Uint8Array): string | null {
  if (elfKind(bytes) === null) return null;
  return MACHINES[viewOf(bytes).getUint16(18, true)] ?? null;
}

const SYMBOL_TABLE = 2;
const INITIALIZERS = 14;
const SYMBOL_BYTES = 24;
const LOCAL = 0;
const WEAK = 2;

export function readSymbols(bytes: Uint8Array): ElfSymbols {
  const view = viewOf(bytes);
  const defines: string[] = [];
  const needs: string[] = [];
  let startsByItself = false;
  const sections = sectionsOf(bytes, view);
  for (const section of sections) {
    if (section.type === INITIALIZERS) startsByItself = true;
    if (section.type !== SYMBOL_TABLE) continue;
    const names = sections[section.link];
    if (names === undefined) continue;
    const end = Math.min(section.offset + section.size, bytes.length);
    for (let at = section.offset; at + SYMBOL_BYTES <= end; at += SYMBOL_BYTES) {
      const binding = view.getUint8(at + 4) >> 4;
      if (binding === LOCAL) continue;
      const name = nameAt(bytes, names.offset + view.getUint32(at, true));
      if (view.getUint16(at + 6, true) !== 0) defines.push(name);
      else if (binding !== WEAK) needs.push(name);
    }
  }
  return { defines, needs, startsByItself };
}

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

function sectionsOf(bytes: Uint8Array, view: DataView): Section[] {
  const start = Number(view.getBigUint64(40, true));
  const size = view.getUint16(58, true);
  const count = view.getUint16(60, true);
  const sections: Section[] = [];
  for (let at = start; sections.length < count && at + 64 <= bytes.length; at += Math.max(size, 64)) {
    sections.push({
      type: view.getUint32(at + 4, true),
      offset: Number(view.getBigUint64(at + 24, true)),
      size: Number(view.getBigUint64(at + 32, true)),
      link: view.getUint32(at + 40, true),
    });
  }
  return sections;
}

function nameAt(bytes: Uint8Array, from: number): string {
  let end = from;
  while (end < bytes.length && bytes[end] !== 0) end++;
  return new TextDecoder('latin1').decode(bytes.subarray(from, end));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
