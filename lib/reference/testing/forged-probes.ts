import { ALPHA, BETA } from "./ask.ts";
import type { Probe } from "./probe.ts";

const HOST = "https://callback.example";
const WRONG = "0".repeat(64);
const bodyWith = (callbackUrl: string) => JSON.stringify({ callbackUrl });
const register = (more: Partial<Probe> = {}): Probe => ({
  operation: "register",
  body: bodyWith(`${HOST}/signed`),
  ...more,
});
const query: Probe = { operation: "query" };
const disable: Probe = { operation: "disable" };

/** A register with a wrong signature of a merchant who has no configuration yet. */
export function newcomer(): Probe[] {
  return [register({ signature: () => WRONG }), query];
}

/** Requests whose signature headers are wrong in one way each. */
export function forgeries(): Probe[] {
  const url = register();
  const one = register({ nonce: "once", timestamp: "1767323200000" });
  const partsOfOne = {
    path: "/abc/v1/webhook/register",
    timestamp: "1767323200000",
    nonce: "once",
    body: Buffer.from(one.body ?? ""),
  };
  const forged: Partial<Probe>[] = [
    { signature: () => "" },
    { signature: () => WRONG },
    { signature: () => WRONG, body: bodyWith(`${HOST}/${"long/".repeat(99)}`) },
    { signature: (right) => right.slice(0, 16) },
    { signature: (right) => `${right}00` },
    { secret: BETA.secret },
    { secret: "" },
    { secret: ALPHA.apiKey },
    { timestamp: "0" },
    { timestamp: "999999999999999" },
    { signed: { method: "GET" } },
    { signed: partsOfOne },
    { signed: { path: "/abc/v1/webhook/query" } },
    { signed: { path: "/abc/v1/webhook/disable" } },
    { signed: { body: Buffer.from("{}") } },
    { signed: { nonce: "nonce-0.0" } },
    { key: ALPHA.apiKey, signed: { apiKey: BETA.apiKey }, secret: BETA.secret },
    { timestamp: "" },
    { timestamp: "1767323200000.5" },
    { timestamp: "tomorrow" },
    { age: -301_000 },
    { age: 301_000 },
    { nonce: "" },
  ];
  const fresh = forged.map((probe, index) => ({ ...probe, connection: `c${index}` }));
  const earlier = { signedAge: -1000 };
  const again = [one, one, { ...one, body: bodyWith(`${HOST}/other`) }];
  const others = [
    { ...one, connection: "elsewhere" },
    { ...query, nonce: "once" },
    { ...disable, nonce: "once" },
    query,
    { ...url, ...earlier },
    { ...disable, ...earlier },
  ];
  const whileDisabled: Probe[] = [
    disable,
    { ...query, nonce: "once" },
    { ...url, signature: () => WRONG },
    query,
    { ...query, by: "beta", nonce: "twice" },
    { ...query, by: "beta", nonce: "twice" },
  ];
  const attempts = [...forged, ...fresh].flatMap((probe) =>
    [url, query, disable].flatMap((base) => [url, { ...base, ...probe }, query]),
  );
  const reads = Array.from({ length: 8 }, () => query);
  return [one, ...again, ...others, ...attempts, ...whileDisabled, ...reads, one];
}
