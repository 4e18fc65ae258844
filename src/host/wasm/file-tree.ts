/**
 * The files that a WebAssembly program for WASI finds, in memory: what it is given at the root, devices and an empty /tmp beside it.
 *
 * `makeWasiTree` is sent to a worker as text: it must not refer to anything outside its own body.
 */

/** As WASI numbers them. */
export type NodeType = 2 | 3 | 4 | 7;

export interface WasiNode {
  readonly type: NodeType;
  readonly number: bigint;
  links: bigint;
  /** Contents, or where a link leads; it may have room behind its end. */
  data: Uint8Array;
  size: number;
  /** Names have one character per byte. */
  readonly entries: Map<string, WasiNode>;
  parent: WasiNode | null;
  readonly device: string | null;
  /** Accessed, modified, changed. */
  readonly times: [bigint, bigint, bigint];
}

/** Where a name leads: the folder and the last part, and what is there. */
export interface WasiPlace {
  readonly directory: WasiNode;
  readonly name: string;
  readonly node: WasiNode | null;
  readonly slashBehind: boolean;
}

export interface WasiGivenFile {
  readonly name: string;
  /** Null for a folder. */
  readonly bytes: Uint8Array | null;
}

export interface WasiLeftFile {
  readonly name: Uint8Array;
  readonly kind: 'file' | 'folder' | 'link';
  readonly bytes: Uint8Array;
}

export interface WasiTree {
  readonly root: WasiNode;
  newNode(type: NodeType): WasiNode;
  add(directory: WasiNode, name: string, node: WasiNode): WasiNode;
  remove(place: WasiPlace): void;
  resize(node: WasiNode, size: number): void;
  /** That its contents changed. */
  touched(node: WasiNode): void;
  /** A number is an error. `itself`: slashes behind the name are the caller's business. */
  find(start: WasiNode, path: Uint8Array, follows: boolean, itself: boolean): WasiPlace | number;
  /** All that is there below the root but devices and an empty /tmp. */
  left(): readonly WasiLeftFile[];
}

export function makeWasiTree(now: () => bigint, given: readonly WasiGivenFile[]): WasiTree {
  const [ELOOP, ENOENT, ENOTDIR] = [32, 44, 54];
  const [CHARACTER_DEVICE, DIRECTORY, REGULAR, LINK] = [2, 3, 4, 7] as const;
  const MOST_LINKS = 40;

  /** One character per byte. */
  const textOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

  let lastNumber = 0n;
  const newNode = (type: NodeType, device: string | null = null): WasiNode => ({
    type,
    number: ++lastNumber,
    links: type === DIRECTORY ? 1n : 0n,
    data: new Uint8Array(),
    size: 0,
    entries: new Map(),
    parent: null,
    device,
    times: [now(), now(), now()],
  });
  const touched = (node: WasiNode) => {
    node.times[1] = node.times[2] = now();
  };
  const add = (directory: WasiNode, name: string, node: WasiNode): WasiNode => {
    directory.entries.set(name, node);
    node.links++;
    if (node.type === DIRECTORY) {
      node.parent = directory;
      directory.links++;
    }
    touched(directory);
    return node;
  };
  const remove = ({ directory, name, node }: WasiPlace) => {
    directory.entries.delete(name);
    node!.links--;
    if (node!.type === DIRECTORY) {
      node!.links--;
      directory.links--;
    }
    touched(directory);
  };

  const root = newNode(DIRECTORY);
  root.links = 2n;
  root.parent = root;
  const devices = add(root, 'dev', newNode(DIRECTORY));
  for (const device of ['null', 'zero', 'full', 'random', 'urandom']) {
    add(devices, device, newNode(CHARACTER_DEVICE, device));
  }
  const temporary = add(root, 'tmp', newNode(DIRECTORY));
  for (const { name, bytes } of given) {
    const parts = textOf(new TextEncoder().encode(name))
      .split('/')
      .filter((part) => part !== '');
    parts.reduce((directory, part, index) => {
      const isFile = bytes !== null && index === parts.length - 1;
      const node = directory.entries.get(part) ?? add(directory, part, newNode(isFile ? REGULAR : DIRECTORY));
      if (isFile) [node.data, node.size] = [bytes.slice(), bytes.length];
      return node;
    }, root);
  }

  const walk = (
    start: WasiNode,
    path: string,
    follows: boolean,
    itself: boolean,
    linksLeft: number,
  ): WasiPlace | number => {
    let at = path.startsWith('/') ? root : start;
    const parts = path.split('/').filter((part) => part !== '');
    if (parts.length === 0) {
      return path === '' ? ENOENT : { directory: at, name: '.', node: at, slashBehind: false };
    }
    const slashBehind = path.endsWith('/');
    for (const [index, name] of parts.entries()) {
      const last = index === parts.length - 1;
      if (at.type !== DIRECTORY) return ENOTDIR;
      let node: WasiNode | null = name === '.' ? at : name === '..' ? at.parent! : (at.entries.get(name) ?? null);
      if (node !== null && node.type === LINK && (!last || follows || (slashBehind && !itself))) {
        if (linksLeft === 0) return ELOOP;
        const target = walk(at, textOf(node.data.subarray(0, node.size)), true, false, linksLeft - 1);
        if (typeof target === 'number') return target;
        if (target.node === null && last) return target;
        node = target.node;
      }
      if (last) {
        if (node !== null && slashBehind && !itself && node.type !== DIRECTORY) return ENOTDIR;
        return { directory: at, name, node, slashBehind };
      }
      if (node === null) return ENOENT;
      at = node;
    }
    return ENOENT;
  };
  const resize = (node: WasiNode, size: number) => {
    if (size > node.data.length) {
      const grown = new Uint8Array(Math.max(size, 2 * node.data.length));
      grown.set(node.data.subarray(0, node.size));
      node.data = grown;
    }
    if (size < node.size) node.data.fill(0, size, node.size);
    node.size = size;
  };
  const leftBelow = (directory: WasiNode, prefix: string): WasiLeftFile[] =>
    [...directory.entries].flatMap(([name, node]): WasiLeftFile[] => {
      if (node === devices || (node === temporary && node.entries.size === 0)) return [];
      const path = `${prefix}${name}`;
      const kind = node.type === DIRECTORY ? 'folder' : node.type === LINK ? 'link' : 'file';
      const file: WasiLeftFile = { name: bytesOf(path), kind, bytes: node.data.slice(0, node.size) };
      return [file, ...leftBelow(node, `${path}/`)];
    });

  return {
    root,
    newNode,
    add,
    remove,
    resize,
    touched,
    find: (start, path, follows, itself) => walk(start, textOf(path), follows, itself, MOST_LINKS),
    left: () => leftBelow(root, ''),
  };
}
