import type { StoredExchange } from "../stored/evidence-schema.ts";
import { clipText } from "../../text/clip.ts";
import { terminalText } from "../../text/terminal-text.ts";

const MAX_BODY_CHARS = 4_000;

/** Exchanges for people: each request as sent, then its answer. Credentials are already redacted. */
export function toTranscript(exchanges: readonly StoredExchange[]): string {
  return exchanges.map(exchangeText).join("\n\n");
}

function exchangeText({
  index,
  label,
  caller,
  durationMs,
  request,
  answer,
  failure,
}: StoredExchange): string {
  return [
    `### ${index} ${label} by ${caller}, ${Math.round(durationMs)} ms`,
    ...message(`${request.method} ${request.url}`, request.headers, request.body),
    "",
    ...(answer === undefined ? [] : message(`HTTP ${answer.status}`, answer.headers, answer.body)),
    ...(failure === undefined ? [] : [`no answer: ${terminalText(failure)}`]),
  ].join("\n");
}

function message(first: string, headers: readonly (readonly [string, string])[], body = ""): string[] {
  return [
    terminalText(first),
    ...headers.map(([name, value]) => `${terminalText(name)}: ${terminalText(value)}`),
    ...(body === "" ? [] : ["", clipText(terminalText(body, { keepLines: true }), MAX_BODY_CHARS)]),
  ];
}
