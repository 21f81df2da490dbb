/** How the front looks: one colour of the operator's, light and dark, from a phone to a wide screen. */
import type { Front } from './front.ts';

export const frontStyle = ({
  light,
  dark,
}: Front['colours']): string => `@font-face { font-family: Inter; font-style: normal; font-weight: 400 700; font-display: swap; src: url("/assets/inter-4.1.woff2") format("woff2"); }
@font-face { font-family: "Inter awaited"; font-weight: 400 500; src: local("DejaVu Sans"); size-adjust: 94.6%; }
@font-face { font-family: "Inter awaited"; font-weight: 600 700; src: local("DejaVu Sans Bold"); size-adjust: 86.2%; }
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #0d1518);
  --surface: light-dark(#f6f8f9, #142026);
  --surface-2: light-dark(#eef3f4, #1b2a31);
  --line: light-dark(#d5dee1, #2b3d45);
  --text: light-dark(#14242a, #e4eef0);
  --text-2: light-dark(#4a5f67, #a3b6bc);
  --accent: light-dark(${light}, ${dark});
  --accent-text: light-dark(#ffffff, #06231f);
  --good: light-dark(#146c3c, #63d19a);
  --good-bar: light-dark(#2f9e63, #4cc38a);
  --warn: light-dark(#855100, #f0b959);
  --warn-bar: light-dark(#e0a02c, #f0b959);
  --bad: light-dark(#b3261e, #ff8f87);
  --focus: light-dark(#0b63c9, #8fc1ff);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
${LAYOUT}${PARTS}${STATUS}${REFERENCE}${WIDE}`;

const LAYOUT = `* { box-sizing: border-box; }
html { scroll-padding-top: 80px; }
body { display: flex; flex-direction: column; min-height: 100vh; margin: 0; background: var(--ground); color: var(--text); font: 16px/1.6 Inter, "Inter awaited", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
main { flex: 1; }
main:focus { outline: none; }
h1, h2, h3 { line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance; }
h1 { font-size: clamp(2rem, 6vw, 3rem); margin: 0 0 16px; letter-spacing: -0.025em; }
h2 { font-size: 1.5rem; margin: 0 0 16px; }
h3 { font-size: 1.1rem; margin: 0 0 8px; }
p { margin: 0 0 12px; }
code { font-family: var(--mono); font-size: 0.92em; }
section { margin-top: 56px; }
.wide { margin: 0 auto; max-width: 1120px; padding: 0 20px; }
main > .wide { padding-top: 40px; padding-bottom: 72px; }
main > .hero + .wide { padding-top: 0; }
.text { max-width: 46em; }
.wide.text { max-width: calc(46em + 40px); }
.lead { color: var(--text-2); font-size: 1.15rem; max-width: 40em; }
.under { color: var(--text-2); font-size: 0.92rem; }
.skip { position: absolute; left: -999px; background: var(--ground); padding: 8px 16px; }
.skip:focus { left: 8px; top: 8px; z-index: 2; }
.top { border-bottom: 1px solid var(--line); background: var(--ground); }
.top > .wide { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 24px; padding-top: 10px; padding-bottom: 10px; }
.brand { display: inline-flex; align-items: center; gap: 10px; font-weight: 700; font-size: 1.1rem; color: var(--text); text-decoration: none; }
.brand img { display: block; width: auto; max-width: 160px; }
.top nav { display: flex; flex-wrap: wrap; gap: 0 20px; order: 3; width: 100%; }
.top nav a, .actions a { display: inline-block; padding: 6px 0; color: var(--text); text-decoration: none; }
.top nav a:hover, .top nav a[aria-current] { color: var(--accent); text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 6px; }
.actions { display: flex; align-items: center; gap: 16px; margin-left: auto; }
.actions .button { display: none; }
.button, button { display: inline-block; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--accent-text); font: inherit; font-weight: 600; padding: 9px 18px; text-decoration: none; cursor: pointer; }
.actions a.button { color: var(--accent-text); padding: 6px 14px; }
.button.second { background: transparent; color: var(--accent); }
.button:hover, button:hover { filter: brightness(1.08); }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; margin: 24px 0 16px; }
.hero { border-bottom: 1px solid var(--line); background: radial-gradient(60em 28em at 85% -30%, color-mix(in srgb, var(--accent) 26%, transparent), transparent), radial-gradient(40em 24em at 0% 120%, color-mix(in srgb, var(--focus) 14%, transparent), transparent), var(--ground); }
.hero > .wide { display: grid; gap: 32px; padding-top: 56px; padding-bottom: 64px; }
.hero > .wide > * { min-width: 0; }
footer { border-top: 1px solid var(--line); background: var(--surface); color: var(--text-2); padding: 32px 0; font-size: 0.92rem; }
footer .columns { display: grid; gap: 24px; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); }
footer h2 { font-size: 0.92rem; margin: 0 0 8px; color: var(--text); }
footer ul { list-style: none; margin: 0; padding: 0; }
footer li a { display: inline-block; padding: 3px 0; color: var(--text-2); }
`;

