import { spawnSync } from 'node:child_process';

/** The path of a browser that playwright can drive; null where there is none. */
export function findBrowser(): string | null {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    const { stdout, status } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return null;
}
