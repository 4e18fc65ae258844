/** A report as one file that needs no other: style, script and data are in it, and its own rules forbid it to ask for anything. */
import { createHash } from 'node:crypto';
import type { ReportData } from '../report-data.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

export function reportPage(data: ReportData): string {
  const title = escapeMarkup(`pathfold: ${data.title}`);
  const rules = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src '${hashOf(SCRIPT)}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${rules}">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escapeMarkup(data.title)}</h1></header>
<nav aria-label="parts of the report"><ul></ul></nav>
<main><noscript>This report is made by a script in this file, which needs JavaScript; it loads nothing.</noscript></main>
<script type="application/json" id="data">${dataText(data)}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** Inside a script element only its end tag and comments have a meaning: without \`<\` there is neither. */
function dataText(data: ReportData): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}
