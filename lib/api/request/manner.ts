import type { Draft } from "./draft.ts";

type Manner = (draft: Draft) => Draft;

/** How clients of other languages write the same request. None of it makes a wrong one right. */
const MANNERS: readonly Manner[] = [
  (draft) => draft,
  withSpaces,
  (draft) => ({ ...draft, ...OF_A_BROWSER }),
  (draft) => ({
    ...draft,
    ...(draft.contentType !== undefined && { contentType: `${draft.contentType}; charset=utf-8` }),
  }),
];

/** The headers in which a browser names itself. No answer may depend on them. */
export const OF_A_BROWSER = {
  accept: "application/json, text/plain, */*",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
} as const satisfies Partial<Draft>;

/** The same request, in the manner of a turn. */
export function inManner(draft: Draft, turn: number): Draft {
  return MANNERS[turn % MANNERS.length]?.(draft) ?? draft;
}

/** White space between the tokens of a body, and its slashes escaped. */
function withSpaces(draft: Draft): Draft {
  if (draft.url === undefined) return draft;
  const value = JSON.stringify(draft.url).replaceAll("/", String.raw`\/`);
  return { ...draft, body: Buffer.from(`{ "callbackUrl" : ${value} }`) };
}
