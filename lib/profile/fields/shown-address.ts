const SCHEME = /^[a-z][a-z\d+.-]*:\/*/i;
const MORE = "…";

/**
 * Shows an address by its origin. User name, password, path and query may contain a secret and become `…`, also in an
 * invalid URL.
 */
export function shownAddress(text: string): string {
  const [scheme = ""] = SCHEME.exec(text) ?? [];
  const rest = text.slice(scheme.length);
  if (rest.includes("@")) return `${scheme}${MORE}`;
  const [authority = ""] = /^[^/?#\\]*/.exec(rest) ?? [];
  return rest === authority || rest === `${authority}/` ? text : `${scheme}${authority}/${MORE}`;
}
