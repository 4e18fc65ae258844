/** A run as programs see it: events while it goes on, a result at the end. */
import type { Watcher } from '../cli/run/watcher.ts';
import type { FinishedPath } from '../explore/finished-path.ts';
import { printC } from '../expr/print-c.ts';
import { ENDINGS } from '../machine/endings.ts';
import type { Program } from '../program/program.ts';
import { testInputText } from '../suite/input-text.ts';
import type { TestCase } from '../suite/test-case.ts';
import { EventLog, type ExploredPath, type RunEvent } from './events.ts';

/**
 * Has begun when you get it. Iterate over it for everything that happens, over `paths` for the paths alone, or only await
 * `result`; each loop begins with what happened first, however late it starts, and leaving a loop does not end the run. An
 * error ends the loops and rejects `result`.
 */
export interface LibraryRun<Result> extends AsyncIterable<RunEvent> {
  readonly paths: AsyncIterable<ExploredPath>;
  readonly result: Promise<Result>;
}

export interface RunControl {
  /**
   * Ends the run: what was found until then is the result, with the verdict `stopped` and the limit `interrupted`. A signal
   * that is aborted before the run begins rejects it instead.
   */
  readonly signal?: AbortSignal;
}

export function startRun<Result>(
  { signal }: RunControl,
  loaded: Program | undefined,
  work: (watcher: Watcher) => Promise<Result>,
): LibraryRun<Result> {
  const log = new EventLog();
  const watcher: Watcher = {
    err: (text) => log.add({ kind: 'note', text: text.trimEnd() }),
    progress: (text) => {
      if (text !== null) log.pass({ kind: 'stage', text });
    },
    catchInterrupt: () => ({ interrupted: () => signal?.aborted === true, release: () => {} }),
    onPath: (path, test) => log.add({ kind: 'path', path: exploredPath(path, test) }),
    onFault: (fault) => log.add({ kind: 'fault', fault }),
    onTick: (progress) => log.pass({ kind: 'progress', progress }),
    ...(loaded === undefined ? {} : { loaded }),
  };
  const result = (async () => {
    try {
      signal?.throwIfAborted();
      const value = await work(watcher);
      log.end(null);
      return value;
    } catch (error) {
      log.end({ error });
      throw error;
    }
  })();
  // A caller that only iterates learns of an error there.
  result.catch(() => {});
  return {
    result,
    paths: { [Symbol.asyncIterator]: () => pathsOf(log.events()) },
    [Symbol.asyncIterator]: () => log.events(),
  };
}

async function* pathsOf(events: AsyncIterable<RunEvent>): AsyncGenerator<ExploredPath, void> {
  for await (const event of events) if (event.kind === 'path') yield event.path;
}

function exploredPath({ outcome }: FinishedPath, test: TestCase | null): ExploredPath {
  return {
    ending: outcome.ending.kind,
    meaning: ENDINGS[outcome.ending.kind].label,
    test,
    input: test === null ? null : testInputText(test),
    condition: () => outcome.condition.conjuncts().map((term) => printC(term)),
  };
}
