import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import { InapplicableError, UnofferedError } from "../../../engine/record/verdict.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";

/** Behind the path of the run. The base of callback URLs may be long, too. */
const MAX_GENERATED_CHARS = 240;
const UNRESERVED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
const SUB_DELIMITERS = "!$&'()*+,;=";
const ESCAPES = ["%20", "%2F", "%2f", "%3A", "%3a", "%25", "%C3%A9", "%c3%a9", "%E4%BD%A0", "%2B"];

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...UNRESERVED.split("")) },
  { weight: 2, arbitrary: fc.constantFrom(...SUB_DELIMITERS.split(""), ":", "@") },
  { weight: 1, arbitrary: fc.constantFrom(...ESCAPES) },
);

const segment = textOf(character, 12).filter((text) => text !== "." && text !== "..");
const path = fc
  .array(segment, { minLength: 1, maxLength: 10, size: "max" })
  .map((segments) => segments.join("/"));
/** Parsers of the WHATWG grammar escape an apostrophe in a query. */
const word = textOf(character, 6).map((text) => text.replaceAll("'", ""));
const member = fc.oneof(
  fc.tuple(word, word).map(([name, value]) => `k${name}=${value}`),
  word.map((name) => `flag${name}`),
);
const query = fc
  .array(member, { minLength: 1, maxLength: 8, size: "max" })
  .map((members) => `?${members.join("&")}`);
const subdomain = fc.stringMatching(/^[a-z][a-z0-9]{0,10}(?:-[a-z0-9]{1,6})?$/);

/** URLs in ordinary RFC 3986 syntax under the callback base: what every validator of HTTPS URLs accepts. */
export function callbackUrl(urls: CallbackUrls): Arbitrary<string> {
  const host = urls.varyHost ? fc.option(subdomain, { nil: undefined, freq: 3 }) : fc.constant(undefined);
  return fc
    .tuple(path, fc.option(query, { nil: "", freq: 3 }), host)
    .map(([rest, search, label]) => [`${rest}${search}`, label] as const)
    .filter(([rest]) => rest.length <= MAX_GENERATED_CHARS)
    .map(([rest, label]) => urls.under(rest, label));
}

/** Hand-picked URLs in ordinary syntax at which servers are known to stumble. Most have several such parts. */
export function ordinaryCorpus(urls: CallbackUrls): string[] {
  const rests = [
    "order-updates/delete/insert-coin/drop/%7Btenant%7D?update=1&union=eu&id=%7B%7B1%7D%7D&code=YWJj==&equation=a=b=c&number=007",
    "a//b///CamelCase/escapes/%2F%2f%3A%3a%25%20/utf8/%C3%A9/%e4%bd%a0/sub/!$&'()*+,;=:@-._~/trailing/slash/",
    "",
    "?only=query",
    "hook?token=t0k3n&access_token=a.b-c&secret=x&sig=5f0c&auth=1&password=p&utm_source=mail&utm_medium=cpc;",
    "dots.in.segment/file..name.json/select/script/6f1a3c52-9d04-4b7e-8c1f-0a2b3c4d5e6f/semicolon;v=1;w=2/plus+and%2Bplus?q=a+b%2Bc&a=1&b=2&a=3&empty=&flag.",
    "query?z=1&a=1&a=1&next=https%3A%2F%2Fother.example%2Fp%3Fx%3D1&url=https://other.example/path&z=/?:@",
    "amp?x=1&amp;y=2&lt;=3",
    `long/${"s".repeat(200)}`,
    "localhost/page.php/bytes/%FF%FE/docs/index.html",
  ];
  const hosts = urls.varyHost ? [urls.under("host", "3m-eu")] : [];
  const [bare = [], slashed = []] = urls.withoutPath().map((url) => [url]);
  /** Between two that differ little lies another one: to replace a URL by one like it is another requirement. */
  const [first = "", next = "", other = "", ...others] = rests.map((rest) => urls.under(rest));
  return [
    temptingUrl(urls),
    first,
    next,
    ...hosts,
    urls.under("query/empty?"),
    ...bare,
    other,
    ...slashed,
    ...others,
  ];
}

/**
 * Hosts as international names have them.
 * @throws {UnofferedError} where the run registers one host alone
 */
export function twoHyphenUrls(urls: CallbackUrls): readonly string[] {
  if (!urls.varyHost) {
    throw new UnofferedError("callback.varyHost", "This run registers callback URLs of one host alone.");
  }
  return ["xn--bcher-kva", "a--b"].map((label) => urls.under("host", label));
}

/**
 * A query right behind the host.
 * @throws {InapplicableError} where every URL of the run has a path
 */
export function queryBehindHost(urls: CallbackUrls): string {
  const [host] = urls.withoutPath();
  if (host !== undefined) return `${host}?query=1`;
  throw new InapplicableError("Every callback URL of this run has a path, by callback.base.");
}

/** One URL with much of what servers are tempted to tidy up. */
export function temptingUrl(urls: CallbackUrls): string {
  const url = `${urls.fresh()}/Case//%2f%C3%A9/~a;b=1,c'd(e)!f$g*h:i@j/+/a..b/.c/4111111111111111/o-updates/delete/?B=2&a=1&a=1&B=%20&e=&f&union=eu&u=https://x/?&v=%3a%2f%2f&token=t&utm_source=m&`;
  return urls.varyHost ? url.replace("https://", "https://www.") : url;
}

/** Where the characters lie that make a callback URL long. */
export type Filling = "path" | "segment" | "query" | "escapes" | "value" | "fragment";

/** Those that every validator of HTTPS URLs accepts; it may refuse a fragment. */
export const FILLINGS: readonly Filling[] = ["path", "query", "escapes", "segment", "value"];

/** How a part begins, and what it is filled up with. */
const LONG_PARTS: Readonly<Record<Filling, readonly [start: string, unit: string]>> = {
  path: ["p/", "abcdefg/"],
  segment: ["s", "s"],
  query: ["q?", "k=v&"],
  escapes: ["e/", "%C3%A9"],
  value: ["v?key=", "x"],
  fragment: ["f#", "x"],
};

/** A URL of exactly so many characters. */
export function urlOfLength(urls: CallbackUrls, length: number, filling: Filling): string {
  const [start, unit] = LONG_PARTS[filling];
  const stem = urls.under(start);
  const room = length - stem.length;
  const whole = unit.repeat(Math.floor(room / unit.length));
  return `${stem}${whole}${"z".repeat(room - whole.length)}`;
}

function textOf(unit: Arbitrary<string>, maxLength: number): Arbitrary<string> {
  return fc.array(unit, { minLength: 0, maxLength }).map((parts) => parts.join(""));
}
