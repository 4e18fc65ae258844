/** How a report looks: light and dark as the reader's system is, narrow and wide, on paper too. */
export const STYLE = `
:root { color-scheme: light dark; --back: #fff; --text: #1a1d21; --soft: #5b6470; --line: #d9dee5; --panel: #f5f7f9; --link: #0b57d0;
  --good: #d9f2df; --part: #fdf1cc; --bad: #fbdcdc; --red: #b3261e; --green: #1b7a37; --amber: #8a5a00; --grey: #8b949e; }
@media (prefers-color-scheme: dark) { :root { --back: #14171b; --text: #e4e8ee; --soft: #9aa5b3; --line: #333a44; --panel: #1c2127; --link: #8ab4f8;
  --good: #14351f; --part: #3d3212; --bad: #4a1c1c; --red: #f28b82; --green: #81c995; --amber: #fdd663; --grey: #6e7681; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
header, main { max-width: 1200px; margin: 0 auto; padding: 0 20px; }
h1 { font-size: 22px; margin: 24px 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 32px 0 8px; border-bottom: 1px solid var(--line); padding-bottom: 4px; }
h3 { font-size: 15px; margin: 0 0 4px; overflow-wrap: anywhere; }
nav { position: sticky; top: 0; background: var(--back); border-bottom: 1px solid var(--line); z-index: 1; }
nav ul { max-width: 1200px; margin: 0 auto; padding: 8px 20px; list-style: none; display: flex; gap: 18px; flex-wrap: wrap; }
a { color: var(--link); } a:focus-visible, button:focus-visible, .source:focus-visible, input:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre, .mono { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.soft { color: var(--soft); } .verdict { font-size: 17px; margin: 12px 0; } .verdict b { text-transform: uppercase; letter-spacing: .04em; }
.fault { border: 1px solid var(--line); border-left: 4px solid var(--red); background: var(--panel); padding: 12px 16px; margin: 12px 0; }
.fault dl, .facts { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 8px 0; } dt { color: var(--soft); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.bar { background: var(--line); height: 8px; border-radius: 4px; overflow: hidden; } .bar i { display: block; height: 100%; background: var(--green); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); }
th button { font: inherit; font-weight: 600; background: none; border: 0; color: inherit; padding: 0; cursor: pointer; } td.mono { max-width: 560px; }
.tools { display: flex; gap: 12px; flex-wrap: wrap; margin: 8px 0; } input, select, button.more { font: inherit; padding: 4px 8px; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 4px; }
details > summary { cursor: pointer; padding: 4px 0; } .source { border: 1px solid var(--line); overflow-x: auto; }
.source div { white-space: pre; padding-right: 12px; min-width: max-content; } .source div > span { display: inline-block; width: 5em; text-align: right; padding-right: 1em; color: var(--soft); user-select: none; }
.source .reach { font: inherit; font-size: 11px; width: 4.5em; margin-right: 1em; padding: 0 4px; text-align: right; border: 0; background: none; color: var(--soft); cursor: pointer; } .source .reach[disabled] { cursor: default; }
.x { color: var(--soft); background: repeating-linear-gradient(135deg, transparent 0 6px, var(--line) 6px 7px); }
.steps td { border: 0; padding: 1px 12px 1px 0; } .steps td:nth-child(3) { white-space: pre; } .steps .values { color: var(--amber); } .steps .last { background: var(--bad); }
td { white-space: pre-line; } .bar.red { height: 4px; max-width: 160px; } .bar.red i { background: var(--amber); } h3 { margin-top: 16px; }
.c { background: var(--good); } .p { background: var(--part); } .u { background: var(--bad); } .hit { outline: 2px solid var(--red); outline-offset: -2px; }
.legend span { padding: 0 8px; margin-right: 8px; } #tree { position: relative; border: 1px solid var(--line); overflow: auto; max-height: 70vh; background: var(--panel); }
#tree i { position: absolute; height: 14px; border-left: 1px solid var(--back); } .legend .w0, .legend .w1, .legend .w2, .legend .w3 { color: var(--back); } .w0 { background: var(--green); } .w1 { background: var(--red); } .w2 { background: var(--grey); } .w3 { background: var(--amber); }
@media (max-width: 640px) { .steps thead { display: none; } .steps tr { display: grid; grid-template-columns: 3.5em 1fr; } .steps td:nth-child(1) { grid-column: 1 / 3; } .steps td:nth-child(4) { grid-column: 2; } .steps td:nth-child(3) { white-space: pre-wrap; }
  header, main { padding: 0 12px; } .fault dl, .facts { grid-template-columns: 1fr; } dt { margin-top: 6px; } }
@media print { nav, .tools, button { display: none; } details > * { display: block; } #tree { max-height: none; } }
`;
