/** Tables and numbers as the page has them. */

/** The first column is text, the others are numbers. */
export function table(header, rows, left = 1) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map((_, i) => (i < left ? '---' : '--:'))), ...rows.map(line), ''];
}

/** Three digits that say something; whole numbers whole. */
export function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '-';
  if (Number.isInteger(value)) return value.toLocaleString('en');
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

export const times = (value) => (value === null || value === undefined ? '-' : `${number(value)} x`);
export const percent = (value) => (value === null || value === undefined ? '-' : `${number(100 * value)} %`);
export const seconds = (value) => (value === null || value === undefined ? '-' : value.toFixed(2));
