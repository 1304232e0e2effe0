import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { changing, instead, replacing, where } from "../../../lib/reference/changes.ts";
import { isBeyondWebhooks, isDisable, isQuery, isRegister, isReused } from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { merchantIdOf } from "../../../lib/reference/new-configuration.ts";
import { type Outcome, refusal } from "../../../lib/reference/outcome.ts";
import { refusedFor } from "../../../lib/reference/rewriting.ts";
import { alike, alsoKeyOf, open, refusingWithTheConfiguration } from "./faults.ts";

const key = (call: Call) => call.headers.get("x-api-key");
const hasNoKey = (call: Call) => key(call) === null;
const hasAKey = (call: Call) => Boolean(key(call));

/** Serves the first merchant to requests without a good key, in the webhook operations. */
const anonymously = (when: (call: Call) => boolean): Change =>
  where((call) => !isBeyondWebhooks(call) && when(call), open);

/** Serves the first merchant where `when` says so, but not in the webhook operations. */
const beyondWebhooks = (when: (presented: string | null, issued: string, call: Call) => boolean): Change =>
  where((call) => isBeyondWebhooks(call) && when(key(call), call.merchants[0]?.apiKey ?? "", call), open);

/** Does something for the first merchant when a request is refused for its key. */
const onRefusedKey = (act: (call: Call, first: ReferenceMerchant) => Outcome | Promise<Outcome>): Change =>
  changing("flow.perform", async (outcome, call) => {
    const [first] = call.merchants;
    const isOfKey = refusedFor("missing-key", "unknown-key")(call, outcome);
    if (isOfKey && first !== undefined) await act(call, first);
    return outcome;
  });

/** Refuses requests without a signature, where the key is enough. */
const wantingASignature = instead("authentication.authenticate", ({ headers }) =>
  headers.has("x-signature") ? undefined : refusal("missing-signature"),
);

/** Faults of a server for which the key is not enough. */
export const apiKeySufficesMutants = toMutants(
  {
    "api-key.suffices": {
      "wants-a-signature-for-register": where(isRegister, wantingASignature),
      "wants-a-signature-for-query": where(isQuery, wantingASignature),
    },
    "disable.succeeds": {
      "wants-a-signature-for-disable": where(isDisable, wantingASignature),
    },
  },
  { mode: "api-key" },
);

