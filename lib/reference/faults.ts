import { setTimeout } from "node:timers/promises";
import type { JsonValue } from "../api/json/json.ts";
import { jsonOrUndefined } from "../text/json-or-undefined.ts";
import type { Call, ReferenceMerchant } from "./call.ts";
import type { Change } from "./mutant.ts";
import { type JsonObject, type Outcome, refusal, type RefusalReason, success } from "./outcome.ts";
import type { Configuration } from "./store.ts";
import { changing, instead, where, withMemory } from "./changes.ts";

type Condition = (call: Call) => boolean;
type Operation = "register" | "query" | "disable";
/** The members in which a configuration differs from the conformant one. */
type Edit = (next: Configuration, current: Configuration, call: Call) => Partial<Configuration>;

export const SECOND = 1_000_000_000n;

/** Words for conditions, of a {@link Call} or of a call of the MCP service. */
export const not =
  <Asked = Call>(holds: (call: Asked) => boolean) =>
  (call: Asked): boolean =>
    !holds(call);
export const all =
  <Asked = Call>(...conditions: ((call: Asked) => boolean)[]) =>
  (call: Asked): boolean =>
    conditions.every((holds) => holds(call));

export const isRegister: Condition = ({ operation }) => operation === "webhook/register";
export const isQuery: Condition = ({ operation }) => operation === "webhook/query";
export const isDisable: Condition = ({ operation }) => operation === "webhook/disable";
/** A call of an operation that the document only names. */
export const isBeyondWebhooks: Condition = ({ operation }) => !operation.startsWith("webhook/");

/** Whether the connection carried a request before. */
export const isReused: Condition = ({ connection }) => connection.requests > 1;
export const isNthOfConnection =
  (n: number): Condition =>
  ({ connection }) =>
    connection.requests % n === 0;

/** The configuration of the caller before the request. */
export function currentOf(call: Call): Configuration | undefined {
  const caller = call.rules.authentication.authenticate(call);
  return "refused" in caller ? undefined : call.store.configurationOf(caller.name);
}

/** The stored callback URL of the caller. Empty if there is no configuration. */
export const urlOf = (call: Call): string => currentOf(call)?.callbackUrl ?? "";

export const isDisabled: Condition = (call) => currentOf(call)?.status === 0;
/** Whether the caller has no configuration yet. */
export const isNew: Condition = (call) => currentOf(call) === undefined;
export const isAcceptable: Condition = (call) => typeof call.rules.register.judge(call) === "string";

/** Whether it is a register of a URL that is stored already, for whichever merchant. */
export const asksForWhatIsStored: Condition = (call) =>
  isRegister(call) &&
  call.merchants.some(({ name }) => {
    const stored = call.store.configurationOf(name)?.callbackUrl;
    return stored !== undefined && bodyOf(call).includes(JSON.stringify(stored));
  });

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

export const hasQueryString: Condition = ({ query }) => query !== "";
/** Whether the body has more bytes than this. */
export const hasBodyAbove =
  (bytes: number): Condition =>
  ({ body }) =>
    body.length > bytes;
export const hasBody = hasBodyAbove(0);

export const bodyOf = ({ body }: Pick<Call, "body">): string => Buffer.from(body).toString();
/** The value of a body; undefined: it is not JSON. */
export const jsonOf = (call: Pick<Call, "body">): unknown => jsonOrUndefined(bodyOf(call));

/** Lets requests that are under way go on. */
export async function pause(ms = 4): Promise<void> {
  await setTimeout(ms);
}

/** True at every nth question. */
export function everyNth(n: number): () => boolean {
  let asked = 0;
  return () => (asked += 1) % n === 0;
}

/** A memory that knows every nth question. */
export const countingTo = (n: number) => (): (() => boolean) => everyNth(n);

/** Makes a change each nth time that the changed rule is asked. */
export const atEvery = (n: number, change: Change): Change =>
  withMemory(countingTo(n), (isNow) => where(isNow, change));

/** True at the first question about each thing. */
export function firstTime(): (thing: unknown) => boolean {
  const known = new Set<unknown>();
  return (thing) => !known.has(thing) && known.add(thing).size > 0;
}

/** Returns the first value that it was given for each thing. */
export function firstValue<Value>(): (thing: unknown, value: Value) => Value {
  const first = new Map<unknown, Value>();
  return (thing, value) => {
    const known = first.get(thing) ?? value;
    first.set(thing, known);
    return known;
  };
}

/** An operation gives this answer, whatever is asked. */
export const answering = (operation: Operation, outcome: Outcome): Change =>
  instead(`${operation}.perform`, () => outcome);
export const refusing = (operation: Operation, reason: RefusalReason): Change =>
  answering(operation, refusal(reason));

export const succeedingWith = (operation: Operation, data: JsonValue | undefined): Change =>
  changing(`${operation}.perform`, (outcome, _call, _owner) => (outcome.refused ? outcome : success(data)));

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
export function updating(edit: Edit): Change {
  return changing("register.update", (next, call, current) => ({ ...next, ...edit(next, current, call) }));
}

/** Disable leaves another configuration than the conformant one. */
export function disabling(edit: Edit): Change {
  return changing("disable.disabled", (next, call, current) => ({ ...next, ...edit(next, current, call) }));
}

/** Changes the stored configuration of a merchant, where there is one. */
export function editStored(
  call: Call,
  owner: Pick<ReferenceMerchant, "name"> | undefined,
  edit: (stored: Configuration) => Partial<Configuration>,
): void {
  const stored = owner && call.store.configurationOf(owner.name);
  if (owner && stored) call.store.save(owner.name, { ...stored, ...edit(stored) });
}

/** The configuration was updated, and nothing else of it has changed. */
export const touched = ({ updateTime }: Configuration) => ({ updateTime: updateTime + SECOND });

/** Changes of a configuration. */
export const disabled = () => ({ status: 0 });
export const enabled = () => ({ status: 1 });
export const withNewId = ({ id }: Configuration) => ({ id: id + 1n });
export const withoutUrl = () => ({ callbackUrl: "" });
export const withoutEventTypes = () => ({ eventTypes: "[]" });
export const withFewerEventTypes = () => ({ eventTypes: '["card.status","card.transaction"]' });
export const withOneRetryMore = ({ retryCount }: Configuration) => ({ retryCount: retryCount + 1 });
export const unchanged = (_next: Configuration, current: Configuration) => current;

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
