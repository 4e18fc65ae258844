/** Why a file cannot be read. `readBitcode` turns it into a message with the file's name. */
export class BitcodeProblem extends Error {
  constructor(
    readonly kind: 'corrupt' | 'unsupported',
    message: string,
  ) {
    super(message);
    this.name = 'BitcodeProblem';
  }
}

export function corrupt(reason: string): never {
  throw new BitcodeProblem('corrupt', reason);
}

export function unsupported(what: string): never {
  throw new BitcodeProblem('unsupported', what);
}
