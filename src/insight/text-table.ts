/** Columns for a terminal. A line break in a cell begins another line of it. */

export function textTable(header: readonly string[], body: readonly (readonly string[])[], width: number): string {
  const widths = columnWidths([header, ...body], width);
  const lines = (cells: readonly string[]): string[] => {
    const wrapped = cells.map((cell, i) => cell.split('\n').flatMap((line) => wrap(line, widths[i])));
    const height = Math.max(...wrapped.map((each) => each.length));
    return Array.from({ length: height }, (_, k) =>
      wrapped
        .map((each, i) => (each[k] ?? '').padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    );
  };
  const rule = widths.map((each) => '-'.repeat(each)).join('  ');
  return [...lines(header), rule, ...body.flatMap(lines)].join('\n');
}

/** As wide as the widest cell; where that is too much in total, the widest columns give way to an equal share. */
function columnWidths(table: readonly (readonly string[])[], total: number): number[] {
  const widths = table[0].map((_, i) =>
    Math.max(...table.flatMap((cells) => cells[i].split('\n').map((line) => line.length))),
  );
  let open = widths.map((_, i) => i);
  let left = total - 2 * (widths.length - 1);
  for (;;) {
    const share = Math.max(16, Math.floor(left / Math.max(1, open.length)));
    const narrow = open.filter((i) => widths[i] <= share);
    if (narrow.length === open.length || open.length === 0) return widths;
    if (narrow.length === 0) {
      for (const i of open) widths[i] = share;
      return widths;
    }
    for (const i of narrow) left -= widths[i];
    open = open.filter((i) => widths[i] > share);
  }
}

/** Breaks before `&&` and `||` and after commas, at other spaces only where that is not enough. */
function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = '';
  const add = (piece: string) => {
    if (line !== '' && line.length + 1 + piece.length > width) {
      lines.push(line);
      line = `  ${piece}`;
    } else line = line === '' ? piece : `${line} ${piece}`;
  };
  for (const piece of text.split(/ (?=&&|\|\|)|(?<=,) /)) {
    if (piece.length + 2 <= width) add(piece);
    else
      piece
        .split(' ')
        .flatMap((word) => pieces(word, width - 2))
        .forEach(add);
  }
  return [...lines, line];
}

/** A word that is wider than its column goes on in the next line. */
function pieces(word: string, width: number): string[] {
  return Array.from({ length: Math.max(1, Math.ceil(word.length / width)) }, (_, i) =>
    word.slice(i * width, (i + 1) * width),
  );
}
