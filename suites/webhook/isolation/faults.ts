import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { instead } from "../../../lib/reference/changes.ts";

/** Some operations act for another merchant than the caller, where there is one. */
export function actingFor(
  other: (call: Call, caller: ReferenceMerchant) => ReferenceMerchant | undefined,
): Change {
  return instead("authentication.actsFor", (call, caller) => other(call, caller));
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

export function membersOf(body: Uint8Array): readonly string[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return typeof value === "object" && value !== null ? Object.values(value).map(String) : [];
  } catch {
    return [];
  }
}

const CREDENTIALS = ["x-api-key", "x-signature", "x-nonce", "x-timestamp"];
export const headerValues = ({ headers }: Call) =>
  [...headers]
    .filter(([name]) => name.startsWith("x-") && !CREDENTIALS.includes(name))
    .map(([, value]) => value);
export const queryValues = ({ query }: Call) => [...new URLSearchParams(query).values()];
export const isForm = ({ headers }: Call) => headers.get("content-type")?.includes("form") === true;
export const fieldsOf = ({ body }: Call) => [...new URLSearchParams(Buffer.from(body).toString()).values()];
export const is = (operation: string, call: Call) => call.operation === `webhook/${operation}`;

/** The merchant who registered last, over all. */
function lastRegistered(): {
  note: (owner: ReferenceMerchant) => void;
  get: () => ReferenceMerchant | undefined;
} {
  let last: ReferenceMerchant | undefined;
  return { note: (owner) => void (last = owner), get: () => last };
}

/** Operations of one kind act for the merchant who registered last. */
export const actingForTheLast =
  (operation: string): Change =>
  (rules) => {
    const last = lastRegistered();
    return {
      ...actingFor((call) => (is(operation, call) ? last.get() : undefined))(rules),
      register: {
        save: (call, owner, next) => {
          last.note(owner);
          rules.register.save(call, owner, next);
        },
      },
    };
  };

/** After a write for one merchant, something happens to all others. */
export const spilling =
  (
    kind: "register" | "disable",
    spill: (other: Configuration, own: Configuration) => Configuration,
  ): Change =>
  (rules) => ({
    [kind]: {
      save: (call: Call, owner: ReferenceMerchant, next: Configuration) => {
        rules[kind].save(call, owner, next);
        for (const { name } of call.merchants) {
          const other = call.store.configurationOf(name);
          if (name !== owner.name && other !== undefined) call.store.save(name, spill(other, next));
        }
      },
    },
  });
