/** What an input file is, judged by its content first and its name second. */
import type { Language } from './job.ts';

export type FileKind =
  | { readonly language: Language }
  /** `looksLike` completes "this looks like ..."; `hint` says what to do instead. */
  | { readonly language: null; readonly looksLike: string; readonly hint: string };

const NEED_SOURCE = 'give pathfold C source, LLVM IR (.ll) or LLVM bitcode (.bc)';
const NEED_BITCODE = 'compile the source with `clang -c -emit-llvm` instead, or give pathfold the C files';

const SIGNATURES: readonly { bytes: readonly number[]; what: string; hint: string }[] = [
  { bytes: [0x7f, 0x45, 0x4c, 0x46], what: 'an ELF object or executable', hint: NEED_BITCODE },
  { bytes: [0x21, 0x3c, 0x61, 0x72, 0x63, 0x68, 0x3e], what: 'an archive (.a)', hint: NEED_BITCODE },
  { bytes: [0x00, 0x61, 0x73, 0x6d], what: 'a WebAssembly module', hint: NEED_BITCODE },
  { bytes: [0xcf, 0xfa, 0xed, 0xfe], what: 'a Mach-O object or executable', hint: NEED_BITCODE },
  { bytes: [0xca, 0xfe, 0xba, 0xbe], what: 'a Mach-O universal binary or a Java class', hint: NEED_BITCODE },
  { bytes: [0x4d, 0x5a], what: 'a Windows executable', hint: NEED_BITCODE },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document', hint: NEED_SOURCE },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG image', hint: NEED_SOURCE },
  { bytes: [0xff, 0xd8, 0xff], what: 'a JPEG image', hint: NEED_SOURCE },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: 'a GIF image', hint: NEED_SOURCE },
  { bytes: [0x1f, 0x8b], what: 'gzip data', hint: 'unpack it first' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'xz data', hint: 'unpack it first' },
  { bytes: [0x42, 0x5a, 0x68], what: 'bzip2 data', hint: 'unpack it first' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'zstd data', hint: 'unpack it first' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'a zip archive', hint: 'unpack it first' },
  { bytes: [0xff, 0xfe], what: 'UTF-16 text', hint: 'save it as UTF-8' },
  { bytes: [0xfe, 0xff], what: 'UTF-16 text', hint: 'save it as UTF-8' },
  { bytes: [0x4b, 0x54, 0x45, 0x53, 0x54], what: 'a .ktest file', hint: NEED_SOURCE },
  { bytes: [0x23, 0x21], what: 'a script', hint: NEED_SOURCE },
];

/** Languages whose compilers can write LLVM bitcode, and others, by file name. */
const COMPILED: Readonly<Record<string, string>> = {
  ...{ cpp: 'C++', cc: 'C++', cxx: 'C++', 'c++': 'C++', hpp: 'C++', hh: 'C++', hxx: 'C++' },
  ...{ m: 'Objective-C', mm: 'Objective-C++', rs: 'Rust', swift: 'Swift', zig: 'Zig', f90: 'Fortran' },
};
const OTHER: Readonly<Record<string, string>> = {
  ...{ py: 'Python source', js: 'JavaScript source', ts: 'TypeScript source', go: 'Go source', java: 'Java source' },
  ...{ kt: 'Kotlin source', s: 'assembly', asm: 'assembly', pas: 'Pascal source', sh: 'a shell script' },
  ...{ json: 'JSON', html: 'HTML', md: 'Markdown' },
};

const BITCODE = [0x42, 0x43, 0xc0, 0xde];
const WRAPPED_BITCODE = [0xde, 0xc0, 0x17, 0x0b];

export function fileKindOf(path: string, bytes: Uint8Array): FileKind {
  if (startsWith(bytes, BITCODE) || startsWith(bytes, WRAPPED_BITCODE)) return { language: 'ir' };
  for (const { bytes: signature, what, hint } of SIGNATURES) {
    if (startsWith(bytes, signature)) return { language: null, looksLike: what, hint };
  }
  const extension = /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? '';
  if (extension === 'bc') {
    const hint = 'it does not start with the bytes every bitcode file has; was it written completely?';
    return { language: null, looksLike: 'something other than LLVM bitcode', hint };
  }
  if (bytes.subarray(0, 4096).includes(0)) return { language: null, looksLike: 'binary data', hint: NEED_SOURCE };
  if (extension === 'll') return { language: 'ir' };
  if (extension === 'i') return { language: 'cpp-output' };
  if (extension === 'c' || extension === 'h' || extension === 'inc') return { language: 'c' };
  if (Object.hasOwn(COMPILED, extension)) {
    const hint = 'compile it to LLVM bitcode (.bc) first and give pathfold that';
    return { language: null, looksLike: `${COMPILED[extension]} source`, hint };
  }
  if (Object.hasOwn(OTHER, extension)) return { language: null, looksLike: OTHER[extension], hint: NEED_SOURCE };
  return looksLikeIr(bytes) ? { language: 'ir' } : { language: 'c' };
}

function looksLikeIr(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 65536));
  return /^(; ModuleID = |target (triple|datalayout) = |define .*@)/m.test(head);
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((byte, index) => bytes[index] === byte);
}
