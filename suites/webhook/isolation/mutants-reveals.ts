import type { Call } from "../../../lib/reference/call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import type { Outcome } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { is } from "./faults.ts";
import { changing, replacing } from "../../../lib/reference/changes.ts";

type When = (call: Call, outcome: Outcome) => boolean;

/** The configurations of all merchants but the one whose key was presented. */
function othersThan(call: Call): Configuration[] {
  const key = call.rules.authentication.presentedKey(call);
  return call.merchants
    .filter(({ apiKey }) => apiKey !== key)
    .flatMap(({ name }) => call.store.configurationOf(name) ?? []);
}

/** Adds a member about other merchants to the envelope where `when` says so. */
function beside(name: string, when: When, tell: (other: Configuration) => string): Change {
  return changing("envelope.members", (members, call, outcome) =>
    when(call, outcome) ? { ...members, [name]: othersThan(call).map(tell) } : members,
  );
}

const urlOf = ({ callbackUrl }: Configuration) => callbackUrl;
const succeeded =
  (operation: string): When =>
  (call, { refused }) =>
    is(operation, call) && !refused;

export const revealingMutants = toMutants({
  "isolation.reveals-nobody-else": {
    "shows-related-urls-beside-a-configuration": beside("related", succeeded("query"), urlOf),
    "lists-other-merchants-urls-on-register": beside("affected", succeeded("register"), urlOf),
    "lists-other-merchants-urls-on-disable": beside("affected", succeeded("disable"), urlOf),
    "names-other-merchants-beside-a-configuration": beside(
      "siblings",
      succeeded("query"),
      ({ merchantId }) => merchantId,
    ),
    "puts-siblings-into-the-configuration": changing("query.view", (usual, call) => ({
      ...usual,
      siblings: othersThan(call).map(urlOf),
    })),
    "falls-back-to-another-merchants-configuration": replacing(
      "query.read",
      (read) => (call, owner) => read(call, owner) ?? othersThan(call)[0],
    ),
  },
  "api-key.refusal-reveals-nothing": {
    "names-all-urls-in-refusals-of-unknown-keys": beside(
      "hint",
      (_call, outcome) => outcome.refused && outcome.reason === "unknown-key",
      (other) => `did you mean the owner of ${other.callbackUrl}, ${other.merchantId}?`,
    ),
  },
});
