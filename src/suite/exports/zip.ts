/** A zip archive of small files: deflated entries and a directory at the end, as every reader expects. */
import { deflateRawSync, crc32 as zlibCrc32 } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the first day of the format: equal contents make equal archives. */
const DATE = 0x0021;

export function zipArchive(files: readonly (readonly [name: string, content: string | Uint8Array])[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [name, content] of files) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const common = fields(
      [VERSION, 2],
      [UTF8_NAMES, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
      [zlibCrc32(bytes), 4],
      [packed.length, 4],
      [bytes.length, 4],
      [title.length, 2],
      [0, 2],
    );
    directory.push(
      fields([CENTRAL_HEADER, 4], [VERSION, 2]),
      common,
      fields([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]),
      title,
    );
    const entry = [fields([LOCAL_HEADER, 4]), common, title, packed];
    parts.push(...entry);
    at += entry.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = files.length;
  const end = fields([END_OF_DIRECTORY, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2]);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Little-endian numbers of two or four bytes. */
function fields(...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of values) {
    buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}
