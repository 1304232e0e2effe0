import { expect, test } from "vitest";
import { mutants } from "../../lib/cli/mutants.ts";
import type { Call } from "../../lib/reference/call.ts";
import { changing, holding, newMap, where, withMemory } from "../../lib/reference/changes.ts";
import {
  bodyOf,
  editStored,
  enabled,
  hasHeader,
  isDisable,
  isOfMerchant,
  isQuery,
  isRegister,
  not,
  storing,
  updating,
  withoutUrl,
} from "../../lib/reference/faults.ts";
import { type Change, mutant, type Mutant } from "../../lib/reference/mutant.ts";
import type { Outcome } from "../../lib/reference/outcome.ts";
import type { Configuration } from "../../lib/reference/store.ts";
import { sending } from "../../lib/reference/rewriting.ts";
import { rootFailures } from "../../lib/reporters/text/root-failures.ts";
import { alike, open } from "../auth/api-key/faults.ts";
import {
  takingAnyNonceAgain,
  takingAnySignature,
  takingEverySecret,
  unverified,
} from "../auth/signature/faults.ts";
import { actingFor } from "../webhook/isolation/faults.ts";
import { isInSample, JUDGES_ALL } from "./is-in-sample.ts";
import { EVENTS } from "./judge-deliveries.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";
import type { Mode } from "./judge-target.ts";

/**
 * Two faults in one server. Each has the root that it has alone, unless it follows from the other one: one fault could show
 * what two of the same guard or field show.
 */
const PAIRS: readonly (readonly [one: string, other: string, follows?: "follows"])[] = [
  ["keeps-the-first-url", "gives-a-new-id-on-disable"],
  ["gives-a-new-id-on-disable", "gives-a-new-id-on-update", "follows"],
  ["keeps-the-first-url", "accepts-plain-http"],
  ["gives-a-new-id-on-disable", "shows-a-disabled-one-as-enabled"],
  ["takes-the-merchant-of-register-from-a-header", "gives-a-new-id-on-query"],
  ["needs-no-key-for-query", "only-says-that-it-disables"],
  ["refuses-256-characters", "refuses-the-same-url"],
  ["ignores-updates-of-disabled-ones", "drops-queries"],
  ["needs-no-key-for-disable", "takes-a-beginning-for-the-key", "follows"],
  ["gives-a-new-id-on-query", "obeys-a-header"],
  ["keeps-the-first-url", "sends-code-as-a-string"],
  ["lower-cases-escaped-urls", "refuses-tildes"],
  ["disables-all-merchants", "only-says-that-it-disables", "follows"],
  ["signs-no-path", "signs-no-timestamp", "follows"],
  ["accepts-old-timestamps", "remembers-nonces-per-connection"],
  ["accepts-plain-http", "stores-words", "follows"],
  ["gives-a-new-id-on-query", "accepts-text-behind-the-object-and-stores-half-of-the-url"],
  ["needs-no-key-for-query", "accepts-any-key-while-disabled", "follows"],
  ["accepts-old-timestamps", "forgets-nonces-at-each-disable"],
];

/** Refusals have `data: true`. */
const refusingAsIfDone = changing("envelope.data", (data, _call, { refused }) => (refused ? true : data));

/** The request after a refused one is answered as that. */
const refusingTwice = withMemory(holding<Outcome | undefined>(undefined), (before) =>
  changing("flow.perform", (outcome) => {
    const former = before.value;
    before.value = outcome.refused ? outcome : undefined;
    return former ?? outcome;
  }),
);

/** Disable acts for another merchant who has a configuration. */
const disablingAnother = where(
  isDisable,
  actingFor(({ merchants, store }, caller) =>
    merchants.find(({ name }) => name !== caller.name && store.configurationOf(name) !== undefined),
  ),
);

/** One fault that shows at every door, and its root. */
const EVERYWHERE: readonly (readonly [name: string, mode: Mode, root: string, change: Change])[] = [
  [
    "lists",
    "api-key",
    "envelope.json-object",
    sending(
      () => true,
      (text) => `[${text}]`,
    ),
  ],
  ["pages instead of refusals", "api-key", "envelope.json-object", sending(isRefused, () => "<h1>No</h1>")],
  ["no key", "api-key", "api-key.absent", where(not(hasHeader("x-api-key")), open)],
  ["any key", "api-key", "api-key.unknown", where(hasHeader("x-api-key", /./), open)],
  [
    "keys compared by their first twelve characters",
    "api-key",
    "api-key.extended",
    alike((presented, issued) => presented.slice(0, 12) === issued.slice(0, 12)),
  ],
  ["any signature", "signed", "signature.wrong", takingAnySignature],
  ["any secret", "signed", "signature.other-secret", takingEverySecret],
  ["any nonce", "signed", "freshness.nonce-replayed", takingAnyNonceAgain],
  ...(["api-key", "signed"] as const).map(
    (mode) => ["refusals with the data of a success", mode, "api-key.absent", refusingAsIfDone] as const,
  ),
];

