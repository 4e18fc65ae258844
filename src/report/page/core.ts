/**
 * What a report does in the browser, in parts that are one script in the end. It makes elements and sets their text, never markup, so a
 * program's strings stay text whatever they contain. Long lists grow as they are asked for.
 */
export const CORE = `
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
function section(id, title, short) {
  links.append(make('li', null, {}, make('a', short || title, { href: '#' + id })));
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
function number(value) { return value.toLocaleString('en'); }
function plural(count, word) { return number(count) + ' ' + word + (count === 1 ? '' : 's'); }
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

`;
