import { setTimeout } from "node:timers/promises";
import type { JsonValue } from "../api/json/json.ts";
import type { Call } from "./call.ts";
import type { Change } from "./mutant.ts";
import type { JsonObject, Outcome, RefusalReason } from "./outcome.ts";
import type { Configuration } from "./store.ts";
import { changing, instead } from "./changes.ts";

/** True at every nth question. */
export function everyNth(n: number): () => boolean {
  let asked = 0;
  return () => (asked += 1) % n === 0;
}

type Condition = (call: Call) => boolean;

export const isRegister: Condition = ({ operation }) => operation === "webhook/register";
export const isQuery: Condition = ({ operation }) => operation === "webhook/query";
export const isDisable: Condition = ({ operation }) => operation === "webhook/disable";
/** A call of an operation that the document only names. */
export const isBeyondWebhooks: Condition = ({ operation }) => !operation.startsWith("webhook/");

/** Whether the connection carried a request before. */
export const isReused: Condition = ({ connection }) => connection.requests > 1;

/** The configuration of the caller before the request. */
function currentOf(call: Call): Configuration | undefined {
  const caller = call.rules.authentication.authenticate(call);
  return "refused" in caller ? undefined : call.store.configurationOf(caller.name);
}

/** Whether the configuration of the caller is disabled. */
export const isDisabled: Condition = (call) => currentOf(call)?.status === 0;
/** Whether the caller has no configuration yet. */
export const isNew: Condition = (call) => currentOf(call) === undefined;

/** Whether a request has the key of a merchant. */
export const isOfMerchant =
  (place: number): Condition =>
  ({ headers, merchants }) =>
    headers.get("x-api-key") === merchants[place]?.apiKey;

/** Whether a request has a header. Default: with any value. */
export const hasHeader =
  (name: string, value: string | RegExp = /^/) =>
  ({ headers }: { readonly headers: Headers }): boolean => {
    const text = headers.get(name);
    return text !== null && (typeof value === "string" ? text === value : value.test(text));
  };

export const hasMethod =
  (name: string) =>
  ({ method }: { readonly method: string }): boolean =>
    method === name;

/** Lets requests that are under way go on. */
export async function pause(ms = 4): Promise<void> {
  await setTimeout(ms);
}

/** Query shows a configuration with some members changed. */
export function showing(
  change: (shown: JsonObject, stored: Configuration, call: Call) => Readonly<Record<string, JsonValue>>,
): Change {
  return changing("query.view", (shown, call, configuration) => ({
    ...shown,
    ...change(shown, configuration, call),
  }));
}

/** Register stores another text than the given one. */
export function storing(change: (url: string, call: Call) => string): Change {
  return instead("register.stored", (call, url) => change(url, call));
}

/** An update leaves another configuration than the conformant one. */
export function updating(
  change: (next: Configuration, current: Configuration, call: Call) => Configuration,
): Change {
  return changing("register.update", (usual, call, current) => change(usual, current, call));
}

/** Disable leaves another configuration than the conformant one. */
export function disabling(
  change: (next: Configuration, current: Configuration, call: Call) => Configuration,
): Change {
  return changing("disable.disabled", (usual, call, current) => change(usual, current, call));
}

/** Whether a register or disable was refused for this reason; in a refused query, `data` would mean success. */
export const isRefusedFor = (reason: RefusalReason, call: Call, outcome: Outcome): boolean =>
  outcome.refused && outcome.reason === reason && call.operation !== "webhook/query";

/** Operations are found under other spellings of their path too. */
export const atOtherPaths: Change = ({ flow }) => ({
  flow: {
    knows: (call) => flow.knows(plain(call)),
    operate: (call, owner) => flow.operate(plain(call), owner),
  },
});

function plain(call: Call): Call {
  const operation = (call.path.split(";", 1)[0] ?? "").split("/").filter(Boolean).slice(2).join("/");
  return { ...call, operation: operation.toLowerCase() };
}
