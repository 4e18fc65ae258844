import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

/** What a worker's body gets: its module loader, and how to answer. */
export interface WorkerBench {
  readonly require: NodeJS.Require;
  readonly data: string;
  /** Calls `handle` for every request; its result is the answer, its failure an answer that says so. */
  serve(handle: (request: string) => Promise<string>): void;
}

/** An answer, a failure inside the worker, or silence. */
export type Reply =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'failure'; readonly message: string }
  | { readonly kind: 'silence' };

/**
 * Asks something asynchronous and waits for the answer without returning to the event loop: the work happens on another
 * thread, and this one sleeps on a shared integer until the answer is there. Answers travel over a message port, which
 * can be read synchronously, so they may be of any size.
 *
 * The body is a function that refers to nothing outside itself. It is sent as text, because a worker started from a
 * file would need that file in compiled form, and tests run from source.
 */
export class BlockingWorker {
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly signal = new Int32Array(new SharedArrayBuffer(4));

  constructor(body: (bench: WorkerBench) => void, data: string) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = new Worker(`(${prelude})(require, ${body})`, {
      eval: true,
      workerData: { data, port: port2, signal: this.signal },
      transferList: [port2],
      stdout: true,
      stderr: true,
    });
    // A worker that fails to start answers with silence; without a listener it would end the process.
    this.worker.on('error', () => {});
    this.worker.unref();
    port1.unref();
  }

  ask(request: string, limitMs: number): Reply {
    Atomics.store(this.signal, 0, 0);
    this.port.postMessage(request);
    Atomics.wait(this.signal, 0, 0, limitMs);
    const received = receiveMessageOnPort(this.port);
    return received === undefined ? { kind: 'silence' } : (received.message as Reply);
  }

  /** Ends the thread and everything it started. */
  stop(): void {
    void this.worker.terminate();
    this.port.close();
  }
}

function prelude(require: NodeJS.Require, body: (bench: WorkerBench) => void): void {
  const { workerData } = require('node:worker_threads');
  const { data, port, signal } = workerData;
  const reply = (message: object): void => {
    port.postMessage(message);
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  };
  body({
    require,
    data,
    serve: (handle) =>
      port.on('message', (request: string) => {
        handle(request).then(
          (text) => reply({ kind: 'answer', text }),
          (error) => reply({ kind: 'failure', message: String(error?.message ?? error) }),
        );
      }),
  });
}
