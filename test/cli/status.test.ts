import { describe, expect, test } from 'vitest';
import { duration, fitted, Rate, statusLine } from '../../src/cli/status/status-line.ts';
import { stuckText } from '../../src/cli/status/watch.ts';
import { processTerminal } from '../../src/cli/terminal.ts';

const RUN = {
  phase: 'exploring',
  seconds: 12.7,
  limit: 60,
  paths: 1234,
  rate: 103.2,
  open: 56,
  cut: 310,
  covered: '87 %',
  faults: 2,
};

describe('the line of a run', () => {
  test('says what it does, how long and how much of it', () => {
    expect(statusLine(RUN, 120)).toBe(
      'exploring, 12 s of 60 s: 1,234 paths (103/s), 56 open, 310 cut, 87 % covered, 2 faults',
    );
    expect(statusLine({ ...RUN, limit: null, cut: 0, faults: 0, paths: 1, rate: 0 }, 120)).toBe(
      'exploring, 12 s: 1 path, 56 open, 87 % covered',
    );
  });

  test('leaves out the least important parts where it is narrow, and faults last', () => {
    for (let width = 1; width < 120; width++) expect(statusLine(RUN, width).length).toBeLessThan(Math.max(4, width));
    expect(statusLine(RUN, 80)).toBe('exploring, 12 s of 60 s: 1,234 paths (103/s), 56 open, 87 % covered, 2 faults');
    expect(statusLine(RUN, 50)).toBe('exploring, 12 s of 60 s: 1,234 paths, 2 faults');
    expect(statusLine(RUN, 36)).toBe('exploring, 12 s of 60 s: 2 faults');
    expect(statusLine(RUN, 20)).toBe('exploring, 12 s ...');
  });

  test('tells long times in minutes and hours', () => {
    expect([99, 100, 3600, 7325].map(duration)).toEqual(['99 s', '1 min 40 s', '1 h 0 min', '2 h 2 min']);
  });

  test('has the rate of the last seconds, not of the whole run', () => {
    const rate = new Rate();
    for (let second = 0; second <= 20; second++) rate.add(second, 100 * second);
    for (let second = 21; second < 30; second++) rate.add(second, 2000);
    expect(rate.add(30, 2000)).toBe(0);
  });

  test('says in what a run is stuck', () => {
    expect(stuckText('exploring', 7, true, 'csv.c:120')).toBe('exploring [for 7 s: solving one question at csv.c:120]');
    expect(stuckText('compiling a.c', 4, false, '')).toBe('compiling a.c [for 4 s]');
    expect(fitted('exploring [for 7 s]', 14)).toBe('exploring ...');
  });
});

describe('a progress line', () => {
  const made = (stderr: { isTTY?: boolean; columns?: number }, env: Record<string, string> = {}) => {
    const written: string[] = [];
    const stream = { write: (text: string) => written.push(text) };
    return { written, terminal: processTerminal({ stdout: stream, stderr: { ...stream, ...stderr }, env }) };
  };

  test('is one write from the start of the line, and is gone before anything else is written', () => {
    const { written, terminal } = made({ isTTY: true, columns: 20 });
    terminal.progress('exploring for a very long time');
    terminal.progress('exploring for a very long time');
    terminal.out('result\n');
    terminal.progress(null);
    expect(written).toEqual(['\rexploring for a ...\u001b[K', '\r\u001b[K', 'result\n']);
  });

  test('is not for pipes and not for terminals that cannot go back', () => {
    for (const { written, terminal } of [made({}), made({ isTTY: true }, { TERM: 'dumb' })]) {
      terminal.progress('exploring');
      terminal.out('result\n');
      terminal.progress(null);
      expect(written).toEqual(['result\n']);
      expect(terminal.watch).toBeNull();
    }
  });

  test('colours nothing', () => {
    const { written, terminal } = made({ isTTY: true }, { NO_COLOR: '1' });
    terminal.progress('exploring');
    expect(written.join('')).not.toMatch(/\[\d*m/);
  });
});
