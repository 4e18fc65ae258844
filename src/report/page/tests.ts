/** All tests, to filter and sort, and the tree of paths. */
export const TESTS = `
let showTestsOf = () => {};
function tests() {
  if (data.tests.length === 0) return;
  const part = section('tests', 'Tests');
  const filter = make('input', null, { type: 'search', placeholder: 'filter', 'aria-label': 'filter tests', id: 'filter' });
  const kinds = make('select', null, { 'aria-label': 'what happens', id: 'kinds' }, make('option', 'all endings', { value: '' }));
  for (const ending of [...new Set(data.tests.map((test) => test[1]))].sort()) kinds.append(make('option', ending, { value: ending }));
  const count = make('span', '', { class: 'soft', role: 'status', id: 'count' });
  const body = make('tbody');
  const more = make('button', 'show more', { class: 'more', type: 'button' });
  const only = make('button', '', { type: 'button', class: 'more', id: 'only' });
  only.hidden = true;
  let order = 0, descending = false, rows = [], shown = 0, wanted = null;
  const heads = ['test', 'ends with', 'input', 'outputs'].map((text, i) => {
    const button = make('button', text, { type: 'button' });
    const head = make('th', null, { scope: 'col', 'aria-sort': i === 0 ? 'ascending' : 'none' }, button);
    button.addEventListener('click', () => { descending = order === i && !descending; order = i; update(); });
    return head;
  });
  function update() {
    const text = filter.value.toLowerCase();
    rows = data.tests.filter((test, i) => (wanted === null || wanted.has(i)) && (kinds.value === '' || test[1] === kinds.value) && (text === '' || test.join(' ').toLowerCase().includes(text)));
    rows.sort((a, b) => (a[order] < b[order] ? -1 : a[order] > b[order] ? 1 : a[0] - b[0]) * (descending ? -1 : 1));
    heads.forEach((head, i) => head.setAttribute('aria-sort', i !== order ? 'none' : descending ? 'descending' : 'ascending'));
    body.replaceChildren();
    shown = 0;
    grow();
  }
  function grow() {
    const next = rows.slice(shown, shown + PAGE);
    body.append(...next.map((test) => make('tr', null, {}, ...test.map((text) => make('td', String(text), { class: 'mono' })))));
    shown += next.length;
    count.textContent = rows.length + ' of ' + data.tests.length + ' tests' + (shown < rows.length ? ', ' + shown + ' shown' : '');
    more.hidden = shown >= rows.length;
  }
  showTestsOf = (file, line) => {
    wanted = testsOfLine(file, line);
    only.textContent = 'only tests that reach ' + file + ':' + line + ' \\u2715';
    only.hidden = false;
    update();
    part.scrollIntoView();
    only.focus({ preventScroll: true });
  };
  only.addEventListener('click', () => { wanted = null; only.hidden = true; update(); filter.focus(); });
  filter.addEventListener('input', update);
  kinds.addEventListener('change', update);
  more.addEventListener('click', grow);
  part.append(make('div', null, { class: 'tools' }, filter, kinds, only, count),
    make('div', null, { class: 'scroll' }, make('table', null, {}, make('thead', null, {}, make('tr', null, {}, ...heads)), body)), more);
  update();
}

function tree() {
  if (data.tree === null) return;
  const part = section('paths', 'Paths');
  const words = ['completed', 'faulty', 'cut as redundant', 'unfinished'];
  part.append(make('p', null, { class: 'legend' }, ...words.map((word, i) => make('span', word, { class: 'w' + i }))));
  part.append(make('p', 'Each row is a fork further from the start; a bar is as wide as its share of the paths.', { class: 'soft' }));
  const box = make('div', null, { id: 'tree', role: 'img', tabindex: '0' });
  const total = (node) => node.counts.reduce((sum, each) => sum + each, 0);
  const all = total(data.tree);
  let deepest = 0;
  const describe = (node) => words.map((word, i) => node.counts[i] + ' ' + word).filter((text) => !text.startsWith('0 ')).join(', ');
  function draw(node, left, row) {
    deepest = Math.max(deepest, row);
    const worst = node.counts[1] > 0 ? 1 : node.counts[3] > 0 ? 3 : node.counts[0] > 0 ? 0 : 2;
    const bar = make('i', null, { class: 'w' + worst, title: 'after ' + node.depth + ' forks: ' + describe(node) });
    bar.style.left = (100 * left) / all + '%';
    bar.style.width = (100 * total(node)) / all + '%';
    bar.style.top = row * 16 + 'px';
    box.append(bar);
    let at = left;
    for (const child of node.children) { draw(child, at, row + 1); at += total(child); }
  }
  draw(data.tree, 0, 0);
  box.style.height = (deepest + 1) * 16 + 2 + 'px';
  box.setAttribute('aria-label', 'tree of ' + all + ' paths: ' + describe(data.tree));
  part.append(box);
  if (data.endings.length > 0) part.append(make('h3', 'How paths ended'), make('ul', null, {}, ...data.endings.map(([text, count]) => make('li', number(count) + ': ' + text))));
}
`;
