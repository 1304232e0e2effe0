import { NonIntegerNumber, type JsonValue } from "../../lib/api/json.ts";
import { mutant, type Change, type Mutant } from "../../lib/reference/mutant.ts";
import { sending } from "../../lib/reference/rewriting.ts";

/** Changes every member of this name in the data of a named-only operation; undefined removes it. */
export function changingMembers(
  name: string,
  change: (value: JsonValue, place: number) => JsonValue | undefined,
): Change {
  return ({ flow }) => ({
    flow: {
      operate: async (call, owner) => {
        const outcome = await flow.operate(call, owner);
        const isNamedOnly = !call.operation.startsWith("webhook/");
        if (!isNamedOnly || outcome.refused || outcome.data === undefined) return outcome;
        let place = 0;
        return { ...outcome, data: rewrite(outcome.data, name, (value) => change(value, (place += 1))) };
      },
    },
  });
}

function rewrite(
  value: JsonValue,
  name: string,
  change: (value: JsonValue) => JsonValue | undefined,
): JsonValue {
  if (typeof value !== "object" || value === null || value instanceof NonIntegerNumber) return value;
  if (isList(value)) return value.map((item) => rewrite(item, name, change));
  const entries = Object.entries(value)
    .map(([key, item]) => [key, key === name ? change(item) : rewrite(item, name, change)] as const)
    .filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** An operation that answers with a page instead of an envelope. */
export function inHtml(operation: string, breaks: string): Mutant {
  const name = `answers-${operation.replaceAll("/", "-")}-in-html`;
  const change = sending(
    (call, { refused }) => call.operation === operation && !refused,
    () => "<h1>Done</h1>",
  );
  return mutant(name, breaks, change);
}

/** Operations of an area that need no key. */
export function keyless(operation: string, breaks: string): Mutant {
  return mutant(`needs-no-key-for-${operation.replaceAll("/", "-")}`, breaks, ({ authentication }) => ({
    authentication: {
      authenticate: (call) => {
        const [first] = call.merchants;
        const isOpen = call.operation === operation && !call.headers.has("x-api-key");
        return isOpen && first !== undefined ? first : authentication.authenticate(call);
      },
    },
  }));
}
