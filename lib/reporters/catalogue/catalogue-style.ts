/** Styles of the catalogue page, in addition to those of all pages. */
export const CATALOGUE_STYLE = `
.unjudged { color: var(--text); border: 1px dashed var(--dim); border-radius: 0.3rem; padding: 0 0.3rem; font-size: 0.8rem; }
`;
