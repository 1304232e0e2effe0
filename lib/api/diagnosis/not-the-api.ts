import { type Answer, holdsEnvelope, looksLikeEnvelope } from "../exchange/answer.ts";
import { headerOf } from "../exchange/infrastructure.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { type Redact, shownText, wordsOf } from "./words-of.ts";

const NOT_FOUND = [404, 405, 410];

/** Names the server that answers instead of the API, from an answer without an envelope; undefined: it is an envelope. */
export function notTheApi(answer: Answer, redact: Redact): Diagnosis | undefined {
  const { status } = answer.wire;
  const words = wordsOf(answer, redact);
  const location = headerOf(answer.wire, "location");
  if (status >= 300 && status < 400) {
    const where = location === undefined ? "without saying where to" : `to ${shownText(location, redact)}`;
    return {
      code: "redirected",
      finding: `The target redirects a valid request ${where}: ${words}.`,
      next: "Set baseUrl to the address of the API itself; redirects are not followed, since they would carry the credentials elsewhere.",
    };
  }
  if (looksLikeEnvelope(answer.envelope) || isSpoiltEnvelope(answer)) return undefined;
  const challenge = headerOf(answer.wire, "www-authenticate") ?? headerOf(answer.wire, "proxy-authenticate");
  if ((status === 401 || status === 407) && challenge !== undefined) {
    return {
      code: "http-authentication",
      finding: `Something in front of the target asks for HTTP authentication (${shownText(challenge, redact)}): ${words}.`,
      next: "The API itself asks for X-API-Key alone: use an address behind that proxy or gateway, or let this machine pass it.",
    };
  }
  if (status >= 500) return serverError(words);
  if (NOT_FOUND.includes(status)) return wrongBasePath(words);
  return nothingKnown(answer, words);
}

/**
 * Whether a body holds an envelope in something else, or is no JSON and has the members of one: in another charset, or behind
 * other text. A web page may have such members too.
 */
export function isSpoiltEnvelope({ reading, wire }: Answer): boolean {
  if (reading.ok) return holdsEnvelope(reading);
  const text = Buffer.from(wire.body).toString("latin1").replaceAll("\0", "");
  return !/^\s*</.test(text) && /"code"\s*:/.test(text) && /"(?:data|msg|message)"\s*:/.test(text);
}

/** @param words see {@link wordsOf} */
export function serverError(words: string): Diagnosis {
  return {
    code: "server-error",
    finding: `The target, or a gateway in front of it, is broken or under maintenance: ${words}.`,
    next: "Look at its logs, or try again later.",
  };
}

/** @param words see {@link wordsOf} */
export function wrongBasePath(words: string): Diagnosis {
  return {
    code: "wrong-base-path",
    finding: `Nothing is found under /abc/v1 of baseUrl: ${words}.`,
    next: "Check the host of baseUrl, and any path that goes before /abc/v1.",
  };
}

function nothingKnown(answer: Answer, words: string): Diagnosis {
  const type = headerOf(answer.wire, "content-type") ?? "";
  const isPage = /\bhtml\b/i.test(type) || /^\s*<(?:!doctype|html|head|body)\b/i.test(bodyOf(answer));
  return isPage
    ? {
        code: "web-page",
        finding: `A web page answers, not the API: ${words}.`,
        next: "Check host, port and path of baseUrl; a firewall or a login page may stand in front.",
      }
    : {
        code: "no-envelope",
        finding: `What answers is not the API: the answer has no envelope (code, msg, message, data): ${words}.`,
        next: "Check host, port and path of baseUrl.",
      };
}

function bodyOf({ wire }: Answer): string {
  return Buffer.from(wire.body).toString("utf8");
}
