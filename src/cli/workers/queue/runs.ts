/** Which runs use a queue. A run says again and again that it is there; no worker works for one that fell silent or was cancelled. */
import { KEPT_SECONDS, type QueueConnection } from './connection.ts';

export const ALIVE_SECONDS = 60;

/** What a run says of itself. */
export interface RunNotice {
  readonly program: string;
  readonly command: string;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
  readonly paths: number;
  /** Jobs that were submitted and have not come back. */
  readonly jobs: number;
}

export async function announce(connection: QueueConnection, run: string, notice: RunNotice): Promise<void> {
  await connection.redis.set(connection.key('alive', run), JSON.stringify(notice), 'EX', ALIVE_SECONDS);
}

export async function isAlive(connection: QueueConnection, run: string): Promise<boolean> {
  const [alive, cancelled] = await Promise.all([
    connection.redis.exists(connection.key('alive', run)),
    isCancelled(connection, run),
  ]);
  return alive === 1 && !cancelled;
}

export async function isCancelled(connection: QueueConnection, run: string): Promise<boolean> {
  return (await connection.redis.exists(connection.key('cancelled', run))) === 1;
}

export async function cancelRun(connection: QueueConnection, run: string): Promise<void> {
  await connection.redis.set(connection.key('cancelled', run), '1', 'EX', KEPT_SECONDS);
}

export async function forgetRun(connection: QueueConnection, run: string): Promise<void> {
  await connection.redis.del(connection.key('alive', run));
}

export async function listRuns(connection: QueueConnection): Promise<ReadonlyMap<string, RunNotice>> {
  const { redis } = connection;
  const runs = new Map<string, RunNotice>();
  const start = connection.key('alive', '');
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', `${start}*`, 'COUNT', 100);
    cursor = next;
    for (const key of keys) {
      const text = await redis.get(key);
      if (text !== null) runs.set(key.slice(start.length), JSON.parse(text) as RunNotice);
    }
  } while (cursor !== '0');
  return runs;
}
