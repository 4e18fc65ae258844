/** The target a module of LLVM IR was made for: clang keeps it only when it is told. */
import { Bitstream, Entry } from '../bitcode/bitstream.ts';
import { BlockId, ModuleCode } from '../bitcode/codes.ts';
import { BitcodeProblem } from '../bitcode/problem.ts';

export interface ModuleTarget {
  /** Null when the module does not say. */
  readonly triple: string | null;
  readonly layout: string | null;
}

const WRAPPER_MAGIC = 0x0b17c0de;
const BITCODE_MAGIC = 0xdec04342;
const UNKNOWN: ModuleTarget = { triple: null, layout: null };

export function isBitcode(module: Uint8Array): boolean {
  const magic = firstWord(module);
  return magic === BITCODE_MAGIC || magic === WRAPPER_MAGIC;
}

export function moduleTarget(module: Uint8Array): ModuleTarget {
  if (firstWord(module) === WRAPPER_MAGIC && module.length >= 20) {
    const view = new DataView(module.buffer, module.byteOffset, module.byteLength);
    const start = view.getUint32(8, true);
    return targetOfBitcode(module.subarray(start, start + view.getUint32(12, true)));
  }
  return isBitcode(module) ? targetOfBitcode(module) : targetOfText(new TextDecoder('latin1').decode(module));
}

function firstWord(module: Uint8Array): number {
  if (module.length < 4) return 0;
  return new DataView(module.buffer, module.byteOffset, module.byteLength).getUint32(0, true);
}

function targetOfText(text: string): ModuleTarget {
  return {
    triple: /^\s*target\s+triple\s*=\s*"([^"]*)"/m.exec(text)?.[1] || null,
    layout: /^\s*target\s+datalayout\s*=\s*"([^"]*)"/m.exec(text)?.[1] || null,
  };
}

/** Damage is left for clang to report. */
function targetOfBitcode(module: Uint8Array): ModuleTarget {
  try {
    const stream = new Bitstream(module.subarray(4));
    while (!stream.exhausted) {
      if (stream.next() !== Entry.Block) continue;
      if (stream.blockId === BlockId.Module) return targetRecords(stream);
      stream.skip();
    }
    return UNKNOWN;
  } catch (error) {
    if (error instanceof BitcodeProblem) return UNKNOWN;
    throw error;
  }
}

function targetRecords(stream: Bitstream): ModuleTarget {
  let triple: string | null = null;
  let layout: string | null = null;
  stream.enter();
  for (let entry = stream.next(); entry !== Entry.End; entry = stream.next()) {
    if (entry === Entry.Record) {
      if (stream.code === ModuleCode.Triple) triple = stream.text(0) || null;
      if (stream.code === ModuleCode.DataLayout) layout = stream.text(0) || null;
      if (triple !== null && layout !== null) break;
    } else if (stream.blockId === BlockId.BlockInfo) stream.readBlockInfo();
    else stream.skip();
  }
  return { triple, layout };
}
