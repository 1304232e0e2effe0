import { ALPHA, BETA } from "./ask.ts";
import type { Probe } from "./probe.ts";

const URL = "https://callback.example/detour";
const register: Probe = { operation: "register", body: JSON.stringify({ callbackUrl: URL }) };
const query: Probe = { operation: "query" };
const WRONG_SIGNATURE = "0".repeat(64);

/** Valid requests as other clients write them, and with what belongs elsewhere. */
export function dialects(): Probe[] {
  const spellings = [
    `{"callbackUrl":${JSON.stringify(URL).replaceAll("/", String.raw`\/`)}}`,
    `{"callbackUrl":${JSON.stringify(URL).replace("h", String.raw`\u0068`)}}`,
    JSON.stringify({ callbackUrl: URL }, undefined, 2),
    `{"callbackUrl":"${URL}"}\n`,
  ];
  return [
    ...spellings.flatMap((body) => [{ ...register, body }, query]),
    { ...register, query: "callbackUrl=https%3A%2F%2Fcallback.example%2Fin-query" },
    query,
    ...["*/*", "application/json"].map((accept) => ({ ...query, headers: { accept } })),
  ];
}

/** Requests that nobody may be served, each by a way on which a server may forget to look. */
export function detours(mode: "api-key" | "signed"): Probe[] {
  const forged: Partial<Probe> =
    mode === "signed" ? { signature: () => WRONG_SIGNATURE } : { key: "unknown" };
  const headers: Record<string, string>[] = [
    { "x-merchant-id": "M0001" },
    { "x-user-id": "M0001" },
    { "x-forwarded-for": "127.0.0.1" },
    { "x-real-ip": "127.0.0.1" },
    { "x-original-url": "/" },
    { authorization: "Bearer null" },
  ];
  const paths = ["webhook/query/", "webhook//query", "webhook/query;v=1", "WEBHOOK/QUERY"];
  return [
    ...headers.map((one) => ({ ...query, ...forged, headers: one })),
    ...paths.map((path) => ({ ...forged, operation: `/abc/v1/${path}` })),
    { ...query, ...forged, query: "page=1" },
    { ...query, ...forged, method: "PUT" },
    { ...register, ...forged, contentType: "application/json; charset=utf-8" },
    { ...register, ...forged, body: JSON.stringify({ callbackUrl: URL, note: "x".repeat(1024) }) },
    { ...query, key: `${ALPHA.apiKey}, ${BETA.apiKey}` },
    { ...query, key: `${BETA.apiKey}, ${ALPHA.apiKey}`, by: "beta" },
  ];
}
