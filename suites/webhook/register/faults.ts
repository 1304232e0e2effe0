import { before, changing, newMap, withMemory } from "../../../lib/reference/changes.ts";
import { bodyOf, editStored, jsonOf, updating } from "../../../lib/reference/faults.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Refusal, RefusalReason } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";

/** A refused register changes the configuration all the same. Default: for whatever reason it is refused. */
export const onRefusal = (
  edit: (current: Configuration, refused: Refusal) => Partial<Configuration>,
  only?: RefusalReason,
): Change =>
  changing("register.judge", (verdict, call) => {
    const owner = call.merchants.find(({ apiKey }) => apiKey === call.headers.get("x-api-key"));
    if (typeof verdict !== "string" && (only ?? verdict.reason) === verdict.reason)
      editStored(call, owner, (current) => edit(current, verdict));
    return verdict;
  });

/** A refused URL is stored after so many further requests. */
export const storingRefusedLater = (requests: number): Change =>
  withMemory(newMap<number, () => void>, (due) => [
    changing("register.judge", (verdict, call) => {
      const owner = call.merchants.find(({ apiKey }) => apiKey === call.headers.get("x-api-key"));
      if (typeof verdict !== "string" && verdict.offending !== undefined) {
        const callbackUrl = verdict.offending;
        due.set(call.number + requests, () => editStored(call, owner, () => ({ callbackUrl })));
      }
      return verdict;
    }),
    before("flow.perform", ({ number }) => due.get(number)?.()),
  ]);

/** An update is ignored where the new URL is taken for the old one. */
export const ignoringWhere = (same: (next: string, current: string) => boolean): Change =>
  updating((next, current) => (same(next.callbackUrl, current.callbackUrl) ? current : next));
/** An update is ignored where both URLs read the same. */
export const ignoringAs = (read: (url: string) => string): Change =>
  ignoringWhere((next, current) => read(next) === read(current));

/** An update that changes the query alone is stored in lower case. */
export const loweringLoneQueries: Change = updating(({ callbackUrl: next }, { callbackUrl: former }) => {
  const [one, other] = [next, former].map((url) => url.replace(/\?.*/s, ""));
  return one === other ? { callbackUrl: next.toLowerCase() } : {};
});

/** Takes a body that is no JSON object for one. */
export const readingBody = (read: (text: string, value: unknown) => unknown): Change =>
  changing("body.readRegister", (conformant, call) => {
    const callbackUrl = "refused" in conformant ? read(bodyOf(call), jsonOf(call)) : undefined;
    return callbackUrl === undefined ? conformant : { callbackUrl };
  });

/** The URL in a body of a register, not judged. */
export const urlIn = (body: unknown): unknown => memberIn(body, "callbackUrl");

export function memberIn(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null
    ? Object.entries(body).find(([own]) => own === name)?.[1]
    : undefined;
}
