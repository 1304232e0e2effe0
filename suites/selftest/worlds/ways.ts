import { TransportFailure } from "../../../lib/http/transport-failure.ts";
import type { WireAnswer, WireRequest } from "../../../lib/http/transport.ts";
import { readJson } from "../../../lib/api/json/json.ts";
import { answeringEach, eachNth, blocking, errorInJson, hasHeader, type MakeFront, page } from "./fronts.ts";
import type { Expected, World } from "./world.ts";

const RESTART_AT = 300;
const PAGES = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530];
const FIREWALLED = /javascript:|<script|union select|\.\.\/|etc\/passwd|%00/i;
const MAX_HEADER_BYTES = 1_024;
const MAX_BODY_BYTES = 65_536;

/** The target is away for so long from a request on. */
function restart(ms: number, gone: () => WireAnswer): MakeFront {
  return ({ now }) => {
    let sent = 0;
    let backAt = Infinity;
    return async (request, next) => {
      if ((sent += 1) === RESTART_AT) backAt = now() + ms;
      return sent >= RESTART_AT && now() < backAt ? gone() : next(request);
    };
  };
}

function refuseConnection(): never {
  const facts = { kind: "unreachable", code: "ECONNREFUSED", applied: "no" } as const;
  throw new TransportFailure("nothing listens there", facts);
}

function isJson({ headers, body }: WireRequest): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "application/json";
  return type === "application/json" && (body === undefined || readJson(body).ok);
}

const isTooLongInHeaders = ({ headers }: WireRequest) =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_HEADER_BYTES;

const isTooLongInBody = ({ body }: WireRequest) => (body?.byteLength ?? 0) > MAX_BODY_BYTES;

const isFirewalled = ({ path, headers, body }: WireRequest) =>
  FIREWALLED.test([path, ...headers.flat(), Buffer.from(body ?? []).toString()].join(" "));

const bodyHas =
  (words: RegExp) =>
  ({ body }: WireRequest): boolean =>
    words.test(Buffer.from(body ?? []).toString());

/** Each layer between the suite and the reference, with the verdicts of a run behind it that are not "passed". */
export const WAYS: readonly (readonly [name: string, front: MakeFront, expected?: Expected])[] = [
  ["a target that restarts for 6 s", restart(6_000, refuseConnection)],
  ["a target that restarts for 25 s", restart(25_000, refuseConnection)],
  [
    "a target that restarts for 25 s behind a gateway",
    restart(25_000, () => page(502)),
    // The page could be the gateway's answer to this request alone, so the run does not wait.
    { inconclusive: ["api-key.no-detour"] },
  ],
  [
    "a content delivery network with a page for each 97th request",
    answeringEach(
      (number) => number % 97 === 0,
      (number) => page(PAGES[(number / 97) % PAGES.length] ?? 502),
    ),
  ],
  ["a load balancer with a late 408 for each 60th request", eachNth(60, page(408))],
  [
    "a content delivery network with a riddle for each 97th request",
    eachNth(97, { ...page(403), headers: [["cf-mitigated", "challenge"]] }),
  ],
  ...[
    { ...page(200), what: "with HTTP 200" },
    { ...page(202), headers: [["x-amzn-waf-action", "challenge"]] as const, what: "in a header" },
    { ...page(304), body: new Uint8Array(), what: "as if it had kept the answer" },
  ].map(
    ({ what, ...answer }) =>
      [`a firewall that answers each 97th request by itself, ${what}`, eachNth(97, answer)] as const,
  ),
  [
    "a router that leads escaped and double slashes elsewhere",
    blocking(307, ({ path }) => /%2f|\/\//i.test(path)),
    { warned: ["envelope.gateway-pages"] },
  ],
  ...[400, 404].map(
    (status) =>
      [
        `a router that answers escaped and double slashes with ${status}`,
        blocking(status, ({ path }) => /%2f|\/\//i.test(path)),
        { warned: ["envelope.gateway-pages"] },
      ] as const,
  ),
  [
    "a firewall that answers requests without Accept or with other scripts with 403",
    blocking(
      403,
      (request) =>
        !hasHeader(request, "accept") ||
        /[\x80-\xff]/.test(Buffer.from(request.body ?? []).toString("latin1")),
    ),
    { warned: ["envelope.gateway-pages"] },
  ],
  ["a gateway with an error in JSON of its own for each 97th request", eachNth(97, errorInJson, 96)],
  [
    "a firewall that answers uncommon characters of URLs with 403",
    blocking(403, bodyHas(/[()'$!]/)),
    { warned: ["envelope.gateway-pages"] },
  ],
  [
    "a firewall that answers words of SQL and two dots with 403",
    blocking(403, bodyHas(/\b(?:select|union|delete)\b|\.\./)),
    { warned: ["envelope.gateway-pages"] },
  ],
  [
    "a firewall that answers other types of content, and what is no JSON, with 403",
    blocking(403, (request) => !isJson(request)),
    { warned: ["envelope.gateway-pages"] },
  ],
  ["a gateway with a 425 for each 67th request", eachNth(67, page(425))],
  [
    "a firewall that answers addresses of machines with 403",
    blocking(403, bodyHas(/https?:\/\/\d+\.\d+\./)),
    { warned: ["envelope.gateway-pages"] },
  ],
  ...[200, 406].map(
    (status) =>
      [
        `a firewall that answers words with ${status}`,
        blocking(status, bodyHas(FIREWALLED)),
        { warned: ["envelope.gateway-pages"] },
      ] as const,
  ),
  [
    "a firewall that answers words with 403",
    blocking(403, isFirewalled),
    { warned: ["envelope.gateway-pages"] },
  ],
  [
    "a gateway that answers Expect with 417",
    blocking(417, (request) => hasHeader(request, "expect")),
    { inapplicable: ["dialects.expect-continue"] },
  ],
  [
    "a firewall that answers headers of tracing with 403",
    blocking(403, (request) => hasHeader(request, "traceparent")),
    { warned: ["envelope.gateway-pages"], inapplicable: ["dialects.client-headers"] },
  ],
  [
    "a firewall that answers other schemes and broken lines with 403",
    blocking(403, bodyHas(/"(?:ftp|ws|gopher|mailto|data):|\\[rn]/)),
    { warned: ["envelope.gateway-pages"] },
  ],
  [
    "a firewall that answers values of more than 400 characters with 403",
    blocking(403, bodyHas(/"[^"]{401}/)),
    {
      warned: ["envelope.gateway-pages"],
      inconclusive: ["callback-url.max-length", "callback-url.over-length"],
    },
  ],
  [
    "a firewall that answers clients of scripts with 403",
    blocking(403, ({ headers }) =>
      headers.some(
        ([name, value]) => /^user-agent$/i.test(name) && /curl|python|okhttp|go-http/i.test(value),
      ),
    ),
    { inapplicable: ["dialects.client-names"] },
  ],
  ["a gateway that answers long headers with 431", blocking(431, isTooLongInHeaders)],
  ["a gateway that answers long bodies with 413", blocking(413, isTooLongInBody)],
];

export const ofWays: readonly World[] = WAYS.map(([name, front, expected]): World => ({
  name,
  front,
  depth: "standard",
  expected: { inconclusive: [], ...expected },
}));
