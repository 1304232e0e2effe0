/** Styles of all pages: light or dark as the system of the reader, and for print. */
export const BASE_STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e8eb);
  --dim: light-dark(#57606a, #9aa4af);
  --line: light-dark(#d8dee4, #3a424b);
  --page: light-dark(#ffffff, #16191d);
  --raised: light-dark(#f3f5f7, #21262c);
  --link: light-dark(#0b57b3, #82b6ff);
  --found: light-dark(#fff3c4, #3d340f);
  --stated: light-dark(#b3261e, #ff9d94);
  --inferred: light-dark(#8a4b00, #ffb86b);
  --advisory: light-dark(#6b5d00, #e0cc5a);
  --unspecified: light-dark(#6b3fb5, #c7a6ff);
  --pinned: light-dark(#0b57b3, #82b6ff);
}
* { box-sizing: border-box; }
body {
  max-width: 46rem;
  margin: 0 auto;
  padding: 1rem 1rem 4rem;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 0.2rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.5rem; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
h3 { font-size: 1rem; margin: 0; }
h3 a, li a, code, pre { font-family: ui-monospace, monospace; font-size: 0.95em; }
h3 a { text-decoration: none; }
h3 a:hover { text-decoration: underline; }
p { margin: 0.25rem 0; }
code { background: var(--raised); border-radius: 0.2rem; padding: 0 0.2rem; }
small, .because, .facts, dd { color: var(--dim); }
dl div { display: flex; flex-wrap: wrap; gap: 0 0.5rem; margin: 0.25rem 0; }
dt { min-width: 6.5rem; }
dd { margin: 0; flex: 1 1 16rem; }
nav h2 { font-size: 1rem; margin: 1.25rem 0 0.25rem; border: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0; list-style: none; }
article { padding: 0.75rem; margin: 0 -0.75rem; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
article:target { background: var(--found); border-radius: 0.4rem; }
article ul { margin: 0.25rem 0; padding-left: 1.25rem; }
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
[hidden] { display: none !important; }
.level { font-size: 0.8rem; font-weight: 600; white-space: nowrap; }
.stated { color: var(--stated); }
.inferred { color: var(--inferred); }
.advisory { color: var(--advisory); }
.unspecified { color: var(--unspecified); }
.pinned { color: var(--pinned); }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, search { display: none !important; }
  article, tr { break-inside: avoid; }
}
`;
