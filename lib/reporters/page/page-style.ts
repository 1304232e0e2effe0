/** Styles of the page: light or dark as the system of the reader, wide or narrow, and for print. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e8eb);
  --dim: light-dark(#57606a, #9aa4af);
  --line: light-dark(#d8dee4, #3a424b);
  --page: light-dark(#ffffff, #16191d);
  --raised: light-dark(#f3f5f7, #21262c);
  --code: light-dark(#f6f8fa, #1d2126);
  --found: light-dark(#fff3c4, #3d340f);
  --link: light-dark(#0b57b3, #82b6ff);
  --good: light-dark(#13693a, #5fce8b);
  --part: light-dark(#0b6672, #6cc7d1);
  --bad: light-dark(#b3261e, #ff9d94);
  --warn: light-dark(#7d5600, #f0bd55);
  --open: light-dark(#0b5394, #82b6ff);
  --none: var(--dim);
}
* { box-sizing: border-box; }
body {
  max-width: 56rem;
  margin: 0 auto;
  padding: 1rem 1rem 4rem;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
body:has(.nights) { max-width: 84rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 0.2rem; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

h1 { margin: 0.25rem 0 0.5rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 0.5rem; padding-bottom: 0.2rem; border-bottom: 1px solid var(--line); font-size: 1.25rem; scroll-margin-top: 1rem; }
h2 small { font-weight: 400; }
h3 { margin: 0; font-size: 1rem; }
section > h3 { margin-top: 0.75rem; }
h4 { margin: 0.9rem 0 0.25rem; color: var(--dim); font-size: 0.9rem; font-weight: 600; }
p { margin: 0.25rem 0; }
small, .because, .facts, dd { color: var(--dim); }
h3 a, li a, code, pre { font-family: ui-monospace, monospace; font-size: 0.95em; }
h3 a { text-decoration: none; }
h3 a:hover { text-decoration: underline; }
code { padding: 0 0.2rem; border-radius: 0.2rem; background: var(--raised); }
pre { margin: 0; padding: 0.35rem 0.6rem; background: var(--code); font-size: 0.85rem; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; }
dl div { display: flex; flex-wrap: wrap; gap: 0 0.5rem; margin: 0.25rem 0; }
dt { min-width: 6.5rem; }
dd { margin: 0; flex: 1 1 16rem; }
dd code { white-space: pre-wrap; }
summary { cursor: pointer; }
summary h3 { display: inline; }

.good { --tone: var(--good); }
.part { --tone: var(--part); }
.bad, .stated { --tone: var(--bad); }
.warn { --tone: var(--warn); }
.open { --tone: var(--open); }
.none { --tone: var(--none); }
.inferred { --tone: light-dark(#8a4b00, #ffb86b); }
.advisory { --tone: light-dark(#6b5d00, #e0cc5a); }
.unspecified { --tone: light-dark(#6b3fb5, #c7a6ff); }
.pinned { --tone: var(--link); }
.level { color: var(--tone); font-size: 0.8rem; font-weight: 600; white-space: nowrap; }
strong[class] { color: var(--tone); white-space: nowrap; }
.stale { padding: 0 0.3rem; border: 1px dashed var(--warn); border-radius: 0.2rem; color: var(--warn); white-space: nowrap; }

header {
  margin: 0.5rem 0 0;
  padding: 1.25rem 1.5rem 1rem;
  border: 1px solid color-mix(in srgb, var(--tone) 35%, var(--line));
  border-left: 0.4rem solid var(--tone);
  border-radius: 0.6rem;
  background: color-mix(in srgb, var(--tone) 5%, var(--page));
}
.eyebrow { color: var(--dim); font-size: 0.85rem; }
.said { color: var(--tone); white-space: nowrap; }
.lead { font-size: 1.05rem; }
.why { white-space: pre-line; }
.judged { margin: 1rem 0 0.35rem; }
.bar { display: block; width: 100%; height: 0.6rem; border-radius: 0.3rem; }
.bar rect { fill: var(--tone); }
.swatch { display: inline-block; width: 0.7rem; height: 0.7rem; margin-right: 0.4rem; border-radius: 0.2rem; background: var(--tone); }
header dl { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin: 1.1rem 0 0.25rem; }
header dl div { display: block; margin: 0; }
header dt { min-width: 0; color: var(--dim); font-size: 0.8rem; }
header dd { flex: none; color: var(--text); }
header code { padding: 0; background: none; }
nav { margin: 1.25rem 0 0; }
nav ul, .legend, .ids, footer ul { display: flex; flex-wrap: wrap; gap: 0.1rem 1.25rem; margin: 0.4rem 0 0; padding: 0; list-style: none; }
nav a, footer a { font-family: inherit; font-size: 1em; }
.legend { color: var(--dim); font-size: 0.9rem; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }

search { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin: 1.5rem 0 0; }
search label { display: flex; flex: 1 1 14rem; align-items: center; gap: 0.5rem; color: var(--dim); }
search label + label { flex: 0 1 auto; }
search input, search select {
  flex: 1;
  min-width: 0;
  padding: 0.4rem 0.6rem;
  border: 1px solid var(--dim);
  border-radius: 0.4rem;
  background: var(--page);
  color: var(--text);
  font: inherit;
}
::placeholder { color: var(--dim); opacity: 1; }

article { padding: 0.9rem 0.75rem; margin: 0 -0.75rem; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
article:target { border-radius: 0.4rem; background: var(--found); }
article ul { margin: 0.25rem 0; padding-left: 1.25rem; }
article summary h3 { font-family: ui-monospace, monospace; }
article > details > :not(summary), .fold > :not(summary) { margin-left: 1.1rem; }
.evidence { margin-block: 0.6rem; }
.evidence div { flex-wrap: nowrap; gap: 0 0.75rem; margin: 0.3rem 0; }
.evidence dt { flex: none; min-width: 0; width: 6rem; color: var(--dim); font-size: 0.9rem; }
.evidence dd { flex: 1; min-width: 0; color: var(--text); }
#failures summary h3, #failures .actual code { color: var(--bad); }
#failures .expected dd { color: var(--good); white-space: pre-wrap; }
.evidence dt::first-letter { text-transform: uppercase; }
.command { user-select: all; }
.exchanges, .reasons, .rows { margin-block: 0.25rem; padding: 0; list-style: none; }
.exchanges li { margin: 0.4rem 0; border: 1px solid var(--line); border-radius: 0.4rem; overflow: hidden; }
.who { margin: 0; padding: 0.15rem 0.6rem; background: var(--raised); color: var(--dim); font-size: 0.8rem; }
pre.came { border-top: 1px dashed var(--line); }
.reasons > li, .rows > li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.rows > li:last-child, .reasons > li:last-child { border-bottom: 0; }
.rows pre { margin-top: 0.25rem; border-radius: 0.3rem; }
.fold { padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
.nights { padding: 1rem 0; margin: 0; }
.nights:target { padding-inline: 0.75rem; }
.nights h3 { font-size: 1.1rem; }
.nights .fold { border-bottom: 0; }

.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; white-space: nowrap; }
thead th { color: var(--dim); font-weight: 600; }
tbody th { font-weight: 400; }
.matrix th, .matrix td { padding: 0.3rem 0.25rem; text-align: center; vertical-align: middle; }
.matrix thead th { vertical-align: bottom; }
.matrix thead th span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 400; }
.matrix th:first-child, .matrix td:nth-child(2), .matrix th:nth-child(2) { text-align: left; padding-right: 0.75rem; }
.matrix th:first-child { position: sticky; left: 0; z-index: 1; min-width: 8rem; max-width: 14rem; background: var(--page); white-space: normal; overflow-wrap: anywhere; }
.matrix td:nth-child(2) { min-width: 15rem; white-space: normal; }
.matrix small { display: block; }
.matrix td:nth-child(n + 3) { position: relative; min-width: 2rem; color: var(--tone); font-weight: 600; }
.areas td { color: var(--tone); }
.areas :is(th, td) { padding: 0.15rem 1rem 0.15rem 0; text-align: left; font-weight: 400; }
.matrix td.bad { background: color-mix(in srgb, var(--tone) 12%, var(--page)); }
.matrix tbody tr:hover > * { background: var(--raised); }
.matrix a { display: inline-block; min-height: 1.5rem; }

.strips { display: grid; grid-template-columns: max-content 1fr; align-items: center; gap: 0.35rem 1rem; margin: 0.75rem 0; font-size: 0.9rem; }
.strips div { display: contents; }
.strips dd { min-width: 0; }
.strip { display: flex; flex-wrap: wrap; gap: 0.1rem; margin: 0; padding: 0; list-style: none; }
.strip li {
  position: relative;
  flex: none;
  width: 0.9rem;
  height: 1.3rem;
  border-radius: 0.2rem;
  background: color-mix(in srgb, var(--tone) 16%, var(--page));
  color: var(--tone);
  font-size: 0.75rem;
  font-weight: 700;
  line-height: 1.3rem;
  text-align: center;
  overflow: hidden;
}
.strip li.empty { background: none; border: 1px solid var(--line); }
.bars { display: block; max-width: 100%; height: 2rem; border-bottom: 1px solid var(--line); }
.bars rect { fill: var(--part); }

@media (max-width: 34rem) {
  header { padding: 1rem; }
  h1 { font-size: 1.4rem; }
  .evidence div, .strips, .strips div { display: block; }
  .strips div { margin: 0.5rem 0; }
  article > details > :not(summary), .fold > :not(summary) { margin-left: 0; }
  .matrix th:first-child { min-width: 6.5rem; max-width: 6.5rem; }
  .matrix td:nth-child(2) { min-width: 10rem; }
}
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, search { display: none !important; }
  article, tr, header, .exchanges li { break-inside: avoid; }
  .wide { overflow: visible; }
  rect, .swatch, .strip li, header { print-color-adjust: exact; }
}
`;
