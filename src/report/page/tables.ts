/** Signatures, differences, and what the search cost. */
export const TABLES = `
function columns(rows, pick) { return [...new Set(rows.flatMap((row) => Object.keys(pick(row))))]; }
function table(head, body) {
  return make('div', null, { class: 'scroll' }, make('table', null, {},
    make('thead', null, {}, make('tr', null, {}, ...head.map((text) => make('th', text, { scope: 'col' })))),
    make('tbody', null, {}, ...body.map((cells) => make('tr', null, {}, ...cells.map((cell) => make('td', null, { class: 'mono' }, ...briefly(cell))))))));
}
const MOST_LINES = 8, LONGEST_LINE = 400, SHOWN_OF_LINE = 160;
/** Lines of a cell: what is too long or too many opens when asked for. */
function briefly(lines) {
  const parts = [];
  const whole = (text) => text.length <= LONGEST_LINE ? make('div', text) :
    make('details', null, {}, make('summary', text.slice(0, SHOWN_OF_LINE) + ' ...'), make('div', text));
  for (const text of lines.slice(0, MOST_LINES)) parts.push(whole(text));
  if (lines.length > MOST_LINES) parts.push(make('details', null, {}, make('summary', lines.length - MOST_LINES + ' more'), ...lines.slice(MOST_LINES).map(whole)));
  return parts;
}
/** Alternatives that do not fit one line stand one below the other. */
function alternatives(row) {
  const cases = row.cases || [];
  return cases.length < 2 || row.condition.length <= 64 ? [row.condition] : cases.map((text, i) => (i === 0 ? '' : '|| ') + text);
}
function signature() {
  if (data.signature.length === 0) return;
  const names = columns(data.signature, (row) => row.outputs);
  section('signature', 'Signature').append(table(['when', ...names, 'example'],
    data.signature.map((row) => [alternatives(row), ...names.map((name) => [row.outputs[name] || '']), [row.exampleText || '']])));
}
function changes() {
  if (data.changes.length === 0) return;
  const part = section('changes', 'Changes');
  const lines = (outputs) => Object.keys(outputs).map((name) => name + ': ' + outputs[name]);
  part.append(table(['when', 'old', 'new', 'example'], data.changes.map((row) => [alternatives(row), lines(row.old), lines(row.new), [row.exampleText || '']])));
}


/** Where time and paths went: by function, and by decision. */
function costs() {
  if (data.decisions.length === 0) return;
  const part = section('costs', 'Where time and paths went', 'Costs');
  part.append(make('p', 'Forks are paths that begin at a decision. Time runs from one decision to the next: solving it, and what runs after it.', { class: 'soft' }));
  const byFunction = new Map();
  for (const each of data.decisions) {
    const sum = byFunction.get(each.function) || { forks: 0, cut: 0, asked: 0, seconds: 0 };
    for (const key of Object.keys(sum)) sum[key] += each[key];
    byFunction.set(each.function, sum);
  }
  const most = (rows) => Math.max(1, ...rows.map((row) => row.forks));
  const cells = (each, all) => [barCell(each.forks, most(all)), make('td', number(each.cut), { class: 'mono' }), make('td', number(each.asked), { class: 'mono' }), make('td', each.seconds.toFixed(3), { class: 'mono' })];
  const heads = (first) => [first, 'forks', 'cut here', 'asked', 'seconds'].map((text) => make('th', text, { scope: 'col' }));
  const shown = (first, rows) => make('div', null, { class: 'scroll' }, make('table', null, {}, make('thead', null, {}, make('tr', null, {}, ...heads(first))), make('tbody', null, {}, ...rows)));
  const sums = [...byFunction].sort((a, b) => b[1].forks - a[1].forks || b[1].seconds - a[1].seconds);
  part.append(make('h3', 'By function'), shown('function', sums.map(([name, sum]) => make('tr', null, {}, make('td', name, { class: 'mono' }), ...cells(sum, sums.map((each) => each[1]))))));
  part.append(make('h3', 'By decision'), shown('decision', data.decisions.map((each) => make('tr', null, {},
    make('td', null, {}, placeLink(each.file === null ? each.function : each.file + ':' + each.line, each.file, each.line), make('span', ' ' + kindText(each.kind), { class: 'soft' })), ...cells(each, data.decisions)))));
}
const KINDS = { branch: '', check: 'whether it faults', pointer: 'which object', concretize: 'which value', assume: 'assumption' };
function kindText(kind) { return KINDS[kind] === undefined ? kind : KINDS[kind]; }
function barCell(value, most) {
  const bar = make('div', null, { class: 'bar red' }, make('i'));
  bar.firstChild.style.width = (100 * value) / most + '%';
  return make('td', number(value), { class: 'mono' }, bar);
}
`;
