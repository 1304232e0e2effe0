import { headersOf, type McpAnswer } from "../wire/mcp-request.ts";
import type { Mcp } from "./mcp.ts";

/** A session, and the answer that has opened it. */
interface SessionOpened {
  readonly answer: McpAnswer;
  readonly id: string;
}

/** The sessions with an id that the run has opened so far. */
export function sessionsOpened({ answers }: Mcp): readonly SessionOpened[] {
  return answers
    .filter(({ request }) => request.label === "initialize")
    .flatMap((answer) => headersOf(answer, "mcp-session-id").map((id) => ({ answer, id })));
}

/** Whether one id is the number after another one. */
export function countsUp(one: string, other: string): boolean {
  const [first, second] = [one, other].map((id) => /^(.*?)(\d{1,15})$/.exec(id));
  if (first?.[1] !== second?.[1]) return false;
  return Number(second?.[2]) - Number(first?.[2]) === 1;
}
