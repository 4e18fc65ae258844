import { describe, expect, test } from 'vitest';
import { fileKindOf } from '../../../src/frontend/clang/file-kind.ts';

function kind(path: string, content: string | readonly number[]) {
  return fileKindOf(path, typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content));
}

function looks(path: string, content: string | readonly number[]): string | null {
  const found = kind(path, content);
  return found.language === null ? found.looksLike : null;
}

describe('what pathfold reads', () => {
  test.each([
    ['a.c', 'int x;', 'c'],
    ['a.h', 'int x;', 'c'],
    ['a.i', '# 1 "a.c"\nint x;', 'cpp-output'],
    ['a.ll', 'define void @f() { ret void }', 'ir'],
    ['a.bc', [0x42, 0x43, 0xc0, 0xde, 0x35], 'ir'],
    ['wrapped', [0xde, 0xc0, 0x17, 0x0b, 0], 'ir'],
    ['no_extension', 'int main(void) { return 0; }', 'c'],
    ['no_extension', '; ModuleID = "a"\ndefine void @f() { ret void }', 'ir'],
    ['bitcode_called.c', [0x42, 0x43, 0xc0, 0xde, 0x35], 'ir'],
  ])('%s: %s', (path, content, language) => {
    expect(kind(path, content).language).toBe(language);
  });
});

describe('what it does not read is named', () => {
  test.each([
    ['program', [0x7f, 0x45, 0x4c, 0x46, 2], 'an ELF object or executable'],
    ['lib.a', '!<arch>\n', 'an archive (.a)'],
    ['a.pdf', '%PDF-1.7', 'a PDF document'],
    ['a.c', [0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
    ['a.c.gz', [0x1f, 0x8b, 8], 'gzip data'],
    ['a.c', [0xff, 0xfe, 0x69, 0], 'UTF-16 text'],
    ['a.c', [0x69, 0x6e, 0x74, 0, 1], 'binary data'],
    ['a.bc', 'int x;', 'something other than LLVM bitcode'],
    ['a.cpp', 'class A {};', 'C++ source'],
    ['a.rs', 'fn main() {}', 'Rust source'],
    ['a.py', 'print(1)', 'Python source'],
    ['script', '#!/bin/sh\n', 'a script'],
    ['data.json', '{}', 'JSON'],
  ])('%s: %s', (path, content, what) => {
    expect(looks(path, content)).toBe(what);
  });
});
