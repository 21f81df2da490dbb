/** How the reference page looks: the colours of the settings area, in light and dark, from a phone to a wide screen. */
export const REFERENCE_STYLE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f8f9, #0d1518);
  --surface: light-dark(#ffffff, #142026);
  --surface-2: light-dark(#eef3f4, #1b2a31);
  --line: light-dark(#d5dee1, #2b3d45);
  --text: light-dark(#14242a, #e4eef0);
  --text-2: light-dark(#4a5f67, #a3b6bc);
  --accent: light-dark(#0a6c74, #5fd3c0);
  --warn: light-dark(#855100, #f0b959);
  --focus: light-dark(#0b63c9, #8fc1ff);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0 auto;
  padding: 16px;
  max-width: 1200px;
  background: var(--ground);
  color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
h1, h2, h3, h4 { line-height: 1.25; margin: 1.4em 0 0.5em; }
h1 { font-size: 1.8rem; margin-top: 0.5em; }
h2 { font-size: 1.35rem; }
h3 { font-size: 1.1rem; }
h4 { font-size: 1rem; margin-top: 1em; }
p { margin: 0.4em 0; }
code { font-family: var(--mono); font-size: 0.92em; }
nav h2 { font-size: 1rem; margin: 0.8em 0 0.3em; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 16px; list-style: none; margin: 0; padding: 0; }
nav li a { display: inline-block; padding: 4px 0; }
nav li ul { margin-left: 12px; }
nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
main > section { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; margin: 16px 0; padding: 0 16px 16px; }
.method, .status { background: var(--surface-2); border: 1px solid var(--line); border-radius: 6px; font-family: var(--mono); font-weight: 600; padding: 1px 6px; }
.type, .place, .rules, figcaption { color: var(--text-2); }
.type, .rules { font-size: 0.92rem; }
.required { color: var(--warn); font-size: 0.92rem; font-weight: 600; }
dl { margin: 0; }
.field { border-top: 1px solid var(--line); padding: 8px 0; }
.field > dt > code:first-child { font-weight: 600; }
dd { margin: 0; }
.inside { border-left: 3px solid var(--line); margin: 8px 0 0; padding-left: 12px; }
.answer { border-top: 1px solid var(--line); }
.answer h4 { font-weight: 500; }
figure { margin: 12px 0; }
figcaption { font-size: 0.92rem; }
pre { background: var(--surface-2); border: 1px solid var(--line); border-radius: 6px; margin: 4px 0; max-height: 480px; overflow: auto; overflow-wrap: normal; padding: 12px; }
summary { cursor: pointer; padding: 4px 0; }
.schema { border-top: 1px solid var(--line); }
@media (min-width: 900px) {
  .columns { display: grid; grid-template-columns: 240px minmax(0, 1fr); gap: 24px; }
  nav { align-self: start; max-height: 100vh; overflow: auto; position: sticky; top: 0; }
  nav ul { display: block; }
}
@media print {
  nav { display: none; }
  pre { max-height: none; white-space: pre-wrap; }
}
`;
