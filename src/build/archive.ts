/** Archives (`ar`): which objects a static library holds. */

export interface ArchiveMember {
  readonly name: string;
  /** Null in a thin archive, which only names its members; names are relative to it then. */
  readonly bytes: Uint8Array | null;
}

const MAGIC = '!<arch>\n';
const THIN_MAGIC = '!<thin>\n';
const HEADER_BYTES = 60;

export function isArchive(bytes: Uint8Array): boolean {
  const start = text(bytes, 0, MAGIC.length);
  return start === MAGIC || start === THIN_MAGIC;
}

/** Members in order; symbol tables are left out. Stops at damage, as if the archive ended there. */
export function readArchive(bytes: Uint8Array): ArchiveMember[] {
  const thin = text(bytes, 0, THIN_MAGIC.length) === THIN_MAGIC;
  const members: ArchiveMember[] = [];
  let longNames = '';
  for (let at = MAGIC.length; at + HEADER_BYTES <= bytes.length; ) {
    const field = text(bytes, at, at + 16).trimEnd();
    const size = Number.parseInt(text(bytes, at + 48, at + 58), 10);
    if (Number.isNaN(size)) break;
    const start = at + HEADER_BYTES;
    const isTable = field === '/' || field === '/SYM64/' || field === '__.SYMDEF';
    const held = !thin || isTable || field === '//';
    if (field === '//') longNames = text(bytes, start, start + size);
    else if (!isTable) {
      const { name, prefix } = memberName(field, longNames, bytes, start);
      members.push({ name, bytes: held ? bytes.subarray(start + prefix, start + size) : null });
    }
    at = start + (held ? size + (size % 2) : 0);
  }
  return members;
}

/** GNU keeps long names in a member of their own, BSD in front of the content. */
function memberName(field: string, longNames: string, bytes: Uint8Array, start: number) {
  const gnu = /^\/(\d+)/.exec(field);
  if (gnu !== null) {
    const from = Number(gnu[1]);
    const end = longNames.indexOf('/\n', from);
    return { name: longNames.slice(from, end === -1 ? undefined : end), prefix: 0 };
  }
  const bsd = /^#1\/(\d+)$/.exec(field);
  if (bsd !== null) {
    const prefix = Number(bsd[1]);
    return { name: text(bytes, start, start + prefix).replace(/\0+$/, ''), prefix };
  }
  return { name: field.replace(/\/$/, ''), prefix: 0 };
}

function text(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder('latin1').decode(bytes.subarray(from, to));
}
