import type { Call } from "./call.ts";
import type { Change } from "./mutant.ts";
import type { Outcome, RefusalReason } from "./outcome.ts";
import type { Rules } from "./rules/rules.ts";
import { changing, newMap, withMemory } from "./changes.ts";

export type When = (call: Call, outcome: Outcome) => boolean;

export const refusedFor =
  (...reasons: RefusalReason[]): When =>
  (_call, outcome) =>
    outcome.refused && reasons.includes(outcome.reason);
export const always: When = () => true;
export const refused: When = (_call, outcome) => outcome.refused;
export const succeeded =
  (operation: string): When =>
  (call, outcome) =>
    call.operation === `webhook/${operation}` && !outcome.refused;

/** Carries a refused request out where `when` says so: for the caller, or for the first merchant. */
export const carryingOut = (when: When): Change =>
  changing("flow.perform", async (outcome, call) => {
    const caller = call.rules.authentication.authenticate(call);
    const owner = "refused" in caller ? call.merchants[0] : caller;
    if (when(call, outcome) && owner !== undefined) await call.rules.flow.operate(call, owner);
    return outcome;
  });

/** The same, after so many further requests. */
export const carryingOutLater = (requests: number, when: When): Change =>
  withMemory(newMap<number, () => Promise<unknown>>, (due) =>
    changing("flow.perform", async (outcome, call) => {
      await due.get(call.number)?.();
      const [owner] = call.merchants;
      if (when(call, outcome) && owner !== undefined)
        due.set(call.number + requests, async () => call.rules.flow.operate(call, owner));
      return outcome;
    }),
  );

/** Sends another body where `when` says so. */
export function sending(when: When, body: (text: string) => string | Uint8Array<ArrayBuffer>): Change {
  return changing("flow.respond", async (response, call, outcome) => {
    if (!when(call, outcome)) return response;
    const text = body(await response.text());
    return new Response(text, {
      status: response.status,
      headers: { "content-type": "application/json" },
    });
  });
}

/** Puts another value in one member of the envelope where `when` says so. */
export function member(
  name: "code" | "msg" | "message" | "data",
  value: (outcome: Outcome, call: Call) => ReturnType<Rules["envelope"]["data"]>,
  when: When = () => true,
): Change {
  return ({ envelope }) => ({
    envelope: {
      [name]: (call: Call, outcome: Outcome) =>
        when(call, outcome) ? value(outcome, call) : envelope[name](call, outcome),
    },
  });
}
