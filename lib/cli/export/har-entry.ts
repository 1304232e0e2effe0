import type { StoredExchange } from "../../reporters/stored/evidence-schema.ts";

type Pair = readonly [name: string, value: string];

/**
 * One exchange as an entry of an HTTP archive (HAR 1.2). Its comment names the number, the purpose and the sender.
 * Credentials are redacted already.
 */
export function harEntry(exchange: StoredExchange) {
  const { caller, label, index, startedAt, request, answer, failure } = exchange;
  const durationMs = Math.max(exchange.durationMs, 0);
  return {
    startedDateTime: startedAt,
    time: durationMs,
    comment: `${index} ${label} by ${caller}${failure === undefined ? "" : `: ${failure}`}`,
    request: requestOf(request),
    response: responseOf(answer),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

function requestOf({ method, url, headers, body }: StoredExchange["request"]) {
  const query = [...(URL.parse(url)?.searchParams ?? [])];
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: named(headers),
    queryString: named(query),
    ...(body !== undefined && { postData: { mimeType: typeOf(headers), text: body } }),
    headersSize: -1,
    bodySize: Buffer.byteLength(body ?? ""),
  };
}

/** A missing answer has status 0, as in browsers. */
function responseOf(answer: StoredExchange["answer"]) {
  const { status, headers, body } = answer ?? { status: 0, headers: [], body: "" };
  return {
    status,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: named(headers),
    content: { size: Buffer.byteLength(body), mimeType: typeOf(headers), text: body },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
  };
}

function named(pairs: readonly Pair[]) {
  return pairs.map(([name, value]) => ({ name, value }));
}

function typeOf(headers: readonly Pair[]): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}
