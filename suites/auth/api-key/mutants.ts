import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { changing, instead, newMap, where, withMemory } from "../../../lib/reference/changes.ts";
import {
  all,
  asksForWhatIsStored,
  hasHeader,
  hasQueryString,
  isBeyondWebhooks,
  isDisable,
  isQuery,
  isRegister,
  isReused,
  not,
} from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { merchantIdOf } from "../../../lib/reference/new-configuration.ts";
import { refusal } from "../../../lib/reference/outcome.ts";
import { carryingOut, carryingOutLater, refusedFor } from "../../../lib/reference/rewriting.ts";
import { alike, alsoKeyOf, open, refusingWithTheConfiguration, touchingAllWhere } from "./faults.ts";

const key = (call: Call) => call.headers.get("x-api-key");
const hasNoKey = not(hasHeader("x-api-key"));
const hasEmptyKey = hasHeader("x-api-key", "");
const hasAKey = hasHeader("x-api-key", /./);
/** Whether the key is like that of the first merchant. */
const hasKeyLike =
  (same: (presented: string, issued: string) => boolean) =>
  (call: Call): boolean =>
    same(key(call) ?? "", call.merchants[0]?.apiKey ?? "");
const isFirstDisabled = ({ merchants: [first], store }: Call) =>
  store.configurationOf(first?.name ?? "")?.status === 0;
const refusedForKey = refusedFor("missing-key", "unknown-key");

const unescaped = (text: string) =>
  text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const isBeginning = (presented: string, issued: string) => issued.startsWith(presented);
const isLonger = (presented: string, issued: string) => presented.startsWith(issued);
const isInAnyCase = (presented: string, issued: string) => presented.toLowerCase() === issued.toLowerCase();

/** Serves the first merchant to requests without a good key, in the webhook operations. */
const anonymously = (when: (call: Call) => boolean): Change => where(all(not(isBeyondWebhooks), when), open);
const beyondWebhooks = (when: (call: Call) => boolean): Change => where(all(isBeyondWebhooks, when), open);

/** Refuses requests without a signature, where the key is enough. */
const wantingASignature = instead("authentication.authenticate", ({ headers }) =>
  headers.has("x-signature") ? undefined : refusal("missing-signature"),
);

