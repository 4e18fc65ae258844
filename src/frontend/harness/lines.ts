/** C text under construction, indented by blocks. */
export class Lines {
  private readonly text: string[] = [];
  private depth = 1;

  add(line: string): void {
    this.text.push(line === '' ? '' : `${'  '.repeat(this.depth)}${line}`);
  }

  /** `head {`, what `body` adds, `}`; with `otherwise`, an else part. */
  block(head: string, body: () => void, otherwise?: () => void): void {
    this.add(`${head} {`);
    this.indented(body);
    if (otherwise !== undefined) {
      this.add('} else {');
      this.indented(otherwise);
    }
    this.add('}');
  }

  indented(body: () => void): void {
    this.depth++;
    body();
    this.depth--;
  }

  toString(): string {
    return this.text.map((line) => `${line}\n`).join('');
  }
}
