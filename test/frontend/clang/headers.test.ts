import { describe, expect, test } from 'vitest';
import { unquote } from '../../../src/frontend/clang/embedded.ts';
import { searchPathOf } from '../../../src/frontend/clang/flags.ts';
import { mentionedHeaders } from '../../../src/frontend/clang/headers.ts';

describe('headers a text mentions', () => {
  test.each([
    ['#include "a.h"', ['a.h']],
    ['  #  include <sys/a.h> // why', ['sys/a.h']],
    ['#include /* odd */ "a.h"', ['a.h']],
    ['#inc\\\nlude "a.h"', ['a.h']],
    ['#include_next <limits.h>', ['limits.h']],
    ['#define CONFIG "config.h"\n#include CONFIG', ['config.h']],
    ['#define _PATH_KLOG "/proc/kmsg"', []],
    ['#include "/opt/a.h"', ['/opt/a.h']],
    ['#if __has_include("a.h") || __has_include(<b.h>)', ['a.h', 'b.h']],
    ['#embed "data.bin"', ['data.bin']],
    ['char *s = "a.h";', []],
  ])('%s', (text, names) => {
    expect([...mentionedHeaders(text)]).toEqual(names);
  });
});

test('folders and forced includes are read back from flags, joined or apart', () => {
  const flags = ['-Ia', '-I', 'b', '-isystem', 'c', '-iquoted', '-O2', '-include', 'x.h', '-imacros', 'y.h', '-DI=1'];
  expect(searchPathOf(flags)).toEqual({ directories: ['a', 'b', 'c', 'd'], includes: ['x.h', 'y.h'] });
});

test("words of the driver's answer are unquoted", () => {
  expect(unquote(' "" "clang" "-cc1" "-D" "X=\\"a b\\$c\\\\\\"" "-o" "x"')).toEqual([
    ...['', 'clang', '-cc1', '-D', 'X="a b$c\\"', '-o', 'x'],
  ]);
});
