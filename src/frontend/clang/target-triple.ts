/** The target a module of LLVM IR was made for: clang keeps it only when it is told. Null when the module names none. */
import { Bitstream, Entry } from '../bitcode/bitstream.ts';
import { BlockId, ModuleCode } from '../bitcode/codes.ts';
import { BitcodeProblem } from '../bitcode/problem.ts';

const WRAPPER_MAGIC = 0x0b17c0de;
const BITCODE_MAGIC = 0xdec04342;

export function targetTripleOf(module: Uint8Array): string | null {
  const view = new DataView(module.buffer, module.byteOffset, module.byteLength);
  const magic = module.length >= 4 ? view.getUint32(0, true) : 0;
  if (magic === WRAPPER_MAGIC && module.length >= 20) {
    const start = view.getUint32(8, true);
    return tripleOfBitcode(module.subarray(start, start + view.getUint32(12, true)));
  }
  return magic === BITCODE_MAGIC ? tripleOfBitcode(module) : tripleOfText(module);
}

function tripleOfText(module: Uint8Array): string | null {
  return /^\s*target\s+triple\s*=\s*"([^"]*)"/m.exec(new TextDecoder('latin1').decode(module))?.[1] || null;
}

/** Damage is left for clang to report. */
function tripleOfBitcode(module: Uint8Array): string | null {
  try {
    const stream = new Bitstream(module.subarray(4));
    while (!stream.exhausted) {
      if (stream.next() !== Entry.Block) continue;
      if (stream.blockId === BlockId.Module) return tripleRecord(stream);
      stream.skip();
    }
    return null;
  } catch (error) {
    if (error instanceof BitcodeProblem) return null;
    throw error;
  }
}

function tripleRecord(stream: Bitstream): string | null {
  stream.enter();
  for (let entry = stream.next(); entry !== Entry.End; entry = stream.next()) {
    if (entry === Entry.Record && stream.code === ModuleCode.Triple) return stream.text(0) || null;
    if (entry !== Entry.Block) continue;
    if (stream.blockId === BlockId.BlockInfo) stream.readBlockInfo();
    else stream.skip();
  }
  return null;
}
