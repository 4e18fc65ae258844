import { describe, expect, it } from 'vitest';
import { countParameters, impliedCounts } from '../../../src/frontend/harness/count-parameters.ts';
import type { DebugType } from '../../../src/program/debug.ts';

const INT: DebugType = { kind: 'base', name: 'int', encoding: 'signed', bits: 32 };
const CHAR: DebugType = { kind: 'base', name: 'char', encoding: 'signed char', bits: 8 };
const POINTER: DebugType = { kind: 'pointer', target: INT, bits: 32 };

const counts = (...parameters: readonly [string, DebugType][]) =>
  Object.fromEntries(countParameters(parameters.map(([name, type]) => ({ name, type }))));

describe('parameters that count', () => {
  it('are known by the name of what they count, wherever they stand', () => {
    expect(counts(['in', POINTER], ['out', POINTER], ['outlen', INT], ['inlen', INT])).toEqual({
      in: 'inlen',
      out: 'outlen',
    });
  });

  it('are known by their own names where they follow a pointer', () => {
    expect(counts(['data', POINTER], ['size', INT])).toEqual({ data: 'size' });
    expect(counts(['a', POINTER], ['n', INT], ['b', POINTER])).toEqual({ a: 'n' });
  });

  it('are not found among characters, flags and other numbers', () => {
    expect(counts(['s', POINTER], ['size', CHAR])).toEqual({});
    expect(counts(['s', POINTER], ['flags', INT])).toEqual({});
    expect(counts(['s', POINTER], ['x', INT], ['len', INT])).toEqual({});
  });
});

const SIZE: DebugType = {
  kind: 'typedef',
  name: 'size_t',
  target: { kind: 'base', name: 'unsigned long', encoding: 'unsigned', bits: 64 },
};
const TEXT: DebugType = { kind: 'pointer', target: CHAR, bits: 64 };
const BYTES: DebugType = {
  kind: 'pointer',
  target: { kind: 'base', name: 'unsigned char', encoding: 'unsigned char', bits: 8 },
  bits: 64,
};
const RECORD: DebugType = {
  kind: 'pointer',
  target: { kind: 'struct', name: 'list', bits: 64, fields: [], forward: false } as unknown as DebugType,
  bits: 64,
};

const implied = (...parameters: readonly [string, DebugType][]) =>
  Object.fromEntries(impliedCounts(parameters.map(([name, type]) => ({ name, type }))));

describe('counts that go without saying', () => {
  it('are named after what they count, or follow it and can be nothing else', () => {
    expect(implied(['s', TEXT], ['slen', INT])).toEqual({ s: 'slen' });
    expect(implied(['a', POINTER], ['n', INT])).toEqual({ a: 'n' });
    expect(implied(['data', BYTES], ['size', SIZE])).toEqual({ data: 'size' });
    expect(implied(['buf', TEXT], ['size', SIZE])).toEqual({ buf: 'size' });
    expect(implied(['a', POINTER], ['alen', INT], ['b', POINTER], ['blen', INT])).toEqual({ a: 'alen', b: 'blen' });
  });

  it('are only offered where they may be something else', () => {
    expect(implied(['line', TEXT], ['n', INT])).toEqual({});
    expect(implied(['dst', TEXT], ['src', TEXT], ['size', SIZE])).toEqual({});
    expect(implied(['list', RECORD], ['n', INT])).toEqual({});
    expect(implied(['value', POINTER], ['max', INT])).toEqual({});
  });
});
