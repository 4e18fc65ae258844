/** A search that runs inputs one by one, and may let one that forks have the machine: that one then hears all that happens. */
import type { Exploration } from '../../explore/exploration.ts';
import type { Strategy } from '../../explore/strategy.ts';
import { PassingRecorder } from '../../machine/passing-recorder.ts';
import type { Recorder } from '../../machine/recorder.ts';
import { LogRecorder } from '../../trace/log.ts';
import type { Race, Rival } from './race.ts';

export abstract class HandingOver {
  protected readonly log = new LogRecorder();
  readonly recorder = new PassingRecorder(this.log);
  forked?: NonNullable<Strategy['forked']>;
  splitting?: NonNullable<Strategy['splitting']>;
  deciding?: NonNullable<Strategy['deciding']>;
  ended?: NonNullable<Strategy['ended']>;

  protected handOverTo({ search, hearing }: Pick<Rival, 'search' | 'hearing'>): void {
    this.recorder.target = search.recorder;
    this.forked = (...forked) => hearing.forked?.(...forked);
    this.splitting = (...splitting) => hearing.splitting?.(...splitting);
    this.deciding = (...deciding) => hearing.deciding?.(...deciding);
    this.ended = (...ended) => hearing.ended!(...ended);
  }

  /** `recorder` hears what runs from now on. */
  protected takeBack({ machine }: Exploration, recorder: Recorder): void {
    machine.wake();
    this.recorder.target = recorder;
    for (const each of ['forked', 'splitting', 'deciding', 'ended'] as const) delete this[each];
  }

  /** One turn of the other search; whether it is done. Then the exploration has counted what that one did. */
  protected *turnOf(rival: Rival, race: Race, exploration: Exploration): Generator<void, boolean> {
    const own = race.beginTurn();
    this.handOverTo(rival);
    yield* rival.explore();
    if (rival.isDone) return true;
    this.takeBack(exploration, this.log);
    race.endTurn(own);
    return false;
  }
}
