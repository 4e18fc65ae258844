/** A search that runs inputs one by one, and may hand over to one that forks: that one then hears all the exploration tells. */
import type { Strategy } from '../../explore/exploration.ts';
import { PassingRecorder } from '../../machine/passing-recorder.ts';
import type { Recorder } from '../../machine/recorder.ts';
import { LogRecorder } from '../../trace/log.ts';

type Hearing = Pick<Strategy, 'forked' | 'splitting' | 'deciding' | 'ended'>;

export abstract class HandingOver {
  protected readonly log = new LogRecorder();
  readonly recorder = new PassingRecorder(this.log);
  forked?: NonNullable<Strategy['forked']>;
  splitting?: NonNullable<Strategy['splitting']>;
  deciding?: NonNullable<Strategy['deciding']>;
  ended?: NonNullable<Strategy['ended']>;

  protected handOverTo(search: Strategy, hearing: Hearing = search): void {
    if (search.recorder !== null) this.recorder.target = search.recorder;
    this.forked = (...forked) => hearing.forked?.(...forked);
    this.splitting = (...splitting) => hearing.splitting?.(...splitting);
    this.deciding = (...deciding) => hearing.deciding?.(...deciding);
    if (hearing.ended !== undefined) this.ended = (...ended) => hearing.ended!(...ended);
  }

  /** The search is over: `recorder` hears what runs from now on. */
  protected takeBack(recorder: Recorder): void {
    this.recorder.target = recorder;
    for (const each of ['forked', 'splitting', 'deciding', 'ended'] as const) delete this[each];
  }
}