/** Faults of a server that wants no signatures. */
export const apiKeyModeMutants = toMutants(
  {
    "api-key.unknown": {
      "takes-a-merchant-id-for-a-key": alsoKeyOf((call, presented) =>
        call.merchants.find((owner) => merchantIdOf(call, owner) === presented),
      ),
      "takes-zero-for-a-key": alsoKeyOf(({ merchants: [first] }, text) => (text === "0" ? first : undefined)),
      "lets-very-long-keys-pass": alsoKeyOf(({ merchants: [first] }, { length }) =>
        length > 256 ? first : undefined,
      ),
      "takes-the-name-of-a-merchant-for-a-key": alsoKeyOf(({ merchants }, presented) =>
        merchants.find(({ name }) => name === presented),
      ),
    },
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

const sorted = (text: string) => text.split("").toSorted().join("");

export const apiKeyMutants = toMutants({
  "api-key.absent": {
    "serves-the-first-merchant-without-a-key": anonymously(hasNoKey),
    "serves-the-first-merchant-without-a-key-or-with-an-empty-one": anonymously(
      (call) => hasNoKey(call) || hasEmptyKey(call),
    ),
    "needs-no-key-for-register": where(isRegister, anonymously(hasNoKey)),
    "needs-no-key-for-the-stored-url": where(asksForWhatIsStored, anonymously(hasNoKey)),
    "needs-no-key-for-query": where(isQuery, anonymously(hasNoKey)),
    "needs-no-key-for-disable": where(isDisable, anonymously(hasNoKey)),
    "looks-at-keys-only-on-new-connections": where(isReused, anonymously(hasNoKey)),
  },
  "api-key.empty": {
    "accepts-an-empty-key": anonymously(hasEmptyKey),
  },
  "api-key.unknown": {
    "takes-a-pattern-for-a-key": alike((presented, issued) =>
      new RegExp(`^${presented.replace(/^[*+?]/, "")}$`).test(issued),
    ),
    "takes-the-same-characters-for-the-key": alike(
      (presented, issued) => sorted(presented) === sorted(issued),
    ),
    "accepts-any-key-on-query": where(isQuery, anonymously(hasAKey)),
    "accepts-keys-that-begin-like-none": anonymously(
      all(
        hasAKey,
        (call: Call) =>
          !call.merchants.some(({ apiKey }) => isInAnyCase(apiKey[0] ?? "", key(call)?.[0] ?? "")),
      ),
    ),
  },
  "disable.still-authenticates": {
    "accepts-any-key-while-disabled": where(isFirstDisabled, anonymously(hasAKey)),
    "needs-no-key-for-register-while-disabled": where(
      all(isRegister, isFirstDisabled),
      anonymously(hasNoKey),
    ),
  },
  "api-key.truncated": {
    "takes-a-beginning-for-the-key": alike(isBeginning),
    "takes-an-end-for-the-key": alike((presented, issued) => issued.endsWith(presented)),
  },
  "api-key.extended": {
    "compares-half-of-the-key": alike((presented, issued) =>
      presented.startsWith(issued.slice(0, Math.ceil(issued.length / 2))),
    ),
    "reads-escapes-in-keys": alike((presented, issued) => unescaped(presented) === issued),
    "accepts-more-behind-the-key": alike(isLonger),
    "reads-ascii-alone-in-keys": alike(
      (presented, issued) => presented.replaceAll(/[^\x20-\x7e]/g, "") === issued,
    ),
    "accepts-more-around-the-key": alike((presented, issued) => presented.includes(issued)),
    "reads-keys-without-their-separators": alike(
      (presented, issued) => presented.replaceAll(/[-_]/g, "") === issued.replaceAll(/[-_]/g, ""),
    ),
    "takes-quotes-off-the-key": alike((presented, issued) => presented.replaceAll('"', "") === issued),
    "takes-the-first-key-of-a-list": alike((presented, issued) => presented.split(",")[0] === issued),
    "reads-the-key-as-far-as-a-parameter": alike(
      (presented, issued) => presented.split(/[;:]/)[0] === issued,
    ),
    "reads-the-key-as-far-as-an-escape": alike((presented, issued) => presented.split("%")[0] === issued),
    "reads-the-key-as-far-as-a-blank": alike((presented, issued) => presented.split(" ")[0] === issued),
  },
  "api-key.case-changed": {
    "ignores-the-letter-case-of-the-key": alike(isInAnyCase),
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
    "authenticates-a-connection-once": withMemory(newMap<string, ReferenceMerchant>, (known) =>
      changing("authentication.authenticate", (caller, { connection }) => {
        if (!("refused" in caller)) known.set(connection.id, caller);
        return known.get(connection.id) ?? caller;
      }),
    ),
    "compares-keys-loosely-after-a-good-one": withMemory(newMap<string, ReferenceMerchant>, (known) =>
      changing("authentication.authenticate", (caller, call) => {
        if (!("refused" in caller)) known.set(call.connection.id, caller);
        const before = known.get(call.connection.id);
        return before !== undefined && isInAnyCase(key(call) ?? "", before.apiKey) ? before : caller;
      }),
    ),
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
    "registers-before-it-looks-at-the-key": where(isRegister, carryingOut(refusedForKey)),
    "sets-update-time-where-it-refuses-a-disable": touchingAllWhere(
      (call, outcome) => isDisable(call) && refusedForKey(call, outcome),
    ),
    "disables-before-it-looks-at-the-key": where(isDisable, carryingOut(refusedForKey)),
    "registers-twenty-requests-after-it-refused-the-key": carryingOutLater(
      20,
      (call, outcome) => isRegister(call) && refusedForKey(call, outcome),
    ),
  },
  "register.refusal-changes-nothing": {
    "sets-update-time-where-it-refuses-the-key": touchingAllWhere(refusedForKey),
    "sets-an-update-time-in-seconds-where-it-refuses-the-key": only(
      { choices: { timePrecision: "s" } },
      touchingAllWhere(refusedForKey),
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
      "needs-no-key-beyond-webhooks": beyondWebhooks(hasNoKey),
    },
    "api-key.empty": {
      "accepts-an-empty-key-beyond-webhooks": beyondWebhooks(hasEmptyKey),
    },
    "api-key.unknown": {
      "accepts-any-key-beyond-webhooks": beyondWebhooks(hasAKey),
    },
    "api-key.truncated": {
      "takes-a-beginning-for-the-key-beyond-webhooks": beyondWebhooks(all(hasAKey, hasKeyLike(isBeginning))),
    },
    "api-key.extended": {
      "accepts-more-behind-the-key-beyond-webhooks": beyondWebhooks(hasKeyLike(isLonger)),
    },
    "api-key.case-changed": {
      "ignores-the-letter-case-of-the-key-beyond-webhooks": beyondWebhooks(hasKeyLike(isInAnyCase)),
    },
    "api-key.no-detour": {
      "trusts-an-address-in-a-header-beyond-webhooks": beyondWebhooks(
        hasHeader("x-forwarded-for", "127.0.0.1"),
      ),
      "wants-no-key-where-there-is-a-query-string-beyond-webhooks": beyondWebhooks(hasQueryString),
    },
  },
  { beyondWebhooks: true },
);
