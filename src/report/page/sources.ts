/** Sources: what is covered, and which tests reach a line. */
export const SOURCES = `
const NO_TESTS = new Set();
const bitsOfSet = [];
/** Rows of tests that reach a line; null where that is not known. */
function testsOfLine(file, line) {
  if (data.reach === null) return null;
  const lines = data.reach.classOf[file];
  if (lines === undefined || lines[line] === undefined) return NO_TESTS;
  const wanted = lines[line];
  const hit = data.reach.sets.map((text, i) => {
    if (bitsOfSet[i] === undefined) bitsOfSet[i] = atob(text);
    return (bitsOfSet[i].charCodeAt(wanted >> 3) >> (wanted & 7)) & 1;
  });
  return new Set(data.tests.map((_, i) => i).filter((i) => hit[data.reach.setOf[i]] === 1));
}
const countOfClass = new Map();
function countOfLine(file, line) {
  const lines = data.reach === null ? undefined : data.reach.classOf[file];
  if (lines === undefined || lines[line] === undefined) return 0;
  if (!countOfClass.has(lines[line])) countOfClass.set(lines[line], testsOfLine(file, line).size);
  return countOfClass.get(lines[line]);
}

const WORDS = { c: 'covered', p: 'partly covered: a direction is missing', u: 'not covered', x: 'never reached: proved unreachable, or not called' };
function fill(file) {
  const details = opened.get(file);
  if (details.dataset.filled === 'yes') return;
  details.dataset.filled = 'yes';
  const source = data.sources.find((each) => each.file === file);
  const box = make('div', null, { class: 'source mono', tabindex: '0', role: 'group', 'aria-label': 'source of ' + file });
  source.lines.forEach((text, i) => {
    const state = source.state[i] || ' ';
    const line = make('div', null, { id: lineId(file, i + 1), class: state, title: WORDS[state] || '' }, make('span', String(i + 1)));
    const count = countOfLine(file, i + 1);
    const reach = make('button', count === 0 ? '' : number(count), { type: 'button', class: 'reach', tabindex: '-1' });
    if (count === 0) reach.disabled = true;
    else {
      reach.setAttribute('aria-label', plural(count, 'test') + ' reach line ' + (i + 1) + ': show them');
      reach.addEventListener('click', () => showTestsOf(file, i + 1));
    }
    line.append(reach, text);
    box.append(line);
  });
  // Arrow keys go from line to line, so that not every line is a stop of the tab key.
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const buttons = [...box.querySelectorAll('button.reach:not([disabled])')];
    const at = buttons.indexOf(document.activeElement);
    const next = buttons[at + (event.key === 'ArrowDown' ? 1 : -1)] || buttons[at === -1 ? 0 : at];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  details.append(box);
}
function sources() {
  if (data.sources.length === 0) return;
  const part = section('sources', 'Sources');
  part.append(make('p', null, { class: 'legend' }, make('span', 'covered', { class: 'c' }), make('span', 'partly: a direction is missing', { class: 'p' }),
    make('span', 'not covered', { class: 'u' }), make('span', 'never reached: proved, or not called', { class: 'x' })));
  part.append(make('p', data.reach === null ? (data.notFollowed === null ? '' : 'Which tests reach a line is not shown: ' + data.notFollowed + '.') :
    'The number beside a line says how many tests reach it, and shows them.', { class: 'soft' }));
  for (const source of data.sources) {
    const count = (wanted) => [...source.state].filter((state) => state !== ' ' && wanted.includes(state)).length;
    const summary = make('summary', source.file + ': ' + count('cp') + ' of ' + count('cpux') + ' lines covered');
    const details = make('details', null, {}, summary);
    details.addEventListener('toggle', () => { if (details.open) fill(source.file); });
    opened.set(source.file, details);
    part.append(details);
  }
  if (data.sources.length === 1 && data.sources[0].lines.length <= 400) opened.get(data.sources[0].file).open = true;
}
`;
