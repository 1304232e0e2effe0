import type { StoredExchange } from "../stored/evidence-schema.ts";

type Header = readonly [name: string, value: string];

const API_PREFIX = "/abc/v1";
const USUAL: Readonly<Record<string, RegExp>> = {
  Accept: /^application\/json$/,
  "Content-Type": /^application\/json$/,
  "User-Agent": /./,
  "X-Timestamp": /./,
  "X-Nonce": /./,
  "X-Signature": /./,
};

/** A request in one line: method and path, body, then unusual headers. */
export function requestText(exchange: StoredExchange): string {
  const { method, url, body } = exchange.request;
  const unusual = exchange.arrived === true ? [] : unusualHeaders(exchange);
  return [
    `${method} ${pathOf(url)}`,
    ...(body === undefined ? [] : [body]),
    ...(unusual.length === 0 ? [] : [`(${unusual.join("; ")})`]),
  ].join(" ");
}

/** An answer in one line, or the reason why it is missing. */
export function answerText({ answer, failure }: StoredExchange): string {
  if (answer === undefined) return `no answer: ${failure ?? "unknown"}`;
  return `HTTP ${answer.status} ${answer.body}`.trimEnd();
}

function pathOf(url: string): string {
  const at = url.indexOf(API_PREFIX);
  return at === -1 ? url : url.slice(at);
}

/** Headers that differ from other requests of the same kind. */
function unusualHeaders({ caller, tampered, request: { headers } }: StoredExchange): string[] {
  const key = headers.find(([name]) => name.toLowerCase() === "x-api-key");
  const others = headers.filter((header) => header !== key && !isUsual(header));
  const credentials = tampered === true ? tamperedText(key, caller, headers) : [];
  const spelling = key === undefined || key[0] === "X-API-Key" ? [] : [`header name ${key[0]}`];
  return [...credentials, ...spelling, ...others.map(([name, value]) => `${name}: ${value}`)];
}

function isUsual([name, value]: Header): boolean {
  return Object.hasOwn(USUAL, name) && USUAL[name]?.test(value) === true;
}

function tamperedText(key: Header | undefined, caller: string, headers: readonly Header[]): string[] {
  if (key === undefined) return ["without X-API-Key"];
  if (key[1] === "") return ["X-API-Key empty"];
  if (key[1] !== `[${caller}.apiKey]`) return [`X-API-Key ${key[1].replace("[redacted]", "wrong")}`];
  const signed = ["X-Timestamp", "X-Nonce", "X-Signature"];
  const absent = signed.filter((wanted) => !headers.some(([name]) => name === wanted));
  if (absent.length === 0) return ["credentials changed"];
  return absent.map((name) => `without ${name}`);
}