const PARTS = `.cards { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)); }
.cards.three { grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); }
.cards.four { grid-template-columns: repeat(auto-fit, minmax(min(230px, 100%), 1fr)); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 0; }
.card > :last-child { margin-bottom: 0; }
.offer { display: flex; flex-direction: column; }
.offer .for { color: var(--text-2); }
.offer ul + .for { margin-top: 12px; }
.offer .button { margin-top: auto; text-align: center; }
.offer > :nth-last-child(2) { margin-bottom: 20px; }
.card h2 { font-size: 1.25rem; margin-bottom: 8px; }
.card ul { margin: 0; padding-left: 20px; }
.price { font-size: 1.5rem; font-weight: 700; margin-bottom: 4px; }
.price small { display: block; color: var(--text-2); font-size: 0.95rem; font-weight: 400; }
.tag { display: inline-block; border: 1px solid currentColor; border-radius: 99px; color: var(--accent); font-size: 0.78rem; font-weight: 600; padding: 0 9px; vertical-align: 1px; white-space: nowrap; }
.tag.up { color: var(--good); }
.tag.disturbed { color: var(--warn); }
.callout { border-left: 4px solid var(--accent); background: var(--surface); border-radius: 0 8px 8px 0; padding: 12px 16px; margin-top: 16px; }
.callout.warn { border-color: var(--warn); color: var(--warn); margin-bottom: 24px; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 12px; margin-bottom: 12px; }
table { border-collapse: collapse; width: 100%; overflow-wrap: normal; }
caption { background: var(--surface); border-bottom: 1px solid var(--line); color: var(--text-2); font-size: 0.92rem; padding: 10px 16px; text-align: left; }
th, td { padding: 12px 16px; text-align: left; vertical-align: top; font-weight: 400; }
thead th { background: var(--surface); color: var(--text-2); font-size: 0.92rem; }
tbody tr { border-top: 1px solid var(--line); }
tbody th { font-weight: 600; }
tbody th .under { display: block; font-weight: 400; }
.under.change { display: block; color: var(--warn); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead .number { white-space: normal; }
.code { position: relative; margin: 0 0 16px; background: #0d1518; color: #e4eef0; border: 1px solid #2b3d45; border-radius: 12px; overflow: hidden; }
.code figcaption { background: #142026; border-bottom: 1px solid #2b3d45; color: #a3b6bc; font-size: 0.85rem; padding: 9px 16px; min-height: 40px; }
.code pre { margin: 0; padding: 16px; overflow-x: auto; overflow-wrap: normal; line-height: 1.55; font-size: 0.88rem; }
.code-comment { color: #a3b6bc; }
.code-string { color: #63d19a; }
.code-number { color: #f0b959; }
.code-word { color: #cfa2f0; }
.code-name { color: #5fd3c0; }
.code .copy { position: absolute; top: 6px; right: 8px; background: transparent; border-color: #4a5f67; color: #e4eef0; font-size: 0.8rem; font-weight: 400; padding: 2px 10px; }
.steps { padding-left: 0; list-style: none; counter-reset: step; display: grid; gap: 12px; }
.steps li { counter-increment: step; position: relative; padding: 4px 0 4px 48px; min-height: 34px; }
.steps li::before { content: counter(step); position: absolute; left: 0; top: 0; width: 34px; height: 34px; border-radius: 50%; background: var(--surface-2); color: var(--accent); font-weight: 700; display: grid; place-items: center; }
dl { margin: 0; }
dd { margin: 0; }
.prices { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; margin: 16px 0 4px; }
.prices dt { color: var(--text-2); font-size: 0.85rem; }
.prices dd { font-size: 1.3rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.rows { margin-top: 12px; }
.rows > div { display: grid; grid-template-columns: minmax(8em, 1fr) 2fr; gap: 12px; padding: 8px 0; }
.rows > div + div { border-top: 1px solid var(--line); }
.rows dt { color: var(--text-2); }
.calculator { display: grid; gap: 24px; }
.calculator > * { min-width: 0; }
.calculator form, form[role='search'] { display: grid; gap: 12px; align-content: start; }
label { display: block; margin-bottom: 4px; font-size: 0.92rem; color: var(--text-2); }
input, select { font: inherit; color: var(--text); background: var(--ground); border: 1px solid var(--text-2); border-radius: 8px; padding: 8px 10px; width: 100%; }
form.live button { position: absolute; left: -999px; }
form.live button:focus { position: static; }
`;

