/**
 * Metadata: a numbered list of strings and nodes. Nodes refer to each other in both directions, so they are kept as
 * they stand in the file and interpreted when someone asks. A function's own metadata continues the module's numbers
 * and is dropped at the function's end.
 *
 * References in a node are one more than the number they mean, and 0 for none.
 */
import type { Operand } from '../../program/values.ts';
import { Bitstream, Entry } from './bitstream.ts';
import { MetadataCode } from './codes.ts';
import { corrupt } from './problem.ts';
import { decodeText } from './text.ts';

export interface MetadataNode {
  readonly code: number;
  /** Exact up to 2^53. */
  readonly operands: readonly number[];
  /** All 64 bits of the operands; only enumerators have them. */
  readonly wide: readonly bigint[] | null;
  /** What the node was turned into. */
  meaning: unknown;
}

export interface Attachment {
  readonly value: number;
  readonly node: number;
}

/** The number of the `dbg` kind of attachment; it is the same in every module. */
const DEBUG_KIND = 0;

/** Records that say something about other entries and take no number themselves. */
const WITHOUT_NUMBER: ReadonlySet<number> = new Set([
  MetadataCode.Name,
  MetadataCode.Kind,
  MetadataCode.NamedNode,
  MetadataCode.Attachment,
  MetadataCode.GlobalAttachment,
  MetadataCode.IndexOffset,
  MetadataCode.Index,
]);

/** Whether a record that comes with a later version takes a number cannot be known; LLVM's own reader assumes not. */
const LAST_KNOWN_CODE = 49;

export class Metadata {
  /** Debug information of global variables and declared functions. */
  readonly attachments: Attachment[] = [];
  private readonly list: (string | MetadataNode)[] = [];

  constructor(private readonly values: readonly (Operand | undefined)[]) {}

  get count(): number {
    return this.list.length;
  }

  *nodesOf(code: number): Generator<MetadataNode> {
    for (const each of this.list) if (typeof each !== 'string' && each.code === code) yield each;
  }

  /** Forgets everything from number `count` on. */
  truncate(count: number): void {
    this.list.length = count;
  }

  /** Reads the announced metadata block. */
  read(stream: Bitstream): void {
    stream.enter();
    for (;;) {
      const entry = stream.next();
      if (entry === Entry.End) return;
      if (entry === Entry.Block) stream.skip();
      else this.record(stream);
    }
  }

  /**
   * Reads the announced block of attachments and returns the node with the function's own debug information. It stands
   * in the first record or nowhere: the others, one for almost every load and store, belong to instructions and say
   * nothing that matters here.
   */
  readFunctionAttachments(stream: Bitstream): number | null {
    stream.enter();
    const entry = stream.next();
    if (entry === Entry.End) return null;
    let found: number | null = null;
    if (entry === Entry.Record && stream.code === MetadataCode.Attachment && stream.length % 2 === 0) {
      for (let i = 0; i < stream.length; i += 2) {
        if (stream.operand(i) === DEBUG_KIND) found = stream.operand(i + 1);
      }
    }
    stream.abandon();
    return found;
  }

  get(id: number): string | MetadataNode {
    const entry = this.list[id];
    if (entry === undefined) corrupt(`there is no metadata number ${id}`);
    return entry;
  }

  node(id: number): MetadataNode {
    const entry = this.get(id);
    if (typeof entry === 'string') corrupt('debug information has a string where a node belongs');
    return entry;
  }

  /** The node that an operand refers to. */
  child(parent: MetadataNode, operand: number): MetadataNode | null {
    const reference = parent.operands[operand] ?? 0;
    return reference === 0 ? null : this.node(reference - 1);
  }

  /** The string that an operand refers to. */
  text(parent: MetadataNode, operand: number): string | null {
    const reference = parent.operands[operand] ?? 0;
    if (reference === 0) return null;
    const entry = this.get(reference - 1);
    if (typeof entry !== 'string') corrupt('debug information has a node where a string belongs');
    return entry;
  }

  /** The value that a node wraps, if it is known by now. */
  value(node: MetadataNode): Operand | null {
    if (node.code !== MetadataCode.Value) return null;
    return this.values[node.operands[1]] ?? null;
  }

  /** An operand that refers to a constant; null when there is none. */
  constant(parent: MetadataNode, operand: number): bigint | null {
    const node = this.child(parent, operand);
    const value = node === null ? null : this.value(node);
    return value?.kind === 'int' ? BigInt.asIntN(value.type.bits, value.value) : null;
  }

  private record(stream: Bitstream): void {
    const { code } = stream;
    if (code === MetadataCode.Strings) this.strings(stream);
    else if (code === MetadataCode.GlobalAttachment) this.attach(stream);
    else if (code <= LAST_KNOWN_CODE && !WITHOUT_NUMBER.has(code)) this.list.push(copyNode(stream));
  }

  private attach(stream: Bitstream): void {
    for (let i = 1; i + 1 < stream.length; i += 2) {
      if (stream.operand(i) === DEBUG_KIND) {
        this.attachments.push({ value: stream.operand(0), node: stream.operand(i + 1) });
      }
    }
  }

  /** All strings of a block: their lengths as a small bitstream, then their characters one after the other. */
  private strings(stream: Bitstream): void {
    const count = stream.operand(0);
    const start = stream.operand(1);
    const { blob } = stream;
    if (blob === null || start > blob.length) corrupt('the strings of the metadata are missing');
    const lengths = new Bitstream(blob.subarray(0, start));
    if (count > lengths.bitsLeft) corrupt('there are more metadata strings than fit');
    let at = start;
    for (let i = 0; i < count; i++) {
      const end = at + lengths.vbr(6);
      if (end > blob.length) corrupt('a metadata string runs past the others');
      this.list.push(decodeText(blob, at, end));
      at = end;
    }
  }
}

function copyNode(stream: Bitstream): MetadataNode {
  const operands = new Array<number>(stream.length);
  for (let i = 0; i < operands.length; i++) operands[i] = stream.operand(i);
  let wide: bigint[] | null = null;
  if (stream.code === MetadataCode.Enumerator) {
    wide = [];
    for (let i = 0; i < stream.length; i++) wide.push(stream.wide(i));
  }
  return { code: stream.code, operands, wide, meaning: null };
}
