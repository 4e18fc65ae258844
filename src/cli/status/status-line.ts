/** What a run says of itself while it goes on, in one line that fits: the least important parts go first where it is narrow. */
export interface RunStatus {
  readonly phase: string;
  readonly seconds: number;
  /** Seconds of the whole command; null without a limit. */
  readonly limit: number | null;
  readonly paths: number;
  /** Paths per second, lately. */
  readonly rate: number;
  readonly open: number;
  /** Left out by the reduction. */
  readonly cut: number;
  /** `87 %` of the instructions. */
  readonly covered: string;
  readonly faults: number;
}

/** `exploring, 12 s of 60 s: 1,234 paths (103/s), 56 open, 310 cut, 87 % covered, 2 faults` */
export function statusLine(status: RunStatus, width: number): string {
  const { phase, seconds, limit, paths, rate, open, cut, covered, faults } = status;
  const time = `${phase}, ${duration(seconds)}${limit === null ? '' : ` of ${duration(limit)}`}`;
  const per = rate >= 1 ? ` (${number(Math.round(rate))}/s)` : '';
  // In the order in which they stand; those with the highest number are left out first.
  const parts: readonly (readonly [text: string, leftOut: number])[] = [
    [counted(paths, 'path'), 1],
    [per, 5],
    [`, ${number(open)} open`, 4],
    [cut === 0 ? '' : `, ${number(cut)} cut`, 6],
    [`, ${covered} covered`, 3],
    [faults === 0 ? '' : `, ${counted(faults, 'fault')}`, 0],
  ];
  for (let most = 6; most >= 0; most--) {
    const text = parts.map(([part, leftOut]) => (leftOut <= most ? part : '')).join('');
    const line = text === '' ? time : `${time}: ${text.replace(/^, /, '')}`;
    if (line.length < width) return line;
  }
  return fitted(time, width);
}

export function duration(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole < 100) return `${whole} s`;
  const [minutes, hours] = [Math.floor(whole / 60), Math.floor(whole / 3600)];
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min ${whole % 60} s`;
}

/** One column stays free: some terminals go to the next line after the last one. */
export function fitted(line: string, width: number): string {
  return line.length < width ? line : `${line.slice(0, Math.max(0, width - 4))}...`;
}

function counted(count: number, word: string): string {
  return `${number(count)} ${word}${count === 1 ? '' : 's'}`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

/** How fast a count grows, over the last few seconds. */
export class Rate {
  private readonly samples: { readonly seconds: number; readonly count: number }[] = [];

  add(seconds: number, count: number): number {
    const { samples } = this;
    samples.push({ seconds, count });
    while (samples.length > 2 && samples[0].seconds < seconds - RATE_SECONDS) samples.shift();
    const [first] = samples;
    return seconds > first.seconds ? (count - first.count) / (seconds - first.seconds) : 0;
  }
}

const RATE_SECONDS = 5;
