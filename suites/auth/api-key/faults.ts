import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { changing, instead, replacing, together, where } from "../../../lib/reference/changes.ts";
import { editStored, isRefusedFor } from "../../../lib/reference/faults.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { When } from "../../../lib/reference/rewriting.ts";
import type { Outcome, RefusalReason } from "../../../lib/reference/outcome.ts";

const PREFIX = "/abc/v1/";

type Condition = (call: Call) => boolean;
type Owner = ReferenceMerchant | undefined;

/** Serves the merchant to whom a request without a valid key leads. */
export const openTo = (find: (call: Call) => Owner): Change =>
  changing("authentication.authenticate", (caller, call) =>
    "refused" in caller ? (find(call) ?? caller) : caller,
  );

/** Serves the first merchant to requests without a valid key. */
export const open: Change = openTo(({ merchants }) => merchants[0]);
export const openToTheSecond: Change = openTo(({ merchants }) => merchants[1]);

/** Keys that are the same to this server. */
export const alike = (same: (presented: string, issued: string) => boolean): Change =>
  replacing(
    "authentication.merchantOfKey",
    () =>
      ({ merchants }, key) =>
        merchants.find(({ apiKey }) => same(key, apiKey)),
  );

/** Also takes another text for the key of a merchant. */
export const alsoKeyOf = (find: (call: Call, key: string) => Owner): Change =>
  changing("authentication.merchantOfKey", (usual, call, key) => usual ?? find(call, key));

/** Answers a call like the last one that succeeded under the same name. @param nameOf undefined: it is never kept */
export const keepingAnswersBy = (
  nameOf: (call: Call) => string | undefined,
  when: (call: Call) => boolean = () => true,
): Change =>
  replacing("flow.perform", (perform) => {
    const kept = new Map<string, Outcome>();
    return async (call) => {
      const name = nameOf(call) ?? "";
      const outcome = (when(call) ? kept.get(name) : undefined) ?? (await perform(call));
      if (name !== "" && !outcome.refused) kept.set(name, outcome);
      return outcome;
    };
  });

export const idempotencyKey = ({ headers }: Call): string | undefined =>
  headers.get("idempotency-key") ?? undefined;

/** Moves `updateTime` of every merchant where a request ends so. */
export const touchingAllWhere = (when: When): Change =>
  changing("flow.perform", (outcome, call) => {
    for (const owner of when(call, outcome) ? call.merchants : [])
      editStored(call, owner, () => ({ updateTime: call.store.nextInstant() }));
    return outcome;
  });

/** Refusals for this reason show the configuration of the first merchant. */
export const refusingWithTheConfiguration = (reason: RefusalReason): Change =>
  changing("envelope.data", (data, call, outcome) => {
    const stored = call.merchants[0] && call.store.configurationOf(call.merchants[0].name);
    const isShown = isRefusedFor(reason, call, outcome) && stored !== undefined;
    return isShown ? call.rules.query.view(call, stored) : data;
  });

/** Operations are found where this reading of the path leads, and not where it is written. */
export function readingPaths(read: (path: string) => string): Change {
  return ({ flow }) => ({
    flow: {
      knows: (call) => flow.knows(at(read(call.path), call)),
      operate: (call, owner) => flow.operate(at(read(call.path), call), owner),
    },
  });
}

/**
 * Remembers callers by a cookie, and serves whoever brings it, whatever the key.
 * @param on the operation whose answer sets the cookie
 */
export const settingCookies =
  ({ on, for: isServed = () => true }: { on: Condition; for?: Condition }): Change =>
  (rules) => {
    const sessions = new Map<string, ReferenceMerchant>();
    const remembering = instead("authentication.authenticate", ({ headers }) =>
      sessions.get(/session-id=(\w+)/.exec(headers.get("cookie") ?? "")?.[1] ?? ""),
    );
    const setting = changing("flow.respond", (response, call, outcome) => {
      const caller = rules.authentication.authenticate(call);
      if (outcome.refused || "refused" in caller) return response;
      response.headers.append("set-cookie", `session-id=s${sessions.size}; Path=/; HttpOnly`);
      sessions.set(`s${sessions.size}`, caller);
      return response;
    });
    return together(where(isServed, remembering), where(on, setting))(rules);
  };

function at(path: string, call: Call): Call {
  return { ...call, path, operation: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path };
}
