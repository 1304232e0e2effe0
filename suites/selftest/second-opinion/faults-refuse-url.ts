import { alsoRefuse, fault, wrap } from "./tools.ts";
import type { Exchange, Fault } from "./types.ts";

const LENGTH = "2.2 maximum length";
const SCHEME = "2.2 HTTPS URL";
const TYPE = "2.2 type";

const drops = (name: string, what: string, test: (url: string, x: Exchange) => boolean): Fault =>
  fault(name, "any", SCHEME, what, (p) => alsoRefuse(p, test));

/** Legal URLs that are refused, and illegal ones that seem to be taken. */
export const REFUSE_URL_FAULTS: Fault[] = [
  drops("limit-511", "512 characters are refused", (url) => url.length === 512),
  drops("limit-255", "more than 255 characters are refused", (url) => url.length > 255),
  drops("limit-500", "more than 500 characters are refused", (url) => url.length > 500),
  fault("array-of-one", "any", TYPE, "an array of one URL is taken as that URL", (p) =>
    wrap(p, "pick", (old) => (body, x) => {
      const url = old(body, x);
      return Array.isArray(url) && url.length === 1 ? (url[0] as unknown) : url;
    }),
  ),
  fault(
    "no-op-absent",
    "any",
    "2.2 required",
    "a register without callbackUrl answers true and changes nothing",
    (p) =>
      wrap(
        p,
        "refuse",
        (old) => (why, x) =>
          why === "bad-url" && !x.body.includes("callbackUrl") ? p.accept(true, x) : old(why, x),
      ),
  ),
  fault("no-op-long", "any", LENGTH, "a URL that is too long answers true and changes nothing", (p) =>
    wrap(
      p,
      "refuse",
      (old) => (why, x) => (why === "bad-url" && x.body.length > 530 ? p.accept(true, x) : old(why, x)),
    ),
  ),
  fault("no-op-http", "any", SCHEME, "an http URL answers true and changes nothing", (p) =>
    wrap(
      p,
      "refuse",
      (old) => (why, x) =>
        why === "bad-url" && /"http:/.test(x.body.toString()) ? p.accept(true, x) : old(why, x),
    ),
  ),
  fault(
    "no-op-malformed",
    "any",
    "4.2 request body",
    "malformed JSON answers true and changes nothing",
    (p) => wrap(p, "refuse", (old) => (why, x) => (why === "bad-body" ? p.accept(true, x) : old(why, x))),
  ),
  fault("no-op-empty", "any", "4.2 request body", "an empty body answers true and changes nothing", (p) =>
    wrap(
      p,
      "refuse",
      (old) => (why, x) => (why === "bad-body" && x.body.length === 0 ? p.accept(true, x) : old(why, x)),
    ),
  ),
  drops("drops-query", "URLs with a query are refused", (url) => url.includes("?")),
  drops("drops-percent", "URLs with percent-encoding are refused", (url) => url.includes("%")),
  drops("drops-capitals", "URLs with capitals in the path are refused", (url) =>
    /^https:\/\/[^/]+\/.*[A-Z]/.test(url),
  ),
  drops("drops-no-path", "URLs without a path are refused", (url) => /^https:\/\/[^/]+$/.test(url)),
  drops("drops-slash", "URLs that end with a slash are refused", (url) => url.endsWith("/")),
  drops("drops-256", "exactly 256 characters are refused", (url) => url.length === 256),
  drops(
    "drops-long-query",
    "queries over 200 characters are refused",
    (url) => (url.split("?")[1] ?? "").length > 200,
  ),
  drops("drops-ampersand", "URLs with an ampersand are refused", (url) => url.includes("&")),
];
