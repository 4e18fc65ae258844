/** Endings of paths that are known from others: the same is found, with less to walk. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KnownEndings, OpenEnding } from '../../../src/reduce/revisit/endings.ts';
import { Tag } from '../../../src/reduce/revisit/log.ts';
import { TRICKY_BODIES } from '../tricky-programs.ts';
import { revisit } from './explore.ts';

const usual = OpenEnding.stride;

afterEach(() => {
  OpenEnding.stride = usual;
  vi.restoreAllMocks();
});

/** Everything but how much was walked; and that. */
async function explored(text: string) {
  const { counts, counters } = await revisit(text);
  const { walked, spent, ...rest } = counters;
  return { walked: walked as number, found: { counts, ...rest } };
}

async function expectSame(text: string): Promise<number> {
  OpenEnding.stride = 1;
  const quick = await explored(text);
  const find = vi.spyOn(KnownEndings.prototype, 'find').mockReturnValue(null);
  const slow = await explored(text);
  find.mockRestore();
  expect(quick.found).toEqual(slow.found);
  return slow.walked - quick.walked;
}

/** After three bytes were looked at, a message is made, each time in the same way. */
const CLEANUP = `#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char text[4], copy[40];
  pathfold_bytes(text, 3, "text");
  text[3] = 0;
  int words = 0;
  for (int i = 0; i < 3; i++) if (text[i] == ' ' || text[i] == ',') words++;
  char *kept = malloc(32);
  strcpy(kept, "some words, and more");
  snprintf(copy, sizeof copy, "error %d of %s", 12, kept);
  int sum = 0;
  for (unsigned i = 0; i < strlen(copy); i++) sum += copy[i];
  free(kept);
  if (sum < 10) abort();
  pathfold_output_int("words", words);
  return 0;
}`;

describe('an ending that is known', () => {
  it('is not walked again', async () => {
    OpenEnding.stride = 32;
    const { walked, found } = await explored(CLEANUP);
    vi.spyOn(KnownEndings.prototype, 'find').mockReturnValue(null);
    const whole = await explored(CLEANUP);
    expect(whole.found).toEqual(found);
    expect(walked).toBeLessThan(whole.walked / 2);
  });

  it('looks at the same, whatever was decided in it', async () => {
    let spared = 0;
    for (const body of Object.values(TRICKY_BODIES)) spared += await expectSame(body);
    expect(spared).toBeGreaterThan(30);
  }, 60_000);

  it('is compared record by record', () => {
    OpenEnding.stride = 1;
    const one = new OpenEnding(Int32Array.of(7, 0, Tag.segment, 5, 1, Tag.segment, 3, 1, Tag.segment), -1, 3);
    const two = new OpenEnding(Int32Array.of(9, 0, Tag.segment, 5, 1, Tag.segment, 3, 1, Tag.segment), -1, 3);
    const other = new OpenEnding(Int32Array.of(7, 0, Tag.segment, 6, 1, Tag.segment, 3, 1, Tag.segment), -1, 3);
    const endings = new KnownEndings();
    const walked = { needs: null as never, segment: null as never, depth: 1, phis: null };
    one.next = 1;
    endings.keep(one, walked);
    expect(endings.find(two)?.point).toMatchObject({ position: 3, segments: 2 });
    expect(endings.find(other)).toBeNull();
    // As if it had the same hash.
    Object.assign(other.points[1]!, { hash: one.points[1]!.hash });
    expect(endings.find(other)).toBeNull();
    expect(endings.find(new OpenEnding(two.log, 0, 3))).toBeNull();
  });
});
