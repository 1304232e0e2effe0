/** The parts of a URL as written: nothing is decoded, lower-cased or filled in. */
export interface UrlParts {
  readonly url: string;
  readonly authority: string;
  /** Without userinfo and port; empty: no host. */
  readonly host: string;
  /** Path, query and fragment. */
  readonly rest: string;
}

/** Splits `scheme://authority rest`; for any other shape authority and host are empty. */
export function urlParts(url: string): UrlParts {
  const [, authority = "", rest = ""] = /^[^:/?#]+:\/\/([^/?#]*)([^]*)$/.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:[^:\]]*$/, "");
  return { url, authority, host, rest };
}
