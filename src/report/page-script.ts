/**
 * What a report does in the browser. It makes elements and sets their text, never markup, so a program's strings stay text whatever
 * they contain. Long lists grow as they are asked for.
 */
export const SCRIPT = `
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const main = document.querySelector('main');
const links = document.querySelector('nav ul');
const PAGE = 200;

function make(name, text, attributes, ...children) {
  const element = document.createElement(name);
  if (text !== null && text !== undefined) element.textContent = text;
  for (const key of Object.keys(attributes || {})) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}
function section(id, title) {
  links.append(make('li', null, {}, make('a', title, { href: '#' + id })));
  const part = make('section', null, { id, 'aria-label': title }, make('h2', title));
  main.append(part);
  return part;
}
function lineId(file, line) { return 'line-' + data.sources.findIndex((source) => source.file === file) + '-' + line; }
function placeLink(text, file, line) {
  if (file === null || !data.sources.some((source) => source.file === file)) return make('span', text, { class: 'mono' });
  const link = make('a', text, { class: 'mono', href: '#' + lineId(file, line) });
  link.addEventListener('click', (event) => { event.preventDefault(); showLine(file, line); });
  return link;
}
const opened = new Map();
function showLine(file, line) {
  const details = opened.get(file);
  details.open = true;
  fill(file);
  const target = document.getElementById(lineId(file, line));
  if (target === null) return;
  for (const old of document.querySelectorAll('.hit')) old.classList.remove('hit');
  target.classList.add('hit');
  target.setAttribute('tabindex', '-1');
  target.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
}

function overview() {
  const part = section('overview', 'Overview');
  part.append(make('p', null, { class: 'verdict' }, make('b', data.verdict), ': ' + data.meaning));
  const list = make('dl', null, { class: 'facts' });
  if (data.command !== '') list.append(make('dt', 'command'), make('dd', data.command, { class: 'mono' }));
  list.append(make('dt', 'faults'), make('dd', data.faults.length === 0 ? 'none' : String(data.faults.length)));
  for (const [name, value] of data.facts) list.append(make('dt', name), make('dd', value));
  for (const share of data.shares) {
    const percent = share.total === 0 ? 100 : Math.floor((100 * share.covered) / share.total);
    const bar = make('div', null, { class: 'bar', role: 'img', 'aria-label': percent + ' percent of ' + share.name }, make('i'));
    bar.firstChild.style.width = percent + '%';
    list.append(make('dt', share.name), make('dd', share.covered + ' of ' + share.total + ' (' + percent + ' %)', {}, bar));
  }
  part.append(list);
  if (data.assumptions.length === 0) return;
  part.append(make('h3', 'Assumed'), make('ul', null, {}, ...data.assumptions.map((text) => make('li', text))));
}

function faults() {
  if (data.faults.length === 0) return;
  const part = section('faults', 'Faults');
  for (const fault of data.faults) {
    const list = make('dl');
    const row = (name, ...value) => list.append(make('dt', name), make('dd', null, {}, ...value));
    if (fault.place !== '') row('where', placeLink(fault.place, fault.file, fault.line));
    if (fault.input !== '') row('with', make('code', fault.input));
    if (fault.calls.length > 0) row('calls', make('ol', null, {}, ...fault.calls.map((call) => make('li', null, {}, placeLink(call.text, call.file, call.line)))));
    if (fault.reproduce !== '') row('to see it', make('code', fault.reproduce));
    part.append(make('article', null, { class: 'fault' }, make('h3', fault.title + ': ' + fault.message), list));
  }
}

function columns(rows, pick) { return [...new Set(rows.flatMap((row) => Object.keys(pick(row))))]; }
function table(head, body) {
  return make('div', null, { class: 'scroll' }, make('table', null, {},
    make('thead', null, {}, make('tr', null, {}, ...head.map((text) => make('th', text, { scope: 'col' })))),
    make('tbody', null, {}, ...body.map((cells) => make('tr', null, {}, ...cells.map((text) => make('td', text, { class: 'mono' })))))));
}
function signature() {
  if (data.signature.length === 0) return;
  const names = columns(data.signature, (row) => row.outputs);
  section('signature', 'Signature').append(table(['condition', ...names, 'example'],
    data.signature.map((row) => [row.condition, ...names.map((name) => row.outputs[name] || ''), row.exampleText || ''])));
}
function changes() {
  if (data.changes.length === 0) return;
  const part = section('changes', 'Changes');
  const text = (outputs) => Object.keys(outputs).map((name) => name + ' = ' + outputs[name]).join(', ');
  part.append(table(['when', 'old', 'new', 'example'], data.changes.map((row) => [row.condition, text(row.old), text(row.new), text(row.example)])));
}

function fill(file) {
  const details = opened.get(file);
  if (details.dataset.filled === 'yes') return;
  details.dataset.filled = 'yes';
  const source = data.sources.find((each) => each.file === file);
  const words = { c: 'covered', p: 'partly covered', u: 'not covered' };
  const box = make('div', null, { class: 'source mono', tabindex: '0', 'aria-label': 'source of ' + file });
  source.lines.forEach((text, i) => {
    const state = source.state[i];
    const line = make('div', null, { id: lineId(file, i + 1), class: state, title: words[state] || '' }, make('span', String(i + 1)), text);
    box.append(line);
  });
  details.append(box);
}
function sources() {
  if (data.sources.length === 0) return;
  const part = section('sources', 'Sources');
  part.append(make('p', null, { class: 'legend' }, make('span', 'covered', { class: 'c' }), make('span', 'partly: a direction is missing', { class: 'p' }), make('span', 'not covered', { class: 'u' })));
  for (const source of data.sources) {
    const count = (wanted) => source.state.filter((state) => state !== '' && wanted.includes(state)).length;
    const summary = make('summary', source.file + ': ' + count('cp') + ' of ' + count('cpu') + ' lines covered');
    const details = make('details', null, {}, summary);
    details.addEventListener('toggle', () => { if (details.open) fill(source.file); });
    opened.set(source.file, details);
    part.append(details);
  }
}

function tests() {
  if (data.tests.length === 0) return;
  const part = section('tests', 'Tests');
  const filter = make('input', null, { type: 'search', placeholder: 'filter', 'aria-label': 'filter tests', id: 'filter' });
  const kinds = make('select', null, { 'aria-label': 'what happens', id: 'kinds' }, make('option', 'all endings', { value: '' }));
  for (const ending of [...new Set(data.tests.map((test) => test[1]))].sort()) kinds.append(make('option', ending, { value: ending }));
  const count = make('span', '', { class: 'soft', role: 'status', id: 'count' });
  const body = make('tbody');
  const more = make('button', 'show more', { class: 'more', type: 'button' });
  let order = 0, descending = false, rows = [], shown = 0;
  const heads = ['test', 'ends with', 'input', 'outputs'].map((text, i) => {
    const button = make('button', text, { type: 'button' });
    const head = make('th', null, { scope: 'col', 'aria-sort': i === 0 ? 'ascending' : 'none' }, button);
    button.addEventListener('click', () => { descending = order === i && !descending; order = i; update(); });
    return head;
  });
  function update() {
    const text = filter.value.toLowerCase();
    rows = data.tests.filter((test) => (kinds.value === '' || test[1] === kinds.value) && (text === '' || test.join(' ').toLowerCase().includes(text)));
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
  filter.addEventListener('input', update);
  kinds.addEventListener('change', update);
  more.addEventListener('click', grow);
  part.append(make('div', null, { class: 'tools' }, filter, kinds, count),
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
}

overview(); faults(); signature(); changes(); sources(); tests(); tree();
`;
