/**
 * What WASI's functions do with descriptors and names of files; they answer as the model does (`runtime/src/file_names.c` and its like), and
 * so as Linux.
 *
 * `makeWasiFiles` is sent to a worker as text: it must not refer to anything outside its own body.
 */
import type { WasiLeftFile, WasiNode, WasiPlace, WasiTree } from './file-tree.ts';

export interface WasiMemory {
  view(): DataView;
  bytesAt(address: number, size: number): Uint8Array;
  /** Calls `use` on each buffer of an iovec list until it takes less than the whole; returns the bytes used. */
  throughBuffers(list: number, count: number, use: (buffer: Uint8Array) => number): number;
  /** Nanoseconds since 1970, without a look at the clock. */
  now(): bigint;
}

export interface WasiFiles {
  /** Whether a descriptor is a standard stream still, which is the caller's. */
  isStream(fd: number): boolean;
  /** Functions of `wasi_snapshot_preview1` on all other descriptors. */
  readonly calls: Readonly<Record<string, (...args: never[]) => number>>;
  left(): readonly WasiLeftFile[];
}

export function makeWasiFiles({ view, bytesAt, throughBuffers, now }: WasiMemory, tree: WasiTree): WasiFiles {
  const [SUCCESS, EBADF, EEXIST, EINVAL, EISDIR, ELOOP, ENOENT, ENOTDIR, ENOTEMPTY, ENOSPC, EBUSY, EPERM] = [
    0, 8, 20, 28, 31, 32, 44, 54, 55, 51, 10, 63,
  ];
  const [DIRECTORY, REGULAR, LINK] = [3, 4, 7] as const;
  const FOLLOW = 1;
  const [CREATE, MUST_BE_DIRECTORY, EXCLUSIVE, TRUNCATE] = [1, 2, 4, 8];
  const APPEND = 1;
  const [MAY_READ, MAY_WRITE] = [1n << 1n, 1n << 6n];
  const GIVEN_FOLDER = 3;
  const SIZE_OF_DIRECTORY = 4096n;

  interface Open {
    node: WasiNode;
    position: number;
    flags: number;
    readonly rights: bigint;
  }

  const { root, newNode, add, remove, resize, touched } = tree;
  const open: (Open | 'stream' | null)[] = [
    'stream',
    'stream',
    'stream',
    { node: root, position: 0, flags: 0, rights: MAY_READ },
  ];
  const opened = (fd: number): Open | null => {
    const file = open[fd] ?? null;
    return file === 'stream' ? null : file;
  };

  const find = (fd: number, path: number, length: number, follows: boolean, itself = false): WasiPlace | number => {
    const from = opened(fd);
    if (from === null) return EBADF;
    if (from.node.type !== DIRECTORY) return ENOTDIR;
    return tree.find(from.node, bytesAt(path, length), follows, itself);
  };
  /** Where something new goes. */
  const freePlace = (fd: number, path: number, length: number): WasiPlace | number => {
    const place = find(fd, path, length, false, true);
    if (typeof place === 'number') return place;
    if (place.node !== null) return EEXIST;
    return place.directory.links === 0n ? ENOENT : place;
  };
  const onNode = (fd: number, use: (node: WasiNode) => void): number => {
    const file = opened(fd);
    if (file === null) return EBADF;
    use(file.node);
    return SUCCESS;
  };

  const readAt = ({ node }: Open, buffer: Uint8Array, position: number): number => {
    if (node.device === 'zero' || node.device === 'full') return buffer.fill(0).length;
    const part = node.data.subarray(Math.min(position, node.size), Math.min(position + buffer.length, node.size));
    buffer.set(part);
    return part.length;
  };
  const writeAt = ({ node }: Open, bytes: Uint8Array, position: number): number => {
    if (node.device !== null || bytes.length === 0) return bytes.length;
    if (position + bytes.length > node.size) resize(node, position + bytes.length);
    node.data.set(bytes, position);
    touched(node);
    return bytes.length;
  };
  /** Without an offset, at the position of the file, which moves on. */
  const readFrom = (fd: number, list: number, count: number, offset: bigint | null, result: number): number => {
    const file = opened(fd);
    if (file === null || !(file.rights & MAY_READ)) return EBADF;
    if (file.node.type === DIRECTORY) return EISDIR;
    let at = offset === null ? file.position : Number(offset);
    const used = throughBuffers(list, count, (buffer) => {
      const part = readAt(file, buffer, at);
      at += part;
      return part;
    });
    if (offset === null) file.position = at;
    view().setUint32(result >>> 0, used, true);
    return SUCCESS;
  };
  const writeTo = (fd: number, list: number, count: number, offset: bigint | null, result: number): number => {
    const file = opened(fd);
    if (file === null || !(file.rights & MAY_WRITE)) return EBADF;
    if (file.node.device === 'full') return ENOSPC;
    let at = file.flags & APPEND ? file.node.size : offset === null ? file.position : Number(offset);
    const used = throughBuffers(list, count, (buffer) => {
      const part = writeAt(file, buffer, at);
      at += part;
      return part;
    });
    if (offset === null) file.position = at;
    view().setUint32(result >>> 0, used, true);
    return SUCCESS;
  };
  const seek = (fd: number, offset: bigint, origin: number, result: number): number => {
    const file = opened(fd);
    if (file === null) return EBADF;
    const base = origin === 0 ? 0 : origin === 1 ? file.position : file.node.size;
    const position = file.node.device !== null ? 0 : base + Number(offset);
    if (position < 0 || origin > 2) return EINVAL;
    file.position = position;
    view().setBigUint64(result >>> 0, BigInt(position), true);
    return SUCCESS;
  };
  const putStatus = (node: WasiNode, result: number): number => {
    const at = result >>> 0;
    bytesAt(at, 64).fill(0);
    view().setBigUint64(at, 1n, true);
    view().setBigUint64(at + 8, node.number, true);
    view().setUint8(at + 16, node.type);
    view().setBigUint64(at + 24, node.links, true);
    view().setBigUint64(at + 32, node.type === DIRECTORY ? SIZE_OF_DIRECTORY : BigInt(node.size), true);
    for (const [index, time] of node.times.entries()) view().setBigUint64(at + 40 + 8 * index, time, true);
    return SUCCESS;
  };
  /** Flags: 1 and 2 set the time of access, 4 and 8 that of modification, each to what is given and to now. */
  const setTimes = (node: WasiNode, accessed: bigint, modified: bigint, flags: number) => {
    if (flags & 3) node.times[0] = flags & 1 ? accessed : now();
    if (flags & 12) node.times[1] = flags & 4 ? modified : now();
    node.times[2] = now();
  };
  const isInside = (inner: WasiNode, outer: WasiNode): boolean =>
    inner === outer || (inner !== root && isInside(inner.parent!, outer));
  const isDot = ({ name }: WasiPlace) => name === '.' || name === '..';

  const calls: Record<string, (...args: never[]) => number> = {
    fd_prestat_get: (fd: number, result: number) => {
      if (fd !== GIVEN_FOLDER) return EBADF;
      view().setUint32(result >>> 0, 0, true);
      view().setUint32((result >>> 0) + 4, 1, true);
      return SUCCESS;
    },
    fd_prestat_dir_name: (fd: number, name: number, length: number) => {
      if (fd !== GIVEN_FOLDER || length < 1) return EBADF;
      bytesAt(name, 1)[0] = '/'.charCodeAt(0);
      return SUCCESS;
    },
    fd_close: (fd: number) => {
      if (open[fd] == null) return EBADF;
      open[fd] = null;
      return SUCCESS;
    },
    fd_renumber: (from: number, to: number) => {
      if (open[from] == null || open[to] == null) return EBADF;
      if (from === to) return SUCCESS;
      [open[to], open[from]] = [open[from], null];
      return SUCCESS;
    },
    fd_fdstat_get: (fd: number, result: number) => {
      const file = opened(fd);
      if (file === null) return EBADF;
      bytesAt(result, 24).fill(0);
      view().setUint8(result >>> 0, file.node.type);
      view().setUint16((result >>> 0) + 2, file.flags, true);
      const rights = file.node.type === DIRECTORY ? (1n << 32n) - 1n : file.rights;
      view().setBigUint64((result >>> 0) + 8, rights, true);
      view().setBigUint64((result >>> 0) + 16, rights, true);
      return SUCCESS;
    },
    fd_fdstat_set_flags: (fd: number, flags: number) => {
      const file = opened(fd);
      if (file === null) return EBADF;
      file.flags = flags;
      return SUCCESS;
    },
    fd_seek: seek,
    fd_tell: (fd: number, result: number) => seek(fd, 0n, 1, result),
    fd_read: (fd: number, list: number, count: number, result: number) => readFrom(fd, list, count, null, result),
    fd_pread: readFrom,
    fd_write: (fd: number, list: number, count: number, result: number) => writeTo(fd, list, count, null, result),
    fd_pwrite: writeTo,
    fd_advise: (fd: number) => onNode(fd, () => {}),
    fd_sync: (fd: number) => onNode(fd, () => {}),
    fd_datasync: (fd: number) => onNode(fd, () => {}),
    fd_allocate: (fd: number, offset: bigint, length: bigint) =>
      onNode(fd, (node) => resize(node, Math.max(node.size, Number(offset + length)))),
    fd_filestat_get: (fd: number, result: number) => onNode(fd, (node) => putStatus(node, result)),
    fd_filestat_set_size: (fd: number, size: bigint) => {
      if (opened(fd) !== null && !(opened(fd)!.rights & MAY_WRITE)) return EINVAL;
      return onNode(fd, (node) => {
        resize(node, Number(size));
        touched(node);
      });
    },
    fd_filestat_set_times: (fd: number, accessed: bigint, modified: bigint, flags: number) =>
      onNode(fd, (node) => setTimes(node, accessed, modified, flags)),
    fd_readdir: (fd: number, buffer: number, length: number, cookie: bigint, result: number) => {
      const file = opened(fd);
      if (file === null) return EBADF;
      if (file.node.type !== DIRECTORY) return ENOTDIR;
      const whole: [string, WasiNode][] = [['.', file.node], ['..', file.node.parent!], ...file.node.entries];
      let used = 0;
      for (let index = Number(cookie); index < whole.length && used < length; index++) {
        const [name, node] = whole[index];
        const record = new Uint8Array(24 + name.length);
        const fields = new DataView(record.buffer);
        fields.setBigUint64(0, BigInt(index + 1), true);
        fields.setBigUint64(8, node.number, true);
        fields.setUint32(16, name.length, true);
        fields.setUint8(20, node.type);
        record.set(
          Array.from(name, (letter) => letter.charCodeAt(0)),
          24,
        );
        const part = record.subarray(0, length - used);
        bytesAt((buffer >>> 0) + used, part.length).set(part);
        used += part.length;
      }
      view().setUint32(result >>> 0, used, true);
      return SUCCESS;
    },
    path_open: (
      fd: number,
      how: number,
      path: number,
      length: number,
      wanted: number,
      rights: bigint,
      _inheriting: bigint,
      flags: number,
      result: number,
    ) => {
      const exclusive = (wanted & CREATE) !== 0 && (wanted & EXCLUSIVE) !== 0;
      const place = find(fd, path, length, !exclusive && (how & FOLLOW) !== 0);
      if (typeof place === 'number') return place;
      let { node } = place;
      if (wanted & CREATE && place.slashBehind) return EISDIR;
      if (node === null) {
        if (!(wanted & CREATE) || place.directory.links === 0n) return ENOENT;
        node = add(place.directory, place.name, newNode(REGULAR));
      } else {
        if (exclusive) return EEXIST;
        if (node.type === LINK) return ELOOP;
        if (wanted & MUST_BE_DIRECTORY && node.type !== DIRECTORY) return ENOTDIR;
        if (node.type === DIRECTORY && (rights & MAY_WRITE || wanted & (CREATE | TRUNCATE))) return EISDIR;
        if (wanted & TRUNCATE && node.type === REGULAR) {
          resize(node, 0);
          touched(node);
        }
      }
      let free = 0;
      while (open[free] != null) free++;
      open[free] = { node, position: 0, flags, rights };
      view().setUint32(result >>> 0, free, true);
      return SUCCESS;
    },
    path_filestat_get: (fd: number, how: number, path: number, length: number, result: number) => {
      const place = find(fd, path, length, (how & FOLLOW) !== 0);
      if (typeof place === 'number') return place;
      return place.node === null ? ENOENT : putStatus(place.node, result);
    },
    path_filestat_set_times: (
      fd: number,
      how: number,
      path: number,
      length: number,
      accessed: bigint,
      modified: bigint,
      flags: number,
    ) => {
      const place = find(fd, path, length, (how & FOLLOW) !== 0);
      if (typeof place === 'number') return place;
      if (place.node === null) return ENOENT;
      setTimes(place.node, accessed, modified, flags);
      return SUCCESS;
    },
    path_create_directory: (fd: number, path: number, length: number) => {
      const place = freePlace(fd, path, length);
      if (typeof place === 'number') return place;
      add(place.directory, place.name, newNode(DIRECTORY));
      return SUCCESS;
    },
    path_link: (
      fromFd: number,
      how: number,
      from: number,
      fromLength: number,
      fd: number,
      path: number,
      length: number,
    ) => {
      const source = find(fromFd, from, fromLength, (how & FOLLOW) !== 0);
      if (typeof source === 'number') return source;
      if (source.node === null) return ENOENT;
      const place = freePlace(fd, path, length);
      if (typeof place === 'number') return place;
      if (place.slashBehind) return ENOENT;
      if (source.node.type === DIRECTORY) return EPERM;
      add(place.directory, place.name, source.node);
      return SUCCESS;
    },
    path_symlink: (target: number, targetLength: number, fd: number, path: number, length: number) => {
      if (targetLength === 0) return ENOENT;
      const place = freePlace(fd, path, length);
      if (typeof place === 'number') return place;
      if (place.slashBehind) return ENOENT;
      const node = newNode(LINK);
      [node.data, node.size] = [bytesAt(target, targetLength).slice(), targetLength];
      add(place.directory, place.name, node);
      return SUCCESS;
    },
    path_readlink: (fd: number, path: number, length: number, buffer: number, room: number, result: number) => {
      const place = find(fd, path, length, false);
      if (typeof place === 'number') return place;
      if (place.node === null) return ENOENT;
      if (place.node.type !== LINK || room === 0) return EINVAL;
      const part = place.node.data.subarray(0, Math.min(room, place.node.size));
      bytesAt(buffer, part.length).set(part);
      view().setUint32(result >>> 0, part.length, true);
      return SUCCESS;
    },
    path_remove_directory: (fd: number, path: number, length: number) => {
      const place = find(fd, path, length, false, true);
      if (typeof place === 'number') return place;
      if (place.node === null) return ENOENT;
      if (place.node.type !== DIRECTORY) return ENOTDIR;
      if (place.node === root) return EBUSY;
      if (isDot(place)) return place.name === '.' ? EINVAL : ENOTEMPTY;
      if (place.node.entries.size > 0) return ENOTEMPTY;
      remove(place);
      return SUCCESS;
    },
    path_unlink_file: (fd: number, path: number, length: number) => {
      const place = find(fd, path, length, false, true);
      if (typeof place === 'number') return place;
      if (place.node === null) return ENOENT;
      if (place.node.type === DIRECTORY) return EISDIR;
      if (place.slashBehind) return ENOTDIR;
      remove(place);
      return SUCCESS;
    },
    path_rename: (fromFd: number, from: number, fromLength: number, fd: number, path: number, length: number) => {
      const source = find(fromFd, from, fromLength, false, true);
      if (typeof source === 'number') return source;
      const target = find(fd, path, length, false, true);
      if (typeof target === 'number') return target;
      if (isDot(source) || isDot(target)) return EBUSY;
      if (source.node === null) return ENOENT;
      const moved = source.node;
      const movesDirectory = moved.type === DIRECTORY;
      if (!movesDirectory && (source.slashBehind || target.slashBehind)) return ENOTDIR;
      if (movesDirectory && isInside(target.directory, moved)) return EINVAL;
      if (target.node?.type === DIRECTORY && isInside(source.directory, target.node)) return ENOTEMPTY;
      if (target.node === moved) return SUCCESS;
      if (target.node !== null) {
        const ontoDirectory = target.node.type === DIRECTORY;
        if (movesDirectory && !ontoDirectory) return ENOTDIR;
        if (!movesDirectory && ontoDirectory) return EISDIR;
        if (ontoDirectory && target.node.entries.size > 0) return ENOTEMPTY;
        remove(target);
      }
      remove(source);
      if (movesDirectory) moved.links++;
      add(target.directory, target.name, moved);
      return SUCCESS;
    },
  };

  return { calls, isStream: (fd) => open[fd] === 'stream', left: tree.left };
}
