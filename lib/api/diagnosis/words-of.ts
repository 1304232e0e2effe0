import type { Answer } from "../exchange/answer.ts";
import { clipText } from "../../text/clip.ts";
import { terminalText } from "../../text/terminal-text.ts";

const MAX_WORDS_CHARS = 200;
const MAX_READ_CHARS = 4_096;

/** Takes credentials out of a text. */
export type Redact = (text: string) => string;

/** An answer in one line: its status and the first 200 characters of its body, for a terminal. */
export function wordsOf({ wire }: Pick<Answer, "wire">, redact: Redact): string {
  return statusAndWords(wire.status, Buffer.from(wire.body).toString("utf8"), redact);
}

export function statusAndWords(status: number, body: string, redact: Redact): string {
  const text = shownText(body.slice(0, MAX_READ_CHARS), redact);
  return `HTTP ${status} ${text === "" ? "with an empty body" : text}`;
}

/** A text of the target, in one line of at most 200 characters, for a terminal. */
export function shownText(text: string, redact: Redact): string {
  return clipText(terminalText(redact(text).replaceAll(/\s+/g, " ").trim()), MAX_WORDS_CHARS);
}
