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

/** Whether the connection carried a request before. */
export const isReused = ({ connection }: Call): boolean => connection.requests > 1;

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
