import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { mutant, type Change } from "../../../lib/reference/mutant.ts";
import { type Outcome, refusal } from "../../../lib/reference/outcome.ts";
import { merchantIdOf } from "../../../lib/reference/new-configuration.ts";
import { isReused, isRefusedFor } from "../../../lib/reference/faults.ts";
import { alike } from "./faults.ts";

/** Serves the first merchant to requests without a good key, where `when` says so. */
function anonymously(when: (call: Call) => boolean): Change {
  return ({ authentication }) => ({
    authentication: {
      authenticate: (call) => {
        const [first] = call.merchants;
        const caller = authentication.authenticate(call);
        const isWebhook = call.operation.startsWith("webhook/");
        return "refused" in caller && first !== undefined && isWebhook && when(call) ? first : caller;
      },
    },
  });
}

/** Does something for the first merchant when a request is refused for its key. */
function onRefusedKey(
  act: (call: Call, first: ReferenceMerchant) => Outcome | Promise<Outcome> | undefined,
): Change {
  return ({ flow }) => ({
    flow: {
      perform: async (call) => {
        const outcome = await flow.perform(call);
        const [first] = call.merchants;
        const isRefusedKey =
          outcome.refused && (outcome.reason === "missing-key" || outcome.reason === "unknown-key");
        if (isRefusedKey && first !== undefined) await act(call, first);
        return outcome;
      },
    },
  });
}

const key = (call: Call) => call.headers.get("x-api-key");
const operation = (name: string) => (call: Call) => call.operation === `webhook/${name}`;

/** Faults of a server for which the key is not enough. */
export const apiKeySufficesMutants = (["register", "query", "disable"] as const).map((name) =>
  mutant(
    `wants-a-signature-for-${name}`,
    name === "disable" ? "disable.succeeds" : "api-key.suffices",
    ({ authentication }) => ({
      authentication: {
        authenticate: (call) =>
          operation(name)(call) && !call.headers.has("x-signature")
            ? refusal("missing-signature")
            : authentication.authenticate(call),
      },
    }),
    { mode: "api-key" },
  ),
);

export const apiKeyMutants = [
  mutant(
    "serves-the-first-merchant-without-a-key",
    "api-key.absent",
    anonymously((call) => key(call) === null),
  ),
  ...(["register", "query", "disable"] as const).map((name) =>
    mutant(
      `needs-no-key-for-${name}`,
      "api-key.absent",
      anonymously((call) => operation(name)(call) && key(call) === null),
    ),
  ),
  mutant(
    "accepts-an-empty-key",
    "api-key.empty",
    anonymously((call) => key(call) === ""),
  ),
  mutant(
    "accepts-any-key-on-query",
    "api-key.unknown",
    anonymously((call) => operation("query")(call) && Boolean(key(call))),
  ),
  mutant(
    "accepts-any-key-while-disabled",
    "disable.still-authenticates",
    anonymously((call) => {
      const [first] = call.merchants;
      return Boolean(key(call)) && call.store.configurationOf(first?.name ?? "")?.status === 0;
    }),
  ),
  mutant(
    "accepts-keys-that-begin-like-none",
    "api-key.unknown",
    anonymously((call) => {
      const presented = key(call) ?? "";
      return (
        presented !== "" &&
        call.merchants.every(({ apiKey }) => apiKey[0]?.toLowerCase() !== presented[0]?.toLowerCase())
      );
    }),
  ),
  mutant(
    "takes-a-merchant-id-for-a-key",
    "api-key.unknown",
    ({ authentication }) => ({
      authentication: {
        merchantOfKey: (call, presented) =>
          authentication.merchantOfKey(call, presented) ??
          call.merchants.find((owner) => merchantIdOf(call, owner) === presented),
      },
    }),
    { mode: "api-key" },
  ),
  mutant(
    "takes-a-beginning-for-the-key",
    "api-key.truncated",
    alike((presented, issued) => issued.startsWith(presented)),
  ),
  mutant(
    "takes-an-end-for-the-key",
    "api-key.truncated",
    alike((presented, issued) => issued.endsWith(presented)),
  ),
  mutant(
    "compares-half-of-the-key",
    "api-key.extended",
    alike((presented, issued) => presented.startsWith(issued.slice(0, Math.ceil(issued.length / 2)))),
  ),
  mutant(
    "accepts-more-behind-the-key",
    "api-key.extended",
    alike((presented, issued) => presented.startsWith(issued)),
  ),
  mutant(
    "accepts-more-around-the-key",
    "api-key.extended",
    alike((presented, issued) => presented.includes(issued)),
  ),
  mutant(
    "ignores-the-letter-case-of-the-key",
    "api-key.case-changed",
    alike((presented, issued) => presented.toLowerCase() === issued.toLowerCase()),
  ),
  mutant(
    "ignores-the-last-character-of-the-key",
    "api-key.one-character-off",
    alike(
      (presented, issued) =>
        presented.length === issued.length && presented.slice(0, -1) === issued.slice(0, -1),
    ),
  ),
  mutant(
    "forgives-one-wrong-character-in-the-key",
    "api-key.one-character-off",
    alike((presented, issued) => {
      const wrong = Array.from(issued).filter((char, index) => presented[index] !== char).length;
      return presented.length === issued.length && wrong <= 1;
    }),
  ),
  mutant("authenticates-a-connection-once", "api-key.every-request", ({ authentication }) => {
    const known = new Map<string, ReferenceMerchant>();
    return {
      authentication: {
        authenticate: (call) => {
          const caller = authentication.authenticate(call);
          if (!("refused" in caller)) known.set(call.connection.id, caller);
          return known.get(call.connection.id) ?? caller;
        },
      },
    };
  }),
  mutant(
    "looks-at-keys-only-on-new-connections",
    "api-key.absent",
    anonymously((call) => isReused(call) && key(call) === null),
  ),

  mutant("refuses-keys-with-the-configuration", "api-key.refusal-reveals-nothing", ({ envelope, query }) => ({
    envelope: {
      data: (call, outcome) => {
        const [first] = call.merchants;
        const stored = first && call.store.configurationOf(first.name);
        const leaks = isRefusedFor("unknown-key", call, outcome) && stored !== undefined;
        return leaks ? query.view(call, stored) : envelope.data(call, outcome);
      },
    },
  })),
  mutant("names-the-callback-url-in-refusals", "api-key.refusal-reveals-nothing", ({ envelope }) => ({
    envelope: {
      message: (call, outcome) => {
        const stored = call.merchants[0] && call.store.configurationOf(call.merchants[0].name);
        return outcome.refused && outcome.reason === "missing-key" && stored !== undefined
          ? `${stored.callbackUrl} belongs to another merchant`
          : envelope.message(call, outcome);
      },
    },
  })),
  mutant("registers-before-it-looks-at-the-key", "api-key.refusal-has-no-effect", (rules) =>
    onRefusedKey((call, first) =>
      operation("register")(call) ? rules.register.perform(call, first) : undefined,
    )(rules),
  ),
  mutant("disables-before-it-looks-at-the-key", "api-key.refusal-has-no-effect", (rules) =>
    onRefusedKey((call, first) =>
      operation("disable")(call) ? rules.disable.perform(call, first) : undefined,
    )(rules),
  ),
  mutant("reads-only-one-spelling-of-the-header", "api-key.header-name-case", ({ authentication }) => ({
    authentication: {
      presentedKey: (call) =>
        call.headerNames === undefined || call.headerNames.includes("X-API-Key")
          ? authentication.presentedKey(call)
          : undefined,
    },
  })),
];
