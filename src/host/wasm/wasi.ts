/**
 * Runs a WebAssembly program made for WASI: arguments, variables, standard streams, files in memory, a clock that ticks by itself and
 * nothing of the outside world, so that the same program on the same input always does the same.
 *
 * `runWasi` is sent to a worker as text: it must not refer to anything outside its own body.
 */
import type { WasiGivenFile, WasiLeftFile } from './file-tree.ts';
import type { WasiFiles, WasiMemory } from './files.ts';

export interface WasiRequest {
  /** Without terminating zeros; the program's name first. */
  readonly args: readonly Uint8Array[];
  readonly stdin: Uint8Array;
  readonly files: readonly WasiGivenFile[];
  /** `NAME=VALUE`. */
  readonly variables: readonly Uint8Array[];
  /** What the program fetches through the `pathfold` imports: see `runtime/replay`. */
  readonly inputs: Uint8Array;
  /** More output than this ends the run. */
  readonly maxOutput: number;
}

/** How a run can end besides with a status. */
export type WasiTrap =
  | 'unreachable'
  | 'division-by-zero'
  | 'division-overflow'
  | 'memory'
  | 'bad-call'
  | 'conversion'
  | 'stack'
  | 'output-limit'
  | 'missing'
  | 'other';

export interface WasiResult {
  /** The exit status; null when the program did not end by itself. */
  readonly status: number | null;
  readonly trap: { readonly kind: WasiTrap; readonly message: string } | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** What the replay library said, apart from what the program wrote. */
  readonly said: Uint8Array;
  /** The files that are there in the end. */
  readonly left: readonly WasiLeftFile[];
}

