import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { type Outcome, refusal } from "../../../lib/reference/outcome.ts";
import { merchantIdOf } from "../../../lib/reference/new-configuration.ts";
import { isReused, isRefusedFor } from "../../../lib/reference/faults.ts";
import { alike } from "./faults.ts";
import { changing, instead, replacing } from "../../../lib/reference/changes.ts";

/** Serves the first merchant to requests without a good key, where `when` says so. */
function anonymously(when: (call: Call) => boolean): Change {
  return replacing("authentication.authenticate", (authenticate) => (call) => {
    const [first] = call.merchants;
    const caller = authenticate(call);
    const isWebhook = call.operation.startsWith("webhook/");
    return "refused" in caller && first !== undefined && isWebhook && when(call) ? first : caller;
  });
}

/** Does something for the first merchant when a request is refused for its key. */
function onRefusedKey(
  act: (call: Call, first: ReferenceMerchant) => Outcome | Promise<Outcome> | undefined,
): Change {
  return changing("flow.perform", async (outcome, call) => {
    const [first] = call.merchants;
    const isRefusedKey =
      outcome.refused && (outcome.reason === "missing-key" || outcome.reason === "unknown-key");
    if (isRefusedKey && first !== undefined) await act(call, first);
    return outcome;
  });
}

const key = (call: Call) => call.headers.get("x-api-key");
const operation = (name: string) => (call: Call) => call.operation === `webhook/${name}`;

/** Refuses requests without a signature, where the key is enough. */
const wantingASignature = (name: string): Change =>
  instead("authentication.authenticate", (call) =>
    operation(name)(call) && !call.headers.has("x-signature") ? refusal("missing-signature") : undefined,
  );

/** Faults of a server for which the key is not enough. */
export const apiKeySufficesMutants = toMutants(
  {
    "api-key.suffices": {
      "wants-a-signature-for-register": wantingASignature("register"),
      "wants-a-signature-for-query": wantingASignature("query"),
    },
    "disable.succeeds": {
      "wants-a-signature-for-disable": wantingASignature("disable"),
    },
  },
  { mode: "api-key" },
);

export const apiKeyMutants = toMutants({
  "api-key.absent": {
    "serves-the-first-merchant-without-a-key": anonymously((call) => key(call) === null),
    "needs-no-key-for-register": anonymously((call) => operation("register")(call) && key(call) === null),
    "needs-no-key-for-query": anonymously((call) => operation("query")(call) && key(call) === null),
    "needs-no-key-for-disable": anonymously((call) => operation("disable")(call) && key(call) === null),
    "looks-at-keys-only-on-new-connections": anonymously((call) => isReused(call) && key(call) === null),
  },
  "api-key.empty": {
    "accepts-an-empty-key": anonymously((call) => key(call) === ""),
  },
  "api-key.unknown": {
    "accepts-any-key-on-query": anonymously((call) => operation("query")(call) && Boolean(key(call))),
    "accepts-keys-that-begin-like-none": anonymously((call) => {
      const presented = key(call) ?? "";
      return (
        presented !== "" &&
        call.merchants.every(({ apiKey }) => apiKey[0]?.toLowerCase() !== presented[0]?.toLowerCase())
      );
    }),
    "takes-a-merchant-id-for-a-key": only(
      { mode: "api-key" },
      replacing(
        "authentication.merchantOfKey",
        (merchantOfKey) => (call, presented) =>
          merchantOfKey(call, presented) ??
          call.merchants.find((owner) => merchantIdOf(call, owner) === presented),
      ),
    ),
  },
  "disable.still-authenticates": {
    "accepts-any-key-while-disabled": anonymously((call) => {
      const [first] = call.merchants;
      return Boolean(key(call)) && call.store.configurationOf(first?.name ?? "")?.status === 0;
    }),
  },
  "api-key.truncated": {
    "takes-a-beginning-for-the-key": alike((presented, issued) => issued.startsWith(presented)),
    "takes-an-end-for-the-key": alike((presented, issued) => issued.endsWith(presented)),
  },
  "api-key.extended": {
    "compares-half-of-the-key": alike((presented, issued) =>
      presented.startsWith(issued.slice(0, Math.ceil(issued.length / 2))),
    ),
    "accepts-more-behind-the-key": alike((presented, issued) => presented.startsWith(issued)),
    "accepts-more-around-the-key": alike((presented, issued) => presented.includes(issued)),
  },
  "api-key.case-changed": {
    "ignores-the-letter-case-of-the-key": alike(
      (presented, issued) => presented.toLowerCase() === issued.toLowerCase(),
    ),
  },
  "api-key.one-character-off": {
    "ignores-the-last-character-of-the-key": alike(
      (presented, issued) =>
        presented.length === issued.length && presented.slice(0, -1) === issued.slice(0, -1),
    ),
    "forgives-one-wrong-character-in-the-key": alike((presented, issued) => {
      const wrong = Array.from(issued).filter((char, index) => presented[index] !== char).length;
      return presented.length === issued.length && wrong <= 1;
    }),
  },
  "api-key.every-request": {
    "authenticates-a-connection-once": replacing("authentication.authenticate", (authenticate) => {
      const known = new Map<string, ReferenceMerchant>();
      return (call) => {
        const caller = authenticate(call);
        if (!("refused" in caller)) known.set(call.connection.id, caller);
        return known.get(call.connection.id) ?? caller;
      };
    }),
  },
  "api-key.refusal-reveals-nothing": {
    "refuses-keys-with-the-configuration": ({ envelope, query }) => ({
      envelope: {
        data: (call, outcome) => {
          const [first] = call.merchants;
          const stored = first && call.store.configurationOf(first.name);
          const leaks = isRefusedFor("unknown-key", call, outcome) && stored !== undefined;
          return leaks ? query.view(call, stored) : envelope.data(call, outcome);
        },
      },
    }),
    "names-the-callback-url-in-refusals": replacing("envelope.message", (message) => (call, outcome) => {
      const stored = call.merchants[0] && call.store.configurationOf(call.merchants[0].name);
      return outcome.refused && outcome.reason === "missing-key" && stored !== undefined
        ? `${stored.callbackUrl} belongs to another merchant`
        : message(call, outcome);
    }),
  },
  "api-key.refusal-has-no-effect": {
    "registers-before-it-looks-at-the-key": (rules) =>
      onRefusedKey((call, first) =>
        operation("register")(call) ? rules.register.perform(call, first) : undefined,
      )(rules),
    "disables-before-it-looks-at-the-key": (rules) =>
      onRefusedKey((call, first) =>
        operation("disable")(call) ? rules.disable.perform(call, first) : undefined,
      )(rules),
  },
  "api-key.header-name-case": {
    "reads-only-one-spelling-of-the-header": replacing(
      "authentication.presentedKey",
      (presentedKey) => (call) =>
        call.headerNames === undefined || call.headerNames.includes("X-API-Key")
          ? presentedKey(call)
          : undefined,
    ),
  },
});
