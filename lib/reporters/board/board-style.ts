/** Styles of the board, in addition to those of the results page. */
export const BOARD_STYLE = `
body { max-width: 84rem; }
h1 { display: block; }
.stale { padding: 0 0.3rem; border: 1px dashed var(--warn); border-radius: 0.2rem; color: var(--warn); white-space: nowrap; }
.matrix th, .matrix td { padding: 0.3rem 0.25rem; text-align: center; vertical-align: middle; }
.matrix thead th { vertical-align: bottom; }
.matrix thead th span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 400; }
.matrix th:first-child, .matrix td:nth-child(2), .matrix th:nth-child(2) { text-align: left; padding-right: 0.75rem; }
.matrix th:first-child { position: sticky; left: 0; z-index: 1; min-width: 8rem; max-width: 14rem; background: var(--page); white-space: normal; overflow-wrap: anywhere; }
.matrix td:nth-child(2) { min-width: 15rem; white-space: normal; }
.matrix small { display: block; }
.matrix td:nth-child(n + 3) { position: relative; min-width: 2rem; color: var(--tone); font-weight: 600; }
.matrix td.bad { background: color-mix(in srgb, var(--tone) 12%, var(--page)); }
.matrix tbody tr:hover > * { background: var(--raised); }
.matrix a { display: inline-block; min-height: 1.5rem; }
article { padding: 1rem 0; margin: 0; }
article h3 { font-family: inherit; font-size: 1.1rem; overflow-wrap: anywhere; }
article:target { padding-left: 0.75rem; padding-right: 0.75rem; }
article .strips { margin: 0.75rem 0; }
article .strips div { display: contents; }
article .strips dt { width: auto; }
article .fold { border-bottom: 0; }
.areas { padding-left: 1.25rem; margin: 0.25rem 0; }
.nights { flex-wrap: wrap; gap: 0.1rem; }
.nights li { flex: none; width: 0.8rem; height: 1.1rem; border-radius: 0.15rem; font-size: 0.7rem; line-height: 1.1rem; overflow: hidden; }
.nights li.empty { background: none; border: 1px solid var(--line); }
.nights li:last-child { outline: none; }
.bars { display: block; width: 100%; max-width: 54rem; height: 2rem; border-bottom: 1px solid var(--line); }
.bars rect { fill: var(--part); }
@media (max-width: 34rem) {
  .matrix th:first-child { min-width: 6.5rem; max-width: 6.5rem; }
  .matrix td:nth-child(2) { min-width: 10rem; }
  article .strips div { display: block; }
}
@media print { .wide { overflow: visible; } .bars rect { print-color-adjust: exact; } }
`;