export const apiKeyMutants = toMutants({
  "api-key.absent": {
    "serves-the-first-merchant-without-a-key": anonymously(hasNoKey),
    "needs-no-key-for-register": where(isRegister, anonymously(hasNoKey)),
    "needs-no-key-for-query": where(isQuery, anonymously(hasNoKey)),
    "needs-no-key-for-disable": where(isDisable, anonymously(hasNoKey)),
    "looks-at-keys-only-on-new-connections": where(isReused, anonymously(hasNoKey)),
  },
  "api-key.empty": {
    "accepts-an-empty-key": anonymously((call) => key(call) === ""),
  },
  "api-key.unknown": {
    "accepts-any-key-on-query": where(isQuery, anonymously(hasAKey)),
    "accepts-keys-that-begin-like-none": anonymously((call) => {
      const presented = key(call) ?? "";
      return (
        presented !== "" &&
        call.merchants.every(({ apiKey }) => apiKey[0]?.toLowerCase() !== presented[0]?.toLowerCase())
      );
    }),
    "takes-a-merchant-id-for-a-key": only(
      { mode: "api-key" },
      alsoKeyOf((call, presented) => call.merchants.find((owner) => merchantIdOf(call, owner) === presented)),
    ),
    "takes-zero-for-a-key": only(
      { mode: "api-key" },
      alsoKeyOf(({ merchants }, presented) => (presented === "0" ? merchants[0] : undefined)),
    ),
    "lets-very-long-keys-pass": only(
      { mode: "api-key" },
      alsoKeyOf(({ merchants }, presented) => (presented.length > 256 ? merchants[0] : undefined)),
    ),
    "takes-the-name-of-a-merchant-for-a-key": only(
      { mode: "api-key" },
      alsoKeyOf(({ merchants }, presented) => merchants.find(({ name }) => name === presented)),
    ),
  },
  "disable.still-authenticates": {
    "accepts-any-key-while-disabled": where(
      ({ merchants: [first], store }) => store.configurationOf(first?.name ?? "")?.status === 0,
      anonymously(hasAKey),
    ),
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
    "reads-keys-without-their-separators": alike(
      (presented, issued) => presented.replaceAll(/[-_]/g, "") === issued.replaceAll(/[-_]/g, ""),
    ),
    "takes-quotes-off-the-key": alike((presented, issued) => presented.replaceAll('"', "") === issued),
    "reads-the-key-as-far-as-a-parameter": alike(
      (presented, issued) => presented.split(/[;:]/)[0] === issued,
    ),
    "reads-the-key-as-far-as-a-blank": alike((presented, issued) => presented.split(" ")[0] === issued),
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
    "refuses-keys-with-the-configuration": refusingWithTheConfiguration("unknown-key"),
    "refuses-registers-with-an-object": instead("envelope.data", (call, { refused }) =>
      refused && isRegister(call) ? { callbackUrl: "invalid" } : undefined,
    ),
    "names-the-callback-url-in-refusals": changing("envelope.message", (message, call, outcome) => {
      const stored = call.merchants[0] && call.store.configurationOf(call.merchants[0].name);
      return refusedFor("missing-key")(call, outcome) && stored !== undefined
        ? `${stored.callbackUrl} belongs to another merchant`
        : message;
    }),
  },
  "api-key.refusal-has-no-effect": {
    "registers-before-it-looks-at-the-key": where(
      isRegister,
      onRefusedKey((call, first) => call.rules.register.perform(call, first)),
    ),
    "disables-before-it-looks-at-the-key": where(
      isDisable,
      onRefusedKey((call, first) => call.rules.disable.perform(call, first)),
    ),
  },
  "api-key.header-name-case": {
    "reads-only-one-spelling-of-the-header": changing(
      "authentication.presentedKey",
      (usual, { headerNames }) =>
        headerNames === undefined || headerNames.includes("X-API-Key") ? usual : undefined,
    ),
  },
});

/** Faults that show in no webhook operation. */
export const beyondWebhooksMutants = toMutants(
  {
    "api-key.absent": {
      "needs-no-key-beyond-webhooks": beyondWebhooks((presented) => presented === null),
    },
    "api-key.empty": {
      "accepts-an-empty-key-beyond-webhooks": beyondWebhooks((presented) => presented === ""),
    },
    "api-key.unknown": {
      "accepts-any-key-beyond-webhooks": beyondWebhooks((presented) => Boolean(presented)),
    },
    "api-key.truncated": {
      "takes-a-beginning-for-the-key-beyond-webhooks": beyondWebhooks(
        (presented, issued) => Boolean(presented) && issued.startsWith(presented ?? ""),
      ),
    },
    "api-key.extended": {
      "accepts-more-behind-the-key-beyond-webhooks": beyondWebhooks(
        (presented, issued) => presented?.startsWith(issued) === true,
      ),
    },
    "api-key.case-changed": {
      "ignores-the-letter-case-of-the-key-beyond-webhooks": beyondWebhooks(
        (presented, issued) => presented?.toLowerCase() === issued.toLowerCase(),
      ),
    },
    "api-key.no-detour": {
      "trusts-an-address-in-a-header-beyond-webhooks": beyondWebhooks(
        (_presented, _issued, { headers }) => headers.get("x-forwarded-for") === "127.0.0.1",
      ),
      "wants-no-key-where-there-is-a-query-string-beyond-webhooks": beyondWebhooks(
        (_presented, _issued, { query }) => query !== "",
      ),
    },
  },
  { beyondWebhooks: true },
);
