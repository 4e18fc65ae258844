/**
 * The embedded tools in a thread of their own, which can be stopped: in this one, nothing runs until a tool has finished.
 *
 * That costs a second compiler where this thread has one already (a second of loading), so only who must be done at a certain
 * time runs tools here: replay, whose compiling comes when a run's time is over, or nearly so.
 */
import { Worker } from 'node:worker_threads';
import type { Tree } from '@yowasp/clang';

export interface ThreadResult {
  readonly ok: boolean;
  readonly crashed: boolean;
  readonly printed: readonly Uint8Array[];
  readonly files: Tree;
}

const BODY = `
const { parentPort, workerData } = require('node:worker_threads');
const loading = import(workerData).then(async (bundle) => {
  // Without anyone to tell how far it is, it would print that.
  await bundle.runLLVM(null, {}, { fetchProgress() {} });
  return bundle;
});
parentPort.on('message', async ({ args, files }) => {
  const { runLLVM, Exit } = await loading;
  const printed = [];
  const collect = (bytes) => { if (bytes !== null) printed.push(bytes.slice()); };
  let made = {};
  let ok = true;
  let crashed = false;
  try {
    made = (await runLLVM(args, files, { stdout: collect, stderr: collect, decodeASCII: false })) ?? {};
  } catch (error) {
    ok = false;
    crashed = !(error instanceof Exit);
  }
  parentPort.postMessage({ ok, crashed, printed, files: made });
});`;

export class ToolThread {
  private worker: Worker | null = null;

  /** One tool at a time, until the time is over. */
  constructor(private readonly timeLeftMs: () => number) {}

  /** `args` begin with the tool's name. Null when the time was over before it had finished. */
  run(args: readonly string[], files: Tree): Promise<ThreadResult | null> {
    const left = this.timeLeftMs();
    if (left <= 0) return Promise.resolve(null);
    this.worker ??= new Worker(BODY, { eval: true, workerData: import.meta.resolve('@yowasp/clang') });
    const { worker } = this;
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        worker.off('message', finish);
        worker.off('error', fail);
      };
      const finish = (result: ThreadResult | null) => {
        leave();
        resolve(result);
      };
      const fail = (error: Error) => {
        leave();
        reject(error);
      };
      // Longer ones would come at once.
      const timer = setTimeout(() => void this.close().then(() => finish(null)), Math.min(left, 2 ** 31 - 1));
      worker.on('message', finish);
      worker.on('error', fail);
      worker.postMessage({ args, files });
    });
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }
}
