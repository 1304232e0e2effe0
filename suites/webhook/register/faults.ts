import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Outcome, Refusal } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { updating } from "../../../lib/reference/faults.ts";
import { changing, instead } from "../../../lib/reference/changes.ts";

/** Register does something else where `otherwise` has an answer. */
export function performing(
  otherwise: (
    call: Call,
    owner: ReferenceMerchant,
    current: Configuration | undefined,
  ) => Outcome | undefined,
): Change {
  return instead("register.perform", (call, owner) =>
    otherwise(call, owner, call.store.configurationOf(owner.name)),
  );
}

/** A refused register changes the configuration all the same. */
export function onRefusal(
  change: (current: Configuration, refused: Refusal, call: Call) => Configuration,
): Change {
  return changing("register.judge", (verdict, call) => {
    if (typeof verdict === "string") return verdict;
    for (const { name } of call.merchants.filter(({ apiKey }) => apiKey === call.headers.get("x-api-key"))) {
      const current = call.store.configurationOf(name);
      if (current !== undefined) call.store.save(name, change(current, verdict, call));
    }
    return verdict;
  });
}

/** An update is ignored where the new URL is taken for the old one. */
export const ignoringWhere = (same: (next: string, current: string) => boolean): Change =>
  updating((next, current) => (same(next.callbackUrl, current.callbackUrl) ? current : next));

/** Takes a body that is no JSON object for one. */
export function readingBody(read: (text: string) => unknown): Change {
  return changing("body.readRegister", (conformant, call) => {
    const callbackUrl = "refused" in conformant ? read(Buffer.from(call.body).toString()) : undefined;
    return callbackUrl === undefined ? conformant : { callbackUrl };
  });
}

/** The JSON value of a text; undefined: it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const withoutQuery = (url: string) => url.replace(/\?.*$/s, "");

/** The body of a register, not parsed. */
export function offeredUrl(call: Call): unknown {
  const value = jsonIn(Buffer.from(call.body).toString());
  return typeof value === "object" && value !== null && "callbackUrl" in value
    ? value.callbackUrl
    : undefined;
}