export function runWasi(
  module: WebAssembly.Module,
  request: WasiRequest,
  makeFiles: (memory: WasiMemory) => WasiFiles,
): WasiResult {
  const SUCCESS = 0;
  const EBADF = 8;
  const EINVAL = 28;
  const ENOSYS = 52;
  const ESPIPE = 70;
  const CHARACTER_DEVICE = 2;
  /** As in the model: `runtime/src/time.c`. */
  const START_OF_TIME = 1_700_000_000n * 1_000_000_000n;
  const TICK = 1_000_000n;

  class Exit {
    constructor(readonly status: number) {}
  }
  class Stop {
    constructor(
      readonly kind: WasiTrap,
      readonly message: string,
    ) {}
  }

  let memory: WebAssembly.Memory | null = null;
  const view = () => new DataView(memory!.buffer);
  const bytesAt = (address: number, size: number) => new Uint8Array(memory!.buffer, address >>> 0, size >>> 0);

  const written: Uint8Array[][] = [[], [], []];
  const said: Uint8Array[] = [];
  let total = 0;
  let stdinAt = 0;
  let elapsed = 0n;
  let random = 1;

  const putStrings = (strings: readonly Uint8Array[], table: number, buffer: number) => {
    let at = buffer >>> 0;
    strings.forEach((bytes, index) => {
      view().setUint32((table >>> 0) + 4 * index, at, true);
      bytesAt(at, bytes.length).set(bytes);
      view().setUint8(at + bytes.length, 0);
      at += bytes.length + 1;
    });
    return SUCCESS;
  };
  const putSizes = (strings: readonly Uint8Array[], count: number, size: number) => {
    view().setUint32(count >>> 0, strings.length, true);
    view().setUint32(
      size >>> 0,
      strings.reduce((sum, bytes) => sum + bytes.length + 1, 0),
      true,
    );
    return SUCCESS;
  };
  /** Calls `use` on each buffer of an iovec list until it takes less than the whole; returns the bytes used. */
  const throughBuffers = (list: number, count: number, use: (buffer: Uint8Array) => number) => {
    let used = 0;
    for (let i = 0; i < count; i++) {
      const size = view().getUint32((list >>> 0) + 8 * i + 4, true);
      const part = use(bytesAt(view().getUint32((list >>> 0) + 8 * i, true), size));
      used += part;
      if (part < size) break;
    }
    return used;
  };

  const files = makeFiles({ view, bytesAt, throughBuffers, now: () => START_OF_TIME + elapsed });
  /** What the standard streams do otherwise than files. */
  const streams: Record<string, (...args: never[]) => number> = {
    fd_fdstat_get: (_fd: number, result: number) => {
      bytesAt(result, 24).fill(0);
      view().setUint8(result >>> 0, CHARACTER_DEVICE);
      // Every right but seeking and telling: the C library then takes it for a terminal and writes line by line.
      view().setBigUint64((result >>> 0) + 8, 0xffff_ffffn & ~0x24n, true);
      return SUCCESS;
    },
    fd_seek: () => ESPIPE,
    fd_tell: () => ESPIPE,
    fd_read: (fd: number, list: number, count: number, result: number) => {
      if (fd !== 0) return EBADF;
      const used = throughBuffers(list, count, (buffer) => {
        const part = request.stdin.subarray(stdinAt, stdinAt + buffer.length);
        buffer.set(part);
        stdinAt += part.length;
        return part.length;
      });
      view().setUint32(result >>> 0, used, true);
      return SUCCESS;
    },
    fd_write: (fd: number, list: number, count: number, result: number) => {
      if (fd === 0) return EBADF;
      const used = throughBuffers(list, count, (buffer) => {
        written[fd].push(buffer.slice());
        return buffer.length;
      });
      total += used;
      if (total > request.maxOutput) throw new Stop('output-limit', `it wrote more than ${request.maxOutput} bytes`);
      view().setUint32(result >>> 0, used, true);
      return SUCCESS;
    },
  };
  const byDescriptor = Object.fromEntries(
    Object.entries(streams).map(([name, ofStream]) => {
      const call = (...args: never[]) => (files.isStream(args[0] as number) ? ofStream : files.calls[name])(...args);
      return [name, call];
    }),
  );
  const wasi: Record<string, (...args: never[]) => number> = {
    ...files.calls,
    ...byDescriptor,
    args_get: (table: number, buffer: number) => putStrings(request.args, table, buffer),
    args_sizes_get: (count: number, size: number) => putSizes(request.args, count, size),
    environ_get: (table: number, buffer: number) => putStrings(request.variables, table, buffer),
    environ_sizes_get: (count: number, size: number) => putSizes(request.variables, count, size),
    clock_res_get: (_clock: number, result: number) => {
      view().setBigUint64(result >>> 0, TICK, true);
      return SUCCESS;
    },
    clock_time_get: (_clock: number, _precision: bigint, result: number) => {
      elapsed += TICK;
      view().setBigUint64(result >>> 0, START_OF_TIME + elapsed, true);
      return SUCCESS;
    },
    random_get: (address: number, size: number) => {
      const bytes = bytesAt(address, size);
      for (let i = 0; i < bytes.length; i++) {
        random = (Math.imul(random, 1103515245) + 12345) >>> 0;
        bytes[i] = random >>> 16;
      }
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    poll_oneoff: () => EINVAL,
    proc_exit: (status: number) => {
      throw new Exit(status | 0);
    },
  };
  const pathfold: Record<string, (...args: never[]) => number> = {
    inputs_size: () => request.inputs.length,
    inputs_copy: (address: number) => {
      bytesAt(address, request.inputs.length).set(request.inputs);
      return SUCCESS;
    },
    say: (address: number, size: number) => {
      total += size;
      if (total > request.maxOutput) throw new Stop('output-limit', `it marked more than ${request.maxOutput} bytes`);
      said.push(bytesAt(address, size).slice());
      return SUCCESS;
    },
  };

  const imports: WebAssembly.Imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') continue;
    const known = from === 'wasi_snapshot_preview1' ? wasi[name] : from === 'pathfold' ? pathfold[name] : undefined;
    const missing =
      from === 'wasi_snapshot_preview1'
        ? () => ENOSYS
        : () => {
            throw new Stop('missing', `it calls ${name}, which the C library for WebAssembly does not have`);
          };
    (imports[from] ??= {})[name] = known ?? missing;
  }

  const kindOf = (message: string): WasiTrap => {
    if (message.includes('unreachable')) return 'unreachable';
    if (/divide by zero|remainder by zero|division by zero/.test(message)) return 'division-by-zero';
    if (message.includes('divide result unrepresentable')) return 'division-overflow';
    if (message.includes('memory access out of bounds')) return 'memory';
    if (/signature mismatch|table index|null function/.test(message)) return 'bad-call';
    if (message.includes('float unrepresentable')) return 'conversion';
    return 'other';
  };

  let status: number | null = null;
  let trap: WasiResult['trap'] = null;
  try {
    const instance = new WebAssembly.Instance(module, imports);
    memory = instance.exports.memory as WebAssembly.Memory;
    (instance.exports._start as () => void)();
    status = 0;
  } catch (error) {
    if (error instanceof Exit) status = error.status;
    else if (error instanceof Stop) trap = { kind: error.kind, message: error.message };
    else if (error instanceof RangeError) trap = { kind: 'stack', message: 'the call stack is too deep' };
    else trap = { kind: kindOf((error as Error).message), message: (error as Error).message };
  }
  const join = (chunks: readonly Uint8Array[]) => {
    const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  };
  const texts = { stdout: join(written[1]), stderr: join(written[2]), said: join(said) };
  return { status, trap, ...texts, left: files.left() };
}
