/** A way to write path and query of a callback URL, around the token that identifies it. */
export interface UrlForm {
  /** Completes "a callback URL with …". */
  readonly name: string;
  readonly write: (token: string) => string;
}

/** Path and query hold an escaped octet, letters of both cases, and a semicolon: what a sender changes shows. */
export const USUAL_FORM: UrlForm = {
  name: "escapes and semicolons in path and query",
  write: (token) => `In%2FOut;v=1/${token}?T=${token}&m=A%26b;c`,
};

/** Nothing that a sender could change. */
export const PLAIN_FORM: UrlForm = { name: "a plain path and no query", write: (token) => token };

/** Two such URLs differ in their queries only. */
export const SAME_PATH_FORM: UrlForm = {
  name: "a path that other URLs have too",
  write: (token) => `Same/Path?T=${token}`,
};

/** Forms of RFC 3986 that no HTTP client and no standard parser of URLs rewrites. */
export const ORDINARY_FORMS: readonly UrlForm[] = [
  PLAIN_FORM,
  {
    name: "members of the query out of order, repeated, and without a value",
    write: (token) => `${token}?z=1&a=2&z=0&A=3&b&c=`,
  },
  { name: "doubled slashes", write: (token) => `In//${token}//Out?u=a//b` },
  { name: "a slash at the end of the path", write: (token) => `${token}/?q=/` },
  { name: "escapes in lower case, and plus signs", write: (token) => `caf%c3%a9+x/${token}?q=%e2%82%ac+1` },
  { name: "sub-delimiters", write: (token) => `a!$&'()*+,;=:@~-._/${token}?q=!$()*,:@/?` },
];

/** Forms that HTTP clients in wide use rewrite before they send a request. */
export const REWRITTEN_FORMS: readonly UrlForm[] = [
  { name: "dot segments", write: (token) => `a/./b/../${token}` },
  { name: "an empty query", write: (token) => `${token}?` },
  { name: "escapes of letters and of a tilde", write: (token) => `%41%7e/${token}?q=%62` },
  { name: "an apostrophe in the query", write: (token) => `${token}?q='a'` },
];
