import { type Answer, looksLikeEnvelope } from "./answer.ts";
import { describeJson } from "../json/json.ts";

/** Hashes, signatures, ids and nonces are such words, with more than letters in them. */
const LONG_WORD = /[\w+/=-]{16,}/g;
const MORE_THAN_LETTERS = /[\d+/]/;
const MIN_QUOTED_CHARS = 4;

/**
 * Whether two requests were refused for the same reason, as far as the answers say: HTTP status, code and words, but
 * for what they quote of the request. Of answers without an envelope the status alone counts.
 */
export function answeredAlike(one: Answer, other: Answer): boolean {
  return reasonOf(one) === reasonOf(other);
}

function reasonOf(answer: Answer): string {
  const { wire, envelope } = answer;
  if (envelope === undefined || !looksLikeEnvelope(envelope)) return String(wire.status);
  const { code, msg, message } = envelope;
  return [
    wire.status,
    describeJson(code),
    ...[msg, message].map((text) => unquoted(typeof text === "string" ? text : describeJson(text), answer)),
  ].join(" ");
}

function unquoted(text: string, { request, draft }: Answer): string {
  const { url = "", path, label, body = "" } = draft;
  const quoted = [
    Buffer.from(body).toString("utf8"),
    url,
    path,
    label,
    ...request.headers.map(([, value]) => value),
  ];
  return quoted
    .filter((value) => value.length >= MIN_QUOTED_CHARS)
    .reduce((rest, value) => rest.replaceAll(value, ""), text)
    .replaceAll(LONG_WORD, (word) => (MORE_THAN_LETTERS.test(word) ? "" : word))
    .replaceAll(/\d+/g, "");
}

/** The words of a refusal: `msg` and `message`, or the whole body where there is no envelope. */
export function refusalWords({ envelope, wire }: Answer): string {
  if (envelope === undefined) return Buffer.from(wire.body).toString("utf8");
  return [envelope["msg"], envelope["message"]].filter((text) => typeof text === "string").join(" ");
}
