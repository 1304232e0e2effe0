const SCHEME = /^[a-z][a-z\d+.-]*:\/*/i;
const MORE = "…";

/**
 * An address as a message shows it: its origin. User name, password, path and query may hold a secret, so that `…` stands
 * for them, also in what is no URL.
 */
export function shownAddress(text: string): string {
  const [scheme = ""] = SCHEME.exec(text) ?? [];
  const rest = text.slice(scheme.length);
  if (rest.includes("@")) return `${scheme}${MORE}`;
  const [authority = ""] = /^[^/?#\\]*/.exec(rest) ?? [];
  return rest === authority || rest === `${authority}/` ? text : `${scheme}${authority}/${MORE}`;
}
