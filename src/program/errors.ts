/** Something the user can fix: shown as one sentence, with what to do about it; exit status 2. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
    this.name = 'UserError';
  }
}

/** A promise between our own parts was broken: worth a bug report; exit status 3. */
export class InternalError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InternalError';
  }
}
