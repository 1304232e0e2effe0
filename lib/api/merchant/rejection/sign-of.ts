import type { Answer } from "../../exchange/answer.ts";
import { show } from "../../json/json-object.ts";
import { headerOf } from "../../exchange/infrastructure.ts";

/** By which answers of one kind are told from others: status, code, and whether they ask to come back later. */
export function signOf(answer: Answer): string {
  const { wire, envelope } = answer;
  const code = envelope === undefined ? "without envelope" : show(envelope["code"]);
  return `${wire.status} ${code}${hasRetryAfter(answer) ? " with Retry-After" : ""}`;
}

export function hasRetryAfter({ wire }: Pick<Answer, "wire">): boolean {
  return headerOf(wire, "retry-after") !== undefined;
}
