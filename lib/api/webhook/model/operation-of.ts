import { succeeded } from "../../exchange/answer.ts";
import { configurationIn } from "../../merchant/configuration.ts";
import type { Overlapping } from "../../merchant/send-together.ts";
import type { Timed } from "./linearizable.ts";

/** The effect of an overlapping request on the stored callback URL; none if it was rejected or its reading is unknown. */
export function operationOf({ draft, sentAt, answeredAt, answer }: Overlapping): Timed[] {
  if (draft.label === "register" && draft.url !== undefined) {
    const refused = answer !== undefined && answeredAt !== undefined && !succeeded(answer);
    return refused ? [] : [{ sentAt, answeredAt, effect: { kind: "register", url: draft.url } }];
  }
  const url = answer === undefined ? undefined : configurationIn(answer)?.callbackUrl;
  return typeof url === "string" ? [{ sentAt, answeredAt, effect: { kind: "query", url } }] : [];
}
