/** The verdict, and every fault with its input, its calls and the way to it. */
export const OVERVIEW = `
function overview() {
  const part = section('overview', 'Overview');
  part.append(make('p', null, { class: 'verdict' }, make('b', data.verdict), data.within + ': ' + data.meaning));
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
  if (data.functions.length > 0) part.append(make('h3', 'Functions'), functionsTable());
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
    if (fault.wayOut !== '') row('assumed', fault.wayOut);
    if (fault.calls.length > 0) row('calls', make('ol', null, {}, ...fault.calls.map((call) => make('li', null, {}, placeLink(call.text, call.file, call.line)))));
    if (fault.reproduce !== '') row('to see it', make('code', fault.reproduce));
    const card = make('article', null, { class: 'fault' }, make('h3', fault.title + ': ' + fault.message), list);
    if (fault.steps.length > 0) card.append(pathTo(fault));
    part.append(card);
  }
  if (data.notFollowed !== null) part.append(make('p', 'The way to a fault is not shown: ' + data.notFollowed + '.', { class: 'soft' }));
}

/** The path to a fault, line by line, made when it is opened. */
function pathTo(fault) {
  const count = fault.steps.length + fault.stepsLeft;
  const details = make('details', null, {}, make('summary', 'the path to it: ' + plural(count, 'step')));
  const texts = new Map(data.sources.map((source) => [source.file, source.lines]));
  const least = Math.min(...fault.steps.map((step) => step[2]));
  details.addEventListener('toggle', () => {
    if (!details.open || details.dataset.filled === 'yes') return;
    details.dataset.filled = 'yes';
    const rows = fault.steps.map(([file, line, depth, name, values], i) => {
      const before = fault.steps[i - 1];
      const isNew = before === undefined || before[3] !== name || before[0] !== file;
      const source = make('td', ((texts.get(file) || [])[line - 1] || '').trim(), { class: 'mono' });
      source.style.paddingLeft = 14 * (depth - least) + 'px';
      const last = i === fault.steps.length - 1;
      return make('tr', null, last ? { class: 'last' } : {}, make('td', isNew ? name : '', { class: 'soft mono' }),
        make('td', null, {}, placeLink(String(line), file, line)), source, make('td', values, { class: 'mono values' }));
    });
    if (fault.stepsLeft > 0) rows.unshift(make('tr', null, {}, make('td', plural(fault.stepsLeft, 'step') + ' before', { colspan: '4', class: 'soft' })));
    const heads = ['function', 'line', 'source', 'what was set, which way'].map((text) => make('th', text, { scope: 'col' }));
    details.append(make('div', null, { class: 'scroll' }, make('table', null, { class: 'steps' },
      make('thead', null, {}, make('tr', null, {}, ...heads)), make('tbody', null, {}, ...rows))));
  });
  return details;
}


function functionsTable() {
  return table(['function', 'result', 'paths', 'faults', 'folder'], data.functions.map((each) => [[each.name], [each.result], [each.paths], [each.faults], [each.folder]]));
}
`;
