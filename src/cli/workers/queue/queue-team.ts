/**
 * Workers on other machines that help with a run. This process explores as well, and puts open states of its own into the
 * queue while there are fewer jobs waiting than workers. A job is a prefix; it comes back after its budget at the latest, with
 * the paths that were found and with prefixes of what is left, which become jobs again.
 *
 * What comes back counts whole or not at all, once per job, so nothing is lost or counted twice: a job whose worker died
 * is given to another by BullMQ, one that no worker could do is explored here, one that Redis has forgotten (it was started again
 * without its data) is submitted again. Jobs that wait while this process has nothing to do are taken back.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { PathPrefix } from '../../../explore/sharing/prefix.ts';
import type { SharedWork } from '../../../explore/sharing/sharing.ts';
import type { Hints } from '../messages.ts';
import type { WorkerSetup } from '../setup.ts';
import { SharingTeam } from '../sharing-team.ts';
import { type Packed, pack } from './codec.ts';
import { type JobQueue, KEPT_SECONDS, type QueueConnection } from './connection.ts';
import { type ExploredJob, JOB_VERSION, type QueueJob } from './job.ts';
import { announce, cancelRun, forgetRun, isCancelled } from './runs.ts';

const FIRST_BUDGET_MS = 1000;
const MOST_BUDGET_MS = 10_000;
const PATHS_OF_JOB = 2000;
const ATTEMPTS_PER_JOB = 5;
/** Milliseconds between two looks at the queue, and between two looks at every job. */
const PUMP_MS = 200;
const SWEEP_MS = 2000;
const SWEEP_WHEN_IDLE_MS = 400;
const ANNOUNCE_MS = 5000;
const WAIT_MS = 50;

export interface QueueTeamOptions {
  readonly setup: () => WorkerSetup;
  readonly program: string;
  readonly command: string;
  readonly maxInstructions: number;
}

