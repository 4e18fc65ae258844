/** Tasks that wait, in the order the search asks for. */
import { Random } from '../../explore/random.ts';
import type { SearchName } from '../../explore/searchers/choose.ts';

export class Agenda<Task> {
  private readonly waiting: Task[] = [];
  /** Of those before it nothing is left. */
  private first = 0;
  private readonly random: Random;

  constructor(
    private readonly search: SearchName,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  get size(): number {
    return this.waiting.length - this.first;
  }

  add(task: Task): void {
    this.waiting.push(task);
  }

  /** Depth first takes the newest, breadth first the oldest, every other order any. */
  next(): Task | undefined {
    if (this.size === 0) return undefined;
    if (this.search === 'dfs') return this.waiting.pop();
    if (this.search === 'bfs') {
      const task = this.waiting[this.first++];
      if (this.first > 1000 && this.first * 2 > this.waiting.length) {
        this.waiting.splice(0, this.first);
        this.first = 0;
      }
      return task;
    }
    const chosen = this.random.below(this.waiting.length);
    const task = this.waiting[chosen];
    this.waiting[chosen] = this.waiting[this.waiting.length - 1];
    this.waiting.pop();
    return task;
  }
}