const STATUS = `.state { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; margin: 0; }
.dot { display: inline-block; flex: none; width: 11px; height: 11px; border-radius: 50%; background: var(--line); }
.dot.up { background: var(--good-bar); }
.dot.disturbed { background: var(--warn-bar); border-radius: 2px; rotate: 45deg; }
.dot.down { background: var(--bad); border-radius: 0; }
.banner { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; border: 1px solid var(--line); border-left: 5px solid var(--good-bar); border-radius: 12px; background: var(--surface); padding: 16px 20px; font-size: 1.1rem; }
.banner.disturbed { border-left-color: var(--warn-bar); }
.banner.down { border-left-color: var(--bad); }
.model { margin-bottom: 16px; }
.model-head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; margin-bottom: 12px; }
.model-head h3 { margin: 0; }
.days { display: block; width: 100%; height: 36px; }
.days .up { fill: var(--good-bar); }
.days .disturbed { fill: var(--warn-bar); }
.days .down { fill: var(--bad); }
.days .unknown { fill: var(--line); }
.chart-foot span { white-space: nowrap; }
.chart-foot { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; margin: 8px 0 0; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; }
.legend > span { display: inline-flex; align-items: center; gap: 8px; }
details { margin-top: 12px; }
summary { cursor: pointer; color: var(--accent); }
.notes { list-style: none; padding: 0; display: grid; gap: 12px; }
.notes .text { white-space: pre-line; }
`;

const REFERENCE = `.reference { display: grid; gap: 24px; }
.reference > * { min-width: 0; }
.reference aside nav { display: none; }
.reference aside ul { list-style: none; margin: 0; padding: 0; }
.reference h1 { font-size: clamp(1.6rem, 5vw, 2.1rem); margin-bottom: 8px; }
.reference h2 { font-size: 1.25rem; margin: 32px 0 8px; }
.reference section { margin-top: 0; }
.reference .schema h2 { font-size: 1.1rem; border-top: 1px solid var(--line); padding-top: 20px; }
.back { margin: 0 0 4px; font-size: 0.92rem; }
.method, .status { border: 1px solid var(--line); border-radius: 6px; background: var(--surface-2); font: 600 0.82rem var(--mono); padding: 2px 7px; }
.field { border-top: 1px solid var(--line); padding: 8px 0; }
.field p { margin: 2px 0 0; }
.field > dt > code:first-child { font-weight: 600; }
.type, .place, .rules { color: var(--text-2); font-size: 0.92rem; }
.required { color: var(--warn); font-size: 0.85rem; font-weight: 600; }
.inside { border-left: 3px solid var(--line); margin: 8px 0 0; padding-left: 12px; }
.answer { border-top: 1px solid var(--line); margin: 0; padding: 10px 0; }
.answer > summary { color: var(--text); }
.answer .code pre { max-height: 420px; }
#result li { padding: 4px 0; }
`;

const WIDE = `@media (max-width: 640px) {
  .code pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .stack thead { display: none; }
  .stack, .stack tbody, .stack tr, .stack th, .stack td, .stack caption { display: block; }
  .rows > div { grid-template-columns: 1fr; gap: 0; }
  .stack tr { padding: 12px 16px; }
  .stack th, .stack td { padding: 2px 0; }
  .stack .number { display: flex; justify-content: space-between; }
  .stack .number::before { content: attr(data-name); color: var(--text-2); }
}
@media (min-width: 800px) {
  .reference { grid-template-columns: 250px minmax(0, 1fr); gap: 40px; }
  .reference aside { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 4px 12px 24px 4px; font-size: 0.92rem; }
  .reference aside nav { display: block; margin-top: 16px; }
  .reference aside nav li > span { display: block; margin-top: 14px; font-weight: 600; }
  .reference aside li a { display: block; padding: 3px 0; color: var(--text-2); text-decoration: none; }
  .reference aside li a:hover, .reference aside a[aria-current] { color: var(--accent); text-decoration: underline; }
  .top nav { order: 0; width: auto; }
  .actions .button { display: inline-block; }
  .hero > .wide { grid-template-columns: 1fr 1.1fr; align-items: center; padding-top: 80px; padding-bottom: 88px; }
  .calculator { grid-template-columns: 280px 1fr; gap: 40px; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .top nav, .actions, footer nav { display: none; } }
`;
