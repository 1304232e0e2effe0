import type { RecordedExchange } from "../../result.ts";
import { clip } from "../text/clip.ts";
import { terminalText } from "../text/terminal-text.ts";

const MAX_BODY_CHARS = 700;

/** A request and its answer in a few lines, safe for a terminal. */
export function exchangeLines({ request, answer, failure }: RecordedExchange): string[] {
  const sent = `${request.method} ${request.url}`;
  const lines = [...labelled("request", sent, request.body)];
  if (answer !== undefined) lines.push(...labelled("answer", `HTTP ${answer.status}`, answer.body));
  if (failure !== undefined) lines.push(...labelled("answer", `none: ${failure}`));
  return lines;
}

function labelled(label: string, first: string, body = ""): string[] {
  const head = `${label.padEnd(LABEL_CHARS)}${terminalText(first)}`;
  if (body === "") return [head];
  return [head, `${" ".repeat(LABEL_CHARS)}${clip(terminalText(body), MAX_BODY_CHARS)}`];
}

/** Width of the column of labels. */
export const LABEL_CHARS = 10;
