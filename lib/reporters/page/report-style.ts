/** Styles of the results page, in addition to those of all pages. */
export const REPORT_STYLE = `
:root {
  --good: light-dark(#13693a, #5fce8b);
  --part: light-dark(#0b6672, #6cc7d1);
  --bad: light-dark(#b3261e, #ff9d94);
  --warn: light-dark(#7d5600, #f0bd55);
  --open: light-dark(#0b5394, #82b6ff);
  --none: light-dark(#57606a, #9aa4af);
  --code: light-dark(#f6f8fa, #1d2126);
}
body { max-width: 56rem; }
.good { --tone: var(--good); }
.part { --tone: var(--part); }
.bad { --tone: var(--bad); }
.warn { --tone: var(--warn); }
.open { --tone: var(--open); }
.none { --tone: var(--none); }
strong.good, strong.part, strong.bad, strong.warn, strong.open, strong.none { color: var(--tone); white-space: nowrap; }
header.verdict {
  margin: 0.5rem 0 0;
  padding: 1.25rem 1.5rem 1rem;
  border: 1px solid color-mix(in srgb, var(--tone) 35%, var(--line));
  border-left: 0.4rem solid var(--tone);
  border-radius: 0.6rem;
  background: color-mix(in srgb, var(--tone) 5%, var(--page));
}
.eyebrow { color: var(--dim); font-size: 0.85rem; }
h1 { margin: 0.25rem 0 0.5rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; font-size: 1.75rem; }
h1 .said { color: var(--tone); white-space: nowrap; }
.lead { font-size: 1.05rem; }
.why { color: var(--text); white-space: pre-line; }
.judged { margin: 1rem 0 0.35rem; }
.bar { display: block; width: 100%; height: 0.6rem; border-radius: 0.3rem; }
.bar rect { fill: var(--tone); }
.legend, footer ul { display: flex; flex-wrap: wrap; gap: 0.1rem 1.25rem; margin: 0.4rem 0 0; padding: 0; list-style: none; }
.legend { color: var(--dim); font-size: 0.9rem; }
.swatch { display: inline-block; width: 0.7rem; height: 0.7rem; margin-right: 0.4rem; border-radius: 0.2rem; background: var(--tone); }
header.verdict dl { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin: 1.1rem 0 0.25rem; }
header.verdict dl div { display: block; margin: 0; }
header.verdict dt { min-width: 0; color: var(--dim); font-size: 0.8rem; }
header.verdict dd { flex: none; color: var(--text); }
header.verdict code { padding: 0; background: none; }
nav { margin: 1.25rem 0 0; }
nav a, footer a { font-family: inherit; font-size: 1em; }
section { margin: 0; }
h2 { padding-bottom: 0.2rem; }
h2 small { font-weight: 400; }
h4 { margin: 0.9rem 0 0.25rem; font-size: 0.9rem; color: var(--dim); font-weight: 600; }
summary { cursor: pointer; }
summary h3 { display: inline; }
article { padding: 0.9rem 0.75rem; }
article h3 { font-family: ui-monospace, monospace; font-size: 1rem; }
article > details > :not(summary) { margin-left: 1.1rem; }
article dl { margin-top: 0.6rem; margin-bottom: 0.6rem; }
article dl div { flex-wrap: nowrap; gap: 0 0.75rem; margin: 0.3rem 0; }
article dt { flex: none; min-width: 0; width: 6rem; color: var(--dim); font-size: 0.9rem; }
article dd { flex: 1; min-width: 0; color: var(--text); }
dd code { white-space: pre-wrap; }
#failures summary h3, #failures .actual code { color: var(--bad); }
#failures .expected dd { color: var(--good); white-space: pre-wrap; }
.command { user-select: all; }
.exchanges { margin-block: 0; padding: 0; list-style: none; }
.exchanges li { margin: 0.4rem 0; border: 1px solid var(--line); border-radius: 0.4rem; overflow: hidden; }
.who { margin: 0; padding: 0.15rem 0.6rem; background: var(--raised); color: var(--dim); font-size: 0.8rem; }
pre { margin: 0; padding: 0.35rem 0.6rem; background: var(--code); font-size: 0.85rem; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.came { border-top: 1px dashed var(--line); }
.reasons, .rows { margin: 0.25rem 0; padding: 0; list-style: none; }
.reasons > li, .rows > li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.rows > li:last-child, .reasons > li:last-child { border-bottom: 0; }
.rows pre { margin-top: 0.25rem; border-radius: 0.3rem; }
.ids { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; margin: 0.25rem 0; padding: 0; list-style: none; }
.fold { padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
.fold > :not(summary) { margin-left: 1.1rem; }
section > h3 { margin-top: 0.75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { color: var(--dim); font-weight: 600; }
tbody th { font-weight: 400; }
th, td { white-space: nowrap; }
tfoot th, tfoot td { font-weight: 600; border-bottom: 0; }
.strips { display: grid; grid-template-columns: max-content 1fr; align-items: center; gap: 0.35rem 1rem; font-size: 0.9rem; }
.strips div { display: contents; }
.strips dd { min-width: 0; }
.strip { display: flex; gap: 0.15rem; margin: 0; padding: 0; list-style: none; }
.strip li {
  position: relative;
  flex: 1 1 0;
  min-width: 0;
  max-width: 1.25rem;
  height: 1.5rem;
  border-radius: 0.25rem;
  background: color-mix(in srgb, var(--tone) 16%, var(--page));
  color: var(--tone);
  font-size: 0.85rem;
  font-weight: 700;
  line-height: 1.5rem;
  text-align: center;
}
.strip li:last-child { outline: 1px solid var(--tone); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (max-width: 34rem) {
  header.verdict { padding: 1rem; }
  h1 { font-size: 1.4rem; }
  article dl div, .strips { display: block; }
  .strips div { display: block; margin: 0.5rem 0; }
  .strip li { font-size: 0.6rem; }
  article > details > :not(summary), .fold > :not(summary) { margin-left: 0; }
}
@media print {
  header.verdict, .exchanges li { break-inside: avoid; }
  .bar rect, .swatch, .strip li, header.verdict { print-color-adjust: exact; }
}
`;
