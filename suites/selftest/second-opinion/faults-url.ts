import { alsoAccept, fault } from "./tools.ts";
import type { Exchange, Fault, Plan } from "./types.ts";

const LENGTH = "2.2 maximum length";
const SCHEME = "2.2 HTTPS URL";
const TYPE = "2.2 type";

const takes = (
  name: string,
  breaks: string,
  what: string,
  test: (url: unknown, x: Exchange, p: Plan) => boolean,
): Fault => fault(name, "any", breaks, what, (p) => alsoAccept(p, (url, x) => test(url, x, p)));

/** True for a string that matches. */
const like =
  (pattern: RegExp) =>
  (url: unknown): boolean =>
    typeof url === "string" && pattern.test(url);

/** URLs that are taken or refused against section 2.2. */
export const URL_FAULTS: Fault[] = [
  takes(
    "limit-513",
    LENGTH,
    "513 characters are taken",
    (u) => like(/^https:\/\//)(u) && String(u).length === 513,
  ),
  takes("http", SCHEME, "http is taken", like(/^http:\/\/\S+$/)),
  takes(
    "no-scheme",
    SCHEME,
    "a host and path without a scheme are taken",
    like(/^[a-z\d-]+(\.[a-z\d-]+)+(\/\S*)?$/i),
  ),
  takes(
    "https-inside-query",
    SCHEME,
    "http is taken with https:// in its query",
    like(/^http:\/\/\S*\?\S*https:\/\//),
  ),
  takes("https-no-host", SCHEME, "https:// without a host is taken", like(/^https:\/\/$/)),
  takes("blank-inside", SCHEME, "blanks inside are taken", like(/^https:\/\/\S+ .*\S$/)),
  takes(
    "tab-lead",
    SCHEME,
    "white space before or after is taken",
    like(/^\s+https:\/\/\S+$|^https:\/\/\S+\s+$/),
  ),
  takes("blank-only", SCHEME, "a string of blanks is taken", like(/^\s+$/)),
  takes("empty", SCHEME, "the empty string is taken", like(/^$/)),
  takes("word", SCHEME, "any word is taken", like(/^[\w-]+$/)),
  takes("absent", "2.2 required", "a body without callbackUrl is taken", (u) => u === undefined),
  takes("null", TYPE, "callbackUrl null is taken", (u) => u === null),
  takes("number", TYPE, "callbackUrl as a number is taken", (u) => typeof u === "number"),
];
