/** A queue in Redis, by BullMQ. Both packages are optional: they are loaded here, and only when a queue is asked for. */
import { setTimeout } from 'node:timers/promises';
import type { Queue, QueueEvents, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { UserError } from '../../../program/errors.ts';
import type { ExploredJob, QueueJob } from './job.ts';

export const QUEUE_NAME = 'paths';
export const DEFAULT_PREFIX = 'pathfold';
/** Seconds that a program, or a run that has lost its submitter, stays in Redis. */
export const KEPT_SECONDS = 24 * 3600;
/** Milliseconds until an address is taken for wrong. */
const CONNECT_MS = 10_000;
/** Milliseconds that closing may take where Redis is gone. */
const CLOSING_MS = 2000;

export type JobQueue = Queue<QueueJob, ExploredJob>;

export interface QueueAddress {
  readonly url: string;
  /** Of all keys. */
  readonly prefix: string;
}

export interface WorkerSettings {
  /** How long a worker may be silent before another gets its job. */
  readonly leaseMs: number;
  readonly name: string;
}

export class QueueConnection {
  private readonly opened: { close(): Promise<unknown> }[] = [];
  private readonly connections: Redis[] = [];

  private constructor(
    readonly address: QueueAddress,
    readonly redis: Redis,
    private readonly packages: Packages,
  ) {}

  static async open(address: QueueAddress): Promise<QueueConnection> {
    if (!/^rediss?:\/\//.test(address.url)) {
      throw new UserError(
        `--queue ${address.url}: not an address of Redis`,
        'redis://HOST:PORT, or rediss:// with TLS',
      );
    }
    const packages = await loadPackages();
    const redis = new packages.Redis(address.url, { ...FOREVER, lazyConnect: true });
    let reason = 'no answer';
    redis.on('error', (error: Error) => {
      reason = error.message;
    });
    const timer = globalThis.setTimeout(() => redis.disconnect(), CONNECT_MS);
    try {
      await redis.connect();
      await redis.ping();
    } catch (error) {
      redis.disconnect();
      throw new UserError(
        `cannot reach the queue at ${withoutPassword(address.url)}: ${reason || (error as Error).message}`,
        'start redis-server there, and see that user, password and port are right',
      );
    } finally {
      clearTimeout(timer);
    }
    return new QueueConnection(address, redis, packages);
  }

  get prefix(): string {
    return this.address.prefix;
  }

  key(...parts: readonly string[]): string {
    return [this.prefix, ...parts].join(':');
  }

  queue(): JobQueue {
    return this.keep(new this.packages.Queue<QueueJob, ExploredJob>(QUEUE_NAME, this.options()));
  }

  events(): QueueEvents {
    return this.keep(new this.packages.QueueEvents(QUEUE_NAME, this.options()));
  }

  worker(
    settings: WorkerSettings,
    process: (data: unknown, isLost: () => boolean) => Promise<ExploredJob>,
  ): Worker<QueueJob, ExploredJob> {
    const { leaseMs, name } = settings;
    const worker = new this.packages.Worker<QueueJob, ExploredJob>(
      QUEUE_NAME,
      (job, _, signal) => process(job.data, () => signal?.aborted === true),
      {
        ...this.options(),
        name,
        lockDuration: leaseMs,
        stalledInterval: Math.max(1000, leaseMs / 2),
        // A job is lost with its worker, whatever it was: another tries, until the submitter takes it back.
        maxStalledCount: 20,
      },
    );
    return this.keep(worker);
  }

  async close(): Promise<void> {
    const closed = Promise.all(this.opened.map((each) => each.close().catch(() => {})));
    await Promise.race([closed, setTimeout(CLOSING_MS, null, { ref: false })]);
    for (const each of [this.redis, ...this.connections]) each.disconnect();
  }

  private options() {
    const connection = new this.packages.Redis(this.address.url, FOREVER);
    connection.on('error', () => {});
    // BullMQ does not close what it did not open.
    this.connections.push(connection);
    return { connection, prefix: this.prefix };
  }

  /** Without a listener an error of the connection would end the process; it comes back by itself. */
  private keep<T extends { close(): Promise<unknown>; on(event: 'error', listener: () => void): unknown }>(made: T): T {
    made.on('error', () => {});
    this.opened.push(made);
    return made;
  }
}

/** A connection that is lost is made again, and what was asked meanwhile waits for it. */
const FOREVER = { maxRetriesPerRequest: null, enableReadyCheck: true, retryStrategy: () => 500 };

interface Packages {
  readonly Queue: typeof Queue;
  readonly QueueEvents: typeof QueueEvents;
  readonly Worker: typeof Worker;
  readonly Redis: typeof Redis;
}

async function loadPackages(): Promise<Packages> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { Queue: bullmq.Queue, QueueEvents: bullmq.QueueEvents, Worker: bullmq.Worker, Redis: ioredis.Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError('--queue needs the packages bullmq and ioredis', 'npm install bullmq ioredis');
  }
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//');
}