export class QueueTeam extends SharingTeam {
  readonly hasOthers = true;
  private readonly id = randomBytes(8).toString('hex');
  private readonly submitted = new Map<string, QueueJob>();
  private readonly known: { faults: string[]; goals: number[] } = { faults: [], goals: [] };
  private readonly since = new Date().toISOString();
  private readonly queue: JobQueue;
  private packed: Packed | null = null;
  private jobs = 0;
  private isOver = false;
  private failure: unknown = null;
  private pumping: Promise<void> | null = null;
  private lastPump = 0;
  private lastSweep = 0;
  private lastNotice = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly connection: QueueConnection,
    private readonly options: QueueTeamOptions,
  ) {
    super(options.maxInstructions);
    this.queue = connection.queue();
    connection.events().on('completed', ({ jobId }) => {
      if (this.submitted.has(jobId)) this.collect(jobId).catch(() => {});
    });
  }

  protected get othersAreBusy(): boolean {
    return this.submitted.size > 0;
  }

  /** What was submitted and has not come back is open again, whatever becomes of it there. */
  override stop(limit: string): readonly SharedWork[] {
    const open = [...super.stop(limit), ...[...this.submitted.values()].map(({ work }) => work)];
    this.submitted.clear();
    return open;
  }

  async pause(): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.remember(this.run.takeHints());
    if (this.pumping === null && performance.now() - this.lastPump > PUMP_MS) {
      this.lastPump = performance.now();
      this.pumping = this.pump()
        .catch((error) => {
          this.failure = error;
        })
        .finally(() => {
          this.pumping = null;
        });
    }
    await this.arrival(this.isWaiting ? WAIT_MS : 0);
  }

  async finish(): Promise<void> {
    this.isOver = true;
    if (this.stopped !== null) await cancelRun(this.connection, this.id);
    await this.abandon();
    this.run.close();
  }

  async abandon(): Promise<void> {
    this.isOver = true;
    await Promise.race([forgetRun(this.connection, this.id), setTimeout(1000)]).catch(() => {});
    await Promise.race([this.connection.close(), setTimeout(1000)]);
  }

  private remember(hints: Hints | null): void {
    if (hints === null) return;
    this.known.faults.push(...hints.faults);
    this.known.goals.push(...hints.goals);
  }

  private async pump(): Promise<void> {
    if (this.isOver || this.stopped !== null) return;
    if (await isCancelled(this.connection, this.id)) {
      this.stopped = 'interrupted';
      return;
    }
    await this.notice();
    if (performance.now() - this.lastSweep > (this.isWaiting ? SWEEP_WHEN_IDLE_MS : SWEEP_MS)) await this.sweep();
    const [waiting, workers] = await Promise.all([this.queue.getWaitingCount(), this.queue.getWorkersCount()]);
    const wanted = workers + 1 - waiting;
    if (workers === 0 || wanted <= 0 || this.stopped !== null) return;
    const prefixes = this.isWaiting ? [] : this.run.exploration.giveSome(wanted);
    await Promise.all(prefixes.map((prefix) => this.submit(prefix, FIRST_BUDGET_MS)));
  }

  private async notice(): Promise<void> {
    if (performance.now() - this.lastNotice < ANNOUNCE_MS) return;
    this.lastNotice = performance.now();
    const { program, command } = this.options;
    const { pathsEnded } = this.run.exploration;
    const jobs = this.submitted.size;
    await announce(this.connection, this.id, {
      program,
      command,
      host: hostname(),
      since: this.since,
      paths: pathsEnded,
      jobs,
    });
  }

  private async submit(prefix: PathPrefix, budgetMs: number): Promise<void> {
    if (this.packed === null) {
      this.packed = pack(this.options.setup());
      await this.storeProgram(this.packed);
    }
    const job: QueueJob = {
      version: JOB_VERSION,
      run: this.id,
      setup: this.packed.hash,
      work: { prefix, leftOut: [] },
      hints: { faults: [...this.known.faults], goals: [...this.known.goals] },
      budgetMs,
      maxPaths: PATHS_OF_JOB,
    };
    const id = `${this.id}-${++this.jobs}`;
    this.submitted.set(id, job);
    await this.add(id, job);
  }

  private async add(id: string, job: QueueJob): Promise<void> {
    await this.queue.add('explore', job, {
      jobId: id,
      attempts: ATTEMPTS_PER_JOB,
      backoff: { type: 'fixed', delay: 500 },
      removeOnComplete: { age: KEPT_SECONDS },
      removeOnFail: { age: KEPT_SECONDS },
    });
  }

  private async storeProgram({ hash, bytes }: Packed): Promise<void> {
    await this.connection.redis.set(this.connection.key('setup', hash), bytes, 'EX', KEPT_SECONDS);
  }

  /** A job has come back. */
  private async collect(id: string): Promise<void> {
    const found = await this.queue.getJob(id);
    const job = this.submitted.get(id);
    // Another worker was faster, or the run was stopped meanwhile.
    if (found === undefined || job === undefined || !this.submitted.delete(id)) return;
    const { worker, report, left } = found.returnvalue as ExploredJob;
    this.run.merge(`${worker}/${id}`, report);
    const budgetMs = Math.min(2 * job.budgetMs, MOST_BUDGET_MS);
    const { waiting } = this;
    // Until they are submitted nothing may look as if all were done.
    const kept = left.map((prefix): SharedWork => ({ prefix, leftOut: [] }));
    waiting.push(...kept);
    this.wake();
    for (const work of kept) {
      const at = waiting.indexOf(work);
      if (at === -1 || this.stopped !== null) continue;
      waiting.splice(at, 1);
      await this.submit(work.prefix, budgetMs);
    }
    await found.remove().catch(() => {});
  }

  /** Looks at every job: events may be lost, and so may jobs. */
  private async sweep(): Promise<void> {
    this.lastSweep = performance.now();
    for (const [id, job] of [...this.submitted]) {
      const state = await this.queue.getJobState(id);
      if (!this.submitted.has(id)) continue;
      if (state === 'completed') await this.collect(id);
      else if (state === 'failed') {
        this.run.exploration.machine.warnings.add('a job of the queue failed again and again, and was explored here');
        await this.takeBack(id, job);
      } else if (state === 'unknown') {
        if (this.packed !== null) await this.storeProgram(this.packed);
        await this.add(id, job);
      } else if (state === 'waiting' && this.isWaiting && this.waiting.length === 0) await this.takeBack(id, job);
    }
  }

  private async takeBack(id: string, job: QueueJob): Promise<void> {
    // Fails where a worker has it by now.
    const isRemoved = await this.queue.remove(id).catch(() => 0);
    if (isRemoved !== 1 || !this.submitted.delete(id)) return;
    this.waiting.push(job.work);
    this.wake();
  }
}
