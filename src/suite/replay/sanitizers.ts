/** What the words of the address and undefined-behaviour sanitizers, or the signal that ended a process, say about faults. */
import type { EndingKind } from '../../machine/endings.ts';

/** Any bad address: which of these it is cannot be told from outside. */
const BAD_ADDRESS: readonly EndingKind[] = [
  'null-pointer',
  'wild-pointer',
  'out-of-bounds',
  'use-after-free',
  'use-after-return',
  'read-only',
  'bad-call',
];
const ABORTED: readonly EndingKind[] = ['assert', 'abort', 'user', 'target-reached'];

const WORDS: readonly (readonly [words: RegExp, kinds: readonly EndingKind[]])[] = [
  [/(heap|stack|global|dynamic-stack)-buffer-(over|under)flow|container-overflow/, ['out-of-bounds', 'wild-pointer']],
  [/index -?\d+ out of bounds|address .* with insufficient space/, ['out-of-bounds']],
  [/heap-use-after-free/, ['use-after-free']],
  [/stack-use-after-(return|scope)/, ['use-after-return']],
  [/attempting double-free/, ['double-free', 'invalid-free']],
  [/attempting free on address which was not malloc/, ['invalid-free', 'double-free']],
  [/null pointer/, ['null-pointer', 'bad-call']],
  [/SEGV on unknown address|BUS on unknown address|wild-addr/, BAD_ADDRESS],
  [/AddressSanitizer: FPE/, ['division-by-zero']],
  [/AddressSanitizer: ABRT/, ABORTED],
  [/AddressSanitizer: ILL/, ['unreachable', 'bad-call']],
  [/division by zero/, ['division-by-zero']],
  [/division of .* cannot be represented|integer overflow|negation of .* cannot be represented/, ['overflow']],
  [/shift exponent|left shift of/, ['shift']],
  [/reached an unreachable program point/, ['unreachable']],
  [/detected memory leaks/, ['leak']],
];

const SIGNALS: Readonly<Record<string, readonly EndingKind[]>> = {
  SIGABRT: ABORTED,
  SIGFPE: ['division-by-zero'],
  SIGSEGV: BAD_ADDRESS,
  SIGBUS: BAD_ADDRESS,
  SIGILL: ['unreachable', 'bad-call'],
  SIGTRAP: ['unreachable'],
};

export function faultsInReport(report: string): Set<EndingKind> {
  const faults = new Set<EndingKind>();
  for (const [words, kinds] of WORDS) if (words.test(report)) for (const kind of kinds) faults.add(kind);
  // Shifting a negative number to the left is not an oversized shift.
  if (!/shift exponent/.test(report)) faults.delete('shift');
  return faults;
}

export function faultsOfSignal(signal: string): readonly EndingKind[] {
  return SIGNALS[signal] ?? [];
}

/** The line of a report that says most. */
export function firstComplaint(report: string): string {
  const line = report.split('\n').find((candidate) => /runtime error:|ERROR: |SUMMARY: /.test(candidate));
  return (line ?? report.split('\n')[0] ?? '').replace(/^=+\d+=+/, '').trim();
}

/** Some builds of the undefined-behaviour sanitizer write among the program's own lines, whatever they are told. */
export function separateComplaints(stderr: Uint8Array): { readonly stderr: Uint8Array; readonly report: string } {
  const lines = Buffer.from(stderr)
    .toString('latin1')
    .split(/(?<=\n)/);
  const report: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (/: runtime error: /.test(lines[i])) report.push(lines[i]);
    else if (/: note: pointer points here/.test(lines[i])) i += 2;
    else rest.push(lines[i]);
  }
  return { stderr: Buffer.from(rest.join(''), 'latin1'), report: report.join('') };
}
