/** Bars as SVG, drawn so that they can be read on light and on dark pages. */

const WIDTH = 900;
const HEIGHT = 320;
const EDGES = { left: 56, right: 12, top: 36, bottom: 78 };
const STYLE = `<style>
  text { font: 11px sans-serif; fill: #24292f; }
  .title { font-size: 14px; }
  .grid { stroke: #d0d7de; }
  .base { stroke: #57606a; }
  .more { fill: #1a7f37; }
  .less { fill: #cf222e; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .grid { stroke: #30363d; }
    .base { stroke: #8d96a0; }
    .more { fill: #3fb950; }
    .less { fill: #f85149; }
  }
</style>`;

/**
 * One bar per entry, from `base` up or down, sorted from the least to the most. `scale` is 'log' or 'linear'.
 * Entries are { name, value }.
 */
export function barChart(title, entries, { base, scale, unit }) {
  const sorted = entries.toSorted((a, b) => a.value - b.value);
  const at = scale === 'log' ? Math.log10 : (value) => value;
  const [low, high] = range(
    sorted.map(({ value }) => at(value)),
    at(base),
  );
  const y = (value) => EDGES.top + ((high - at(value)) / (high - low)) * (HEIGHT - EDGES.top - EDGES.bottom);
  const step = (WIDTH - EDGES.left - EDGES.right) / Math.max(1, sorted.length);
  const bars = sorted.map(({ name, value }, i) => {
    const x = EDGES.left + i * step;
    const [top, bottom] = [y(value), y(base)].sort((a, b) => a - b);
    const kind = value >= base ? 'more' : 'less';
    const label = `<text transform="translate(${fixed(x + step / 2 + 3)},${HEIGHT - EDGES.bottom + 8}) rotate(90)">${escaped(name)}</text>`;
    return `<rect class="${kind}" x="${fixed(x + step * 0.15)}" y="${fixed(top)}" width="${fixed(step * 0.7)}" height="${fixed(Math.max(0.5, bottom - top))}"><title>${escaped(name)}: ${text(value)}${unit}</title></rect>${label}`;
  });
  const ticks = ticksBetween(low, high, scale).map((value) => {
    const height = fixed(y(value));
    return `<line class="grid" x1="${EDGES.left}" x2="${WIDTH - EDGES.right}" y1="${height}" y2="${height}"/><text x="${EDGES.left - 6}" y="${fixed(y(value) + 4)}" text-anchor="end">${text(value)}${unit}</text>`;
  });
  const middle = fixed(y(base));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    STYLE,
    `<text class="title" x="${EDGES.left}" y="20">${escaped(title)}</text>`,
    ...ticks,
    ...bars,
    `<line class="base" x1="${EDGES.left}" x2="${WIDTH - EDGES.right}" y1="${middle}" y2="${middle}"/>`,
    '</svg>',
    '',
  ].join('\n');
}

/** With a little room on both sides of everything. */
function range(values, base) {
  const low = Math.min(base, ...values);
  const high = Math.max(base, ...values);
  const room = Math.max(0.1, (high - low) * 0.08);
  return [low - room, high + room];
}

function ticksBetween(low, high, scale) {
  if (scale === 'log') {
    const wide = high - low > 1;
    const steps = wide ? [1] : [1, 2, 5];
    const powers = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, i) => Math.floor(low) + i);
    return powers
      .flatMap((power) => steps.map((step) => step * 10 ** power))
      .filter((value) => Math.log10(value) >= low && Math.log10(value) <= high);
  }
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const ticks = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) ticks.push(value);
  return ticks;
}

function text(value) {
  return String(Number(value.toPrecision(3)));
}

function fixed(value) {
  return value.toFixed(1);
}

function escaped(value) {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
