/**
 * Runs one compiled program on many inputs, each run in fresh memory and within a time limit.
 *
 * WebAssembly cannot be interrupted, so it runs in a worker that is ended when time is up; the next run gets a new one.
 * The worker's code is the text of `runWasi` and what it needs, which works the same from sources, from the built package and in tests.
 */
import { Worker } from 'node:worker_threads';
import { InternalError } from '../../program/errors.ts';
import { makeWasiTree } from './file-tree.ts';
import { makeWasiFiles } from './files.ts';
import { runWasi, type WasiRequest, type WasiResult } from './wasi.ts';

const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const runWasi = ${runWasi.toString()};
const makeWasiTree = ${makeWasiTree.toString()};
const makeWasiFiles = ${makeWasiFiles.toString()};
const filesOf = ({ files }) => (memory) => makeWasiFiles(memory, makeWasiTree(memory.now, files));
parentPort.on('message', (request) => parentPort.postMessage(runWasi(workerData, request, filesOf(request))));
`;

/** Deep recursion of the tested program needs stack; V8's default of 1 MB is less than native programs have. */
const STACK_MB = 16;

export class WasmRunner {
  private worker: Worker | null = null;

  private constructor(private readonly module: WebAssembly.Module) {}

  static async compile(wasm: Uint8Array): Promise<WasmRunner> {
    return new WasmRunner(await WebAssembly.compile(wasm as BufferSource));
  }

  /** Null when the time ran out. One run at a time. */
  run(request: WasiRequest, maxSeconds: number): Promise<WasiResult | null> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage);
        worker.off('error', onError);
        finish();
      };
      const onMessage = (result: WasiResult) => settle(() => resolve(result));
      const onError = (error: Error) => {
        this.worker = null;
        const reason = (error as NodeJS.ErrnoException).code ?? error.message;
        settle(() => reject(new InternalError(`the worker that runs compiled programs failed: ${reason}`)));
      };
      const timer = setTimeout(() => {
        this.worker = null;
        settle(() => worker.terminate().then(() => resolve(null), reject));
      }, maxSeconds * 1000);
      worker.on('message', onMessage);
      worker.on('error', onError);
      worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    const worker = this.worker;
    this.worker = null;
    await worker?.terminate();
  }

  private start(): Worker {
    return new Worker(WORKER, {
      eval: true,
      workerData: this.module,
      resourceLimits: { stackSizeMb: STACK_MB },
    });
  }
}
