import { statSync } from "node:fs";
import { dirname } from "node:path";
import { suiteIdentity } from "../../package/package-root.ts";
import type { CheckEvidence, StoredExchange } from "../../reporters/stored/evidence-schema.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { readResult } from "../results/read-result.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import { UsageError } from "../usage-error.ts";
import { readEvidence } from "../results/read-evidence.ts";

type Pair = readonly [name: string, value: string];

/**
 * One exchange as an entry of an HTTP archive (HAR 1.2). Its comment names the number, the purpose and the sender.
 * Credentials are redacted already.
 */
function harEntry(exchange: StoredExchange) {
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

/**
 * The exchanges of a run as an HTTP archive (HAR 1.2) in JSON: a page for each check, entries by time.
 * @param place a folder of results, or its conformance.json
 * @throws {UnreadableResultError} if the results cannot be read
 */
export function exportHar(place: string): string {
  const result = readResult(place);
  const { checks, observations, runId, target, verdict } = result;
  const ids = [...new Set([...checks, ...observations].map(({ requirement }) => requirement))];
  const evidence = readEvidence(statSync(place).isDirectory() ? place : dirname(place), ids);
  if (evidence.length === 0)
    throw new UsageError(
      `Cannot export ${place}: there is no evidence beside it, so its run recorded no exchange`,
    );
  const log = {
    version: "1.2",
    creator: suiteIdentity(),
    comment: `Run ${runId} of ${target.name}: ${verdict}`,
    pages: evidence.map((one) => pageOf(result, one)),
    entries: entriesOf(result, evidence),
  };
  return toJson({ log });
}

function pageOf(
  { checks, observations, runId }: RunResult,
  { requirement, exchanges }: CheckEvidence,
): object {
  const check = checks.find((one) => one.requirement === requirement);
  const observation = observations.find((one) => one.requirement === requirement);
  const text = (check ?? observation)?.text ?? requirement;
  return {
    startedDateTime: exchanges.map(({ startedAt }) => startedAt).toSorted()[0],
    id: requirement,
    title: `${requirement}: ${text}`,
    pageTimings: {},
    comment: `${check?.verdict ?? "observed"}, run ${runId}`,
  };
}

function entriesOf({ checks }: RunResult, evidence: readonly CheckEvidence[]): object[] {
  const failing = new Map(checks.map(({ requirement, violation }) => [requirement, violation?.exchange]));
  const all = evidence.flatMap(({ requirement, exchanges }) =>
    exchanges.map((exchange) => ({ requirement, exchange, at: Date.parse(exchange.startedAt) })),
  );
  return all
    .toSorted((one, other) => one.at - other.at)
    .map(({ requirement, exchange }) => {
      const { comment, ...entry } = harEntry(exchange);
      const mark = exchange.index === failing.get(requirement) ? " (shows the failure)" : "";
      return { pageref: requirement, ...entry, comment: `${requirement} ${comment}${mark}` };
    });
}
