import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { before, changing, instead, withMemory } from "../../../lib/reference/changes.ts";
import { editStored, jsonOf } from "../../../lib/reference/faults.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";

/** Some operations act for another merchant than the caller, where there is one. */
export function actingFor(
  other: (call: Call, caller: ReferenceMerchant) => ReferenceMerchant | undefined,
): Change {
  return instead("authentication.actsFor", other);
}

/** Acts for the merchant that the texts name by name, merchantId or id. */
export function named(call: Call, texts: readonly string[]): ReferenceMerchant | undefined {
  return call.merchants.find(({ name }) => {
    const stored = call.store.configurationOf(name);
    return texts.some(
      (text) => text === name || text === stored?.merchantId || text === stored?.id.toString(),
    );
  });
}

function membersOf(call: Call): readonly string[] {
  const value = jsonOf(call);
  return typeof value === "object" && value !== null ? Object.values(value).map(String) : [];
}

const CREDENTIALS = ["x-api-key", "x-signature", "x-nonce", "x-timestamp"];

/** Merchants that a request names. */
export const inBody = (call: Call) => named(call, membersOf(call));
export const inQuery = (call: Call) => named(call, [...new URLSearchParams(call.query).values()]);
export const inForm = (call: Call) =>
  named(call, [...new URLSearchParams(Buffer.from(call.body).toString()).values()]);
export const inHeaders = (call: Call) =>
  named(
    call,
    [...call.headers]
      .filter(([name]) => name.startsWith("x-") && !CREDENTIALS.includes(name))
      .map(([, value]) => value),
  );

/** Calls of which this holds act for the merchant who registered last, over all. */
export const actingForTheLast = (holds: (call: Call) => boolean): Change =>
  withMemory(
    (): { last?: ReferenceMerchant } => ({}),
    (memory) => [
      actingFor((call) => (holds(call) ? memory.last : undefined)),
      before("register.save", (_call, owner) => {
        memory.last = owner;
      }),
    ],
  );

/** Changes the configurations of all merchants but one. */
export function changeOthers(
  call: Call,
  owner: ReferenceMerchant,
  edit: (other: Configuration) => Partial<Configuration>,
): void {
  for (const other of call.merchants) if (other.name !== owner.name) editStored(call, other, edit);
}

/** After a write for one merchant, something happens to all others. */
export const spilling = (
  kind: "register" | "disable",
  spill: (other: Configuration, own: Configuration) => Partial<Configuration>,
): Change =>
  changing(`${kind}.save`, (_nothing, call, owner, next) =>
    changeOthers(call, owner, (other) => spill(other, next)),
  );
