import { TransportFailure } from "../../../lib/http/transport-failure.ts";
import type { WireAnswer, WireRequest } from "../../../lib/http/transport.ts";
import { answeringEach, hasHeader, type MakeFront, page } from "./fronts.ts";
import type { World } from "./world.ts";

const RESTART_AT = 300;
const PAGES = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530];
const FIREWALLED = /javascript:|<script|union select|\.\.\/|etc\/passwd|%00/i;
const MAX_HEADER_BYTES = 8_192;
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

/** A page for each n-th request, a status after the other. */
function pagesEach(step: number, statuses: readonly number[]): MakeFront {
  return () => {
    let sent = 0;
    return async (request, next) => {
      sent += 1;
      return sent % step === 0 ? page(statuses[(sent / step) % statuses.length] ?? 502) : next(request);
    };
  };
}

/** A page for the requests that something in front of the target blocks. */
function blocking(status: number, isBlocked: (request: WireRequest) => boolean): MakeFront {
  return () => async (request, next) => (isBlocked(request) ? page(status) : next(request));
}

const sizeOf = ({ headers }: WireRequest) =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);

const textOf = ({ path, headers, body }: WireRequest) =>
  [
    decodeURIComponent(path.replaceAll(/%(?![\da-f]{2})/gi, "%25")),
    ...headers.flat(),
    Buffer.from(body ?? []).toString(),
  ].join(" ");

const WAYS: Readonly<Record<string, MakeFront>> = {
  "a target that restarts for 6 s": restart(6_000, refuseConnection),
  "a target that restarts for 25 s": restart(25_000, refuseConnection),
  "a target that restarts for 25 s behind a gateway": restart(25_000, () => page(502)),
  "a content delivery network with a page for each 97th request": pagesEach(97, PAGES),
  "a load balancer with a late 408 for each 60th request": answeringEach(
    (number) => number % 60 === 0,
    () => page(408),
  ),
  "a firewall that answers words with 403": blocking(403, (request) => FIREWALLED.test(textOf(request))),
  "a gateway that answers Expect with 417": blocking(417, (request) => hasHeader(request, "expect")),
  "a gateway that answers long headers with 431": blocking(
    431,
    (request) => sizeOf(request) > MAX_HEADER_BYTES,
  ),
  "a gateway that answers long bodies with 413": blocking(
    413,
    ({ body }) => (body?.byteLength ?? 0) > MAX_BODY_BYTES,
  ),
};

/** A request that gateways commonly block is not waited for while a gateway answers. */
const UNDECIDED: Readonly<Record<string, readonly string[]>> = {
  "a target that restarts for 25 s behind a gateway": ["api-key.no-detour"],
};

export const ofWays: readonly World[] = Object.entries(WAYS).map(([name, front]): World => ({
  name,
  front,
  depth: "standard",
  expected: { inconclusive: UNDECIDED[name] ?? [] },
}));