/** Query reads from a cache that no write clears. */
const neverReadingAgain = withMemory(newMap<string, Configuration>, (read) =>
  changing("query.read", (stored, _call, { name }) => {
    if (stored !== undefined) read.set(name, read.get(name) ?? stored);
    return read.get(name);
  }),
);

/** Register acts for the first merchant, whoever calls. */
const registeringForTheFirst = where(
  isRegister,
  actingFor(({ merchants: [first] }) => first),
);

/** A refused register empties the stored URL. */
const emptyingByRefusals = changing("register.perform", (outcome, call, owner) => {
  if (outcome.refused) editStored(call, owner, withoutUrl);
  return outcome;
});

/** Register acts before the signature is verified. */
const registeringUnverified = changing("flow.perform", (outcome, call) => {
  const owner = call.merchants.find(({ apiKey }) => apiKey === call.headers.get("x-api-key"));
  const [callbackUrl] = /https?:[^"]+/.exec(bodyOf(call)) ?? [];
  if (outcome.refused && owner !== undefined && isRegister(call) && callbackUrl !== undefined)
    editStored(call, owner, () => ({ callbackUrl, ...enabled() }));
  return outcome;
});

/** Register takes the first URL in a body that is no object with a URL. */
const takingAnyText = changing("body.readRegister", (read, call) => {
  const [callbackUrl] = /https:[^"]+/.exec(bodyOf(call)) ?? [];
  const isRead = "callbackUrl" in read && typeof read.callbackUrl === "string";
  return isRead || callbackUrl === undefined ? read : { callbackUrl };
});

/** Query shows each of the two times as the other one. */
const exchangingTimes = changing("query.view", (shown) => ({
  ...shown,
  createTime: shown["updateTime"] ?? null,
  updateTime: shown["createTime"] ?? null,
}));

/** One fault that shows at one operation or for one merchant, and its root. */
const SOMEWHERE: readonly (typeof EVERYWHERE)[number][] = [
  ["nothing verified at query", "signed", "signature.wrong", where(isQuery, unverified)],
  ["nothing verified at register", "signed", "signature.wrong", where(isRegister, unverified)],
  ["nothing verified at disable", "signed", "signature.wrong", where(isDisable, unverified)],
  [
    "nothing verified for the second merchant",
    "signed",
    "signature.wrong",
    where(isOfMerchant(1), unverified),
  ],
  ["nothing verified in JSON", "signed", "signature.wrong", where(hasHeader("content-type"), unverified)],
  ["the refusal before, to the next request too", "api-key", "query.answers", refusingTwice],
  ["a disable of another merchant alone", "api-key", "isolation.disable-own", disablingAnother],
  ["a register for the first merchant", "api-key", "isolation.query-own", registeringForTheFirst],
  ["an old configuration for ever", "api-key", "register.replaces", neverReadingAgain],
  ["no URL after a refusal", "api-key", "register.refusal-changes-nothing", emptyingByRefusals],
  ["a register before the signature", "signed", "signature.refusal-has-no-effect", registeringUnverified],
  ["bodies searched for a URL", "api-key", "register.refuses-malformed-body", takingAnyText],
  ["exchanged times", "api-key", "disable.keeps-create-time", exchangingTimes],
  ["URLs in upper case", "api-key", "register.replaces", storing((url) => url.toUpperCase())],
  ["URLs of another host", "api-key", "register.replaces", storing((url) => url.replace("//", "//a."))],
];

function isRefused(_call: Call, { refused }: Outcome): boolean {
  return refused;
}

test.each([...EVERYWHERE, ...SOMEWHERE])("%s: one root in %s mode, %s", async (name, mode, root, change) => {
  const everywhere = mutant(name, root, change, { mode, beyondWebhooks: true });
  const report = await judgeReference({ mode, mutant: everywhere });
  expect(rootFailures(report.checks, ["failed"]).map(({ requirement }) => requirement)).toEqual([root]);
});

/** A register whose URL is refused is stored all the same. */
const savingRefused = changing("register.perform", (outcome, call, owner) => {
  const [callbackUrl] = /https?:[^"]+/.exec(bodyOf(call)) ?? [];
  if (outcome.refused && callbackUrl !== undefined)
    editStored(call, owner, () => ({ callbackUrl, ...enabled() }));
  return outcome;
});

const originOf = ({ callbackUrl }: Configuration) => callbackUrl.replace(/(?<=\w)\/.*/, "");

/** Something wrong is stored, its root, and a failure about deliveries that follows from it. */
const STORED_WRONGLY: readonly (readonly [name: string, root: string, delivery: string, change: Change])[] = [
  [
    "a URL without the slash at its end",
    "callback-url.ordinary-syntax",
    "delivery.url-forms",
    storing((url) => url.replace(/\/(?=\?|$)/, "")),
  ],
  [
    "a URL with its query written anew",
    "callback-url.ordinary-syntax",
    "delivery.reaches-callback-url",
    storing((url) => url.replace(/(?<=\?).*/, (query) => new URLSearchParams(query).toString())),
  ],
  [
    "the former URL of the same host",
    "register.stores",
    "delivery.follows-update",
    updating((next, current) => (originOf(next) === originOf(current) ? current : {})),
  ],
  ["a refused URL", "register.refusal-changes-nothing", "delivery.keeps-to-stored-url", savingRefused],
  [
    "status 1 after each query",
    "disable.lasts",
    "delivery.none-when-disabled",
    changing("query.read", (stored, call, owner) => {
      editStored(call, owner, enabled);
      return stored;
    }),
  ],
  [
    "what another merchant registers",
    "isolation.query-own",
    "delivery.goes-on-after-failures",
    actingFor(({ merchants: [first] }) => first),
  ],
];

test.each(STORED_WRONGLY)("%s: one root, %s, from which %s follows", async (name, root, delivery, change) => {
  const stored = mutant(name, root, change);
  const report = await judgeReference({ mode: "api-key", facts: { events: EVENTS }, mutant: stored });
  expect(idsWith(report, "failed")).toContain(delivery);
  expect(rootFailures(report.checks, ["failed"]).map(({ requirement }) => requirement)).toEqual([root]);
});

function named(name: string): Mutant {
  const found = mutants.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Cannot combine ${name}: there is no such mutant`);
  return found;
}

function both(one: Mutant, other: Mutant): Mutant {
  return {
    ...one,
    name: `${one.name} and ${other.name}`,
    choices: { ...one.choices, ...other.choices },
    apply: (rules) => other.apply(one.apply(rules)),
  };
}

/** Of so many pairs one is judged. */
const STEP = JUDGES_ALL ? 1 : 3;

test.for(PAIRS.filter((pair) => isInSample(pair.join(), STEP)))(
  "%s and %s have the roots that each has alone",
  async ([first, second, follows]) => {
    const [one, other] = [named(first), named(second)];
    const report = await judgeReference({ mode: one.mode ?? "api-key", mutant: both(one, other) });
    const found = rootFailures(report.checks, ["failed"]).map(({ requirement }) => requirement);
    const roots = follows === undefined ? [one.breaks, other.breaks] : [one.breaks];
    expect(found).toEqual(expect.arrayContaining(roots));
  },
);

test.each([
  ["reads-keys-without-their-separators", "api-key.extended"],
  ["takes-a-merchant-id-for-a-key", "api-key.unknown"],
  ["stores-words", "callback-url.not-a-url"],
])("where each disable is refused, %s is found at standard depth all the same", async (name, id) => {
  const faulty = both(named("wants-a-signature-for-disable"), named(name));
  const report = await judgeReference({ mode: "api-key", mutant: faulty, depth: "standard" });
  expect(idsWith(report, "failed")).toContain(id);
});

test.each([
  "accepts-an-empty-key",
  "accepts-keys-that-begin-like-none",
  "looks-at-keys-only-on-new-connections",
  "needs-no-key-for-register",
  "serves-the-first-merchant-without-a-key",
])("%s has one root at standard depth too: a register with a wrong key creates nothing", async (name) => {
  const known = named(name);
  const report = await judgeReference({ mode: "api-key", mutant: known, depth: "standard" });
  expect(rootFailures(report.checks, ["failed"]).map(({ requirement }) => requirement)).toEqual([
    known.breaks,
  ]);
});
