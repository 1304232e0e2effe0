/** A part of the page with a link in its head. */
export interface PageSection {
  readonly id: string;
  /** HTML of the suite. */
  readonly title: string;
  readonly count?: number;
  /** HTML. */
  readonly body: string;
}

/** A section with its heading. An empty section is omitted. */
export function sectionHtml({ id, title, count, body }: PageSection): string {
  const number = count === undefined ? "" : ` <small>${count}</small>`;
  return `<section id="${id}" aria-labelledby="${id}-title" data-group>
<h2 id="${id}-title">${title}${number}</h2>
${body}
</section>`;
}

/** Links to the sections. */
export function sectionsNav(sections: readonly PageSection[]): string {
  const items = sections.map(
    ({ id, title, count }) =>
      `<li><a href="#${id}">${title}</a>${count === undefined ? "" : ` <small>${count}</small>`}</li>`,
  );
  return `<nav aria-label="Parts of this page"><ul>${items.join("")}</ul></nav>`;
}
