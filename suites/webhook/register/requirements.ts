import { inferred, refusesInputs, stated } from "../../../lib/api/webhook/requirement.ts";
import {
  malformedBodies,
  missingBody,
  nonObjects,
  wrongTypes,
} from "../../../lib/api/webhook/inputs/json-body.ts";
import { notAUrl } from "../../../lib/api/webhook/inputs/malformed-url.ts";
import { otherScheme, overLength } from "../../../lib/api/webhook/inputs/offending-url.ts";
import { registerBody, registerDraft } from "../../../lib/api/request/draft.ts";
import { cutBodies } from "../../../lib/api/webhook/inputs/damaged-body.ts";
import { assertRefused, assertAccepted } from "../../../lib/api/webhook/oracles/assert-answered.ts";
import { succeeded, describeAnswer } from "../../../lib/api/exchange/answer.ts";
import { acceptedLikeItsTwin } from "../../../lib/api/webhook/oracles/accepted-like-its-twin.ts";
import { WRONG_KEYS } from "../../../lib/api/refusals/wrong-keys.ts";
import { moveNothing, withWrongCredentials } from "../../../lib/api/webhook/move-nothing.ts";
import { refuseInputs } from "../../../lib/api/webhook/refuse-inputs.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { isPlainUrl } from "../../../lib/api/webhook/model/deviations.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import type { RuleFinding } from "../../../lib/engine/requirement/requirement.ts";
import { createsWhatWasGiven } from "./creates-what-was-given.ts";
import { isBeforeOnAnyNode, readUtcTime } from "../../../lib/api/json/utc-time.ts";
import { backDeviations, STEPS_PER_MS } from "../../../lib/api/webhook/rules/by-their-clock.ts";
import {
  keepsField,
  keepsEverything,
  showsWhatIsStored,
  staysDisabled,
  stillShowsTheUrl,
} from "../../../lib/api/webhook/rules/keeps.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";
import {
  afterRefusal,
  afterRegister,
  causeOfReading,
  onEach,
  onReading,
  type Reading,
} from "../../../lib/api/webhook/rules/steps.ts";
import type { CallbackUrls } from "../../../lib/api/webhook/model/callback-urls.ts";

/** Beginnings of a body; the last ones are among the malformed bodies. */
const CUT_BODIES = { quick: 0, standard: 0, deep: 500 };
const ONE_CONFIGURATION =
  "Registering again updates the callback URL of a configuration that exists; it stays the same one.";

export const acceptsHttpsUrls = stated("register.accepts", {
  sections: ["2.2", "4.2", "7"],
  text: "An HTTPS callback URL of at most 512 characters is accepted: `data` is true.",
  rule: onEach("register", (answer) =>
    succeeded(answer) ? KEPT : broken(acceptanceText(answer.draft.url), describeAnswer(answer)),
  ),
  restsOn: {
    granted: "register.accepts",
    owners: ["versioning.path-prefix", "api-key.suffices"],
  },
});

export const createsAConfiguration = stated("register.creates", {
  sections: ["1", "3.2"],
  text: "Registering when no configuration exists creates one, with the given callback URL.",
  rule: onEach("query", createsWhatWasGiven),
  restsOn: {
    granted: "query.answers",
    owners: ["versioning.path-prefix", "api-key.suffices", "query.needs-no-body"],
  },
  unheard: ({ existedBefore }) =>
    existedBefore ? "A configuration existed before the run; nothing can delete one." : undefined,
});

export const storesTheUrlAsGiven = stated("register.stores", {
  sections: ["1", "2.1", "3.2"],
  reads: ["callbackUrl"],
  text: "After an accepted register, query returns the given callback URL, character for character.",
  rule: onReading(showsTheUrlAfterRegister),
});

export const replacesTheUrl = stated("register.replaces", {
  sections: ["1", "3.2"],
  text: "Registering again replaces the callback URL, also by the one before.",
  check: async ({ merchant, urls }) => {
    const { status, callbackUrl } = await merchant.settled();
    const isReady = status !== 0 && typeof callbackUrl === "string" && isPlainUrl(callbackUrl);
    const first = isReady ? callbackUrl : urls.fresh();
    if (!isReady) await merchant.accepts(first);
    for (const next of [unlikeOthers(urls), first]) {
      assertAccepted(await merchant.register(next), "a second register");
      assertSame(await merchant.configuration(), { callbackUrl: next });
    }
  },
});

export const replacesNearIdenticalUrls = stated("register.replaces-near-identical", {
  sections: ["1", "3.2"],
  text: "A new callback URL that differs little (case of the path, one character more or less, only the query) replaces the old one.",
  check: async ({ merchant, urls, effort }) => {
    for (const [first, ...others] of effort.tried(nearIdentical(urls))) {
      await merchant.accepts(first);
      for (const next of others) {
        const what = `${next} after one that differs little`;
        await acceptedLikeItsTwin(merchant, registerDraft(next), registerDraft(first), what);
        assertSame(await merchant.configuration(), { callbackUrl: next });
      }
    }
  },
});

export const acceptsTheSameUrlAgain = stated("register.same-url-again", {
  sections: ["1", "3.2"],
  text: "Registering the callback URL that is already stored is accepted and leaves it stored.",
  check: async ({ merchant, urls }) => {
    const url = urls.fresh();
    await merchant.holds(url);
    assertAccepted(await merchant.register(url), "a register of the stored callback URL");
    assertSame(await merchant.configuration(), { callbackUrl: url });
  },
});

export const replacesOnADisabledConfiguration = stated("register.replaces-on-disabled", {
  spends: true,
  sections: ["3.2"],
  text: "Registering on a disabled configuration replaces the callback URL.",
  check: async ({ merchant, urls }) => {
    await merchant.disabled();
    const next = unlikeOthers(urls);
    assertAccepted(await merchant.register(next), "a register on a disabled configuration");
    assertSame(await merchant.configuration(), { callbackUrl: next });
    await merchant.disabled();
    assertAccepted(
      await merchant.register(next),
      "a register of the stored callback URL on a disabled configuration",
    );
    assertSame(await merchant.configuration(), { callbackUrl: next });
  },
});

export const keepsId = inferred("register.keeps-id", {
  sections: ["1", "2.1", "3.2"],
  text: "Registering again keeps `id`, whatever the body names.",
  because: ONE_CONFIGURATION,
  ...keeps("id", 4_242),
});

export const keepsMerchantId = inferred("register.keeps-merchant-id", {
  sections: ["1", "2.1", "3.2"],
  reads: ["merchantId"],
  text: "Registering again keeps `merchantId`.",
  because: ONE_CONFIGURATION,
  rule: afterRegister(keepsField("merchantId")),
});

export const keepsCreateTime = inferred("register.keeps-create-time", {
  sections: ["1", "2.1", "3.2"],
  text: "Registering again keeps `createTime`, whatever the body names.",
  because: ONE_CONFIGURATION,
  ...keeps("createTime", "2001-01-01T00:00:00Z"),
});

export const neverSetsUpdateTimeBack = inferred("register.update-time-never-back", {
  sections: ["2.1"],
  reads: ["updateTime"],
  text: "Registering again never sets `updateTime` back, by more than the 2 s that the clocks of two nodes may differ.",
  because: "`updateTime` is the time of the last update, and the updates follow each other.",
  rule: onReading(updateTimeNeverBack),
});

export const refusesAMissingBody = refusesInputs("register.refuses-missing-body", {
  sections: ["2.2", "4.2"],
  text: "A register without a body is refused.",
  because: "The body carries `callbackUrl`, which is required.",
  offences: missingBody,
});

export const refusesAMalformedBody = inferred("register.refuses-malformed-body", {
  sections: ["2.2", "4.2"],
  text: "A register whose body is not JSON is refused.",
  because: "The body is a JSON object with a required member.",
  refusedFirst: malformedBodies,
  check: async (context) => {
    await refuseInputs(context, malformedBodies(context.urls));
    const cut = cutBodies(context.urls).slice(0, context.effort.at(CUT_BODIES));
    for (const body of cut)
      assertRefused(await context.merchant.send(registerBody(body, "refused input")), `the body ${body}`);
    if (cut.length > 0) await context.merchant.configuration();
  },
});

export const refusesWhatIsNoObject = refusesInputs("register.refuses-non-object-body", {
  sections: ["2.2", "4.2"],
  text: "A register whose body is a JSON value other than an object is refused.",
  because: "The body is a JSON object with a required member.",
  offences: nonObjects,
});

export const changesNothingWhenRefused = inferred("register.refusal-changes-nothing", {
  sections: ["3.2", "7"],
  text: "A refused register leaves every stored field as it was.",
  because: "Only the listed transitions change a configuration; a refusal is not among them.",
  rule: afterRefusal("refused input", keepsEverything, staysDisabled),
  check: async (context) => {
    const { merchant, urls, effort } = context;
    const wrongUrls = [
      ...otherScheme(urls).slice(0, 3),
      ...overLength(urls).slice(0, 2),
      ...[notAUrl, wrongTypes].flatMap((table) => table(urls).slice(0, 1)),
    ];
    const bodies = malformedBodies(urls);
    const what = "a refused register";
    const wrongKeys = withWrongCredentials(context, WRONG_KEYS.unknown, ["register"]);
    /** A server reads a body before it looks at its URL: what the one refusal does, the other one need not do. */
    for (const kind of effort.isQuick ? [] : [wrongUrls, bodies])
      await moveNothing(context, kind, { merchant, state: "enabled", what });
    const some = [...effort.triedSparingly([...wrongUrls, ...bodies]), ...wrongKeys];
    await moveNothing(context, some, { merchant, state: "disabled", what });
  },
});

/** Each register keeps a field, and so does one whose body names another value for it: register takes only a URL. */
function keeps(field: "id" | "createTime", other: number | string) {
  return {
    reads: [field],
    rule: afterRegister(keepsField(field)),
    async check({ merchant, urls, effort, decideByListening }: WebhookContext): Promise<void> {
      if (!effort.isQuick) {
        const before = await merchant.enabled();
        const body = JSON.stringify({ callbackUrl: urls.fresh(), [field]: other });
        await merchant.send(registerBody(body, "open"));
        const after = await merchant.configuration();
        assertUnchanged(before, after, `a register whose body names another \`${field}\``, {
          fields: [field],
        });
      }
      decideByListening();
    },
  };
}

/** A URL that nothing else explains was never registered. */
function showsTheUrlAfterRegister(reading: Reading): readonly RuleFinding[] {
  const cause = causeOfReading(reading);
  if (cause === "register") return [...showsWhatIsStored(reading), ...stillShowsTheUrl(reading)];
  if (cause !== "other") return NOTHING;
  return showsWhatIsStored(reading).filter((said) => said.broken !== undefined);
}

function updateTimeNeverBack({ now, known: { seen = {}, since } }: Reading): readonly RuleFinding[] {
  if (!since.includes("register")) return NOTHING;
  if (typeof seen.updateTime !== "string" || typeof now.updateTime !== "string") return NOTHING;
  const [before, after] = [readUtcTime(seen.updateTime), readUtcTime(now.updateTime)];
  if (before === undefined || after === undefined) return NOTHING;
  if (!isBeforeOnAnyNode(after, before)) return KEPT;
  const deviations = backDeviations(Number((after.at - before.at) / STEPS_PER_MS));
  return broken(`\`updateTime\` not before ${seen.updateTime}`, now.updateTime, { deviations });
}

/** Families of ordinary URLs whose members differ little from the one before. */
function nearIdentical(urls: CallbackUrls): (readonly [string, ...string[]])[] {
  const stem = urls.fresh();
  return [
    [`${stem}/path`, `${stem}/Path`],
    [`${stem}/one1`, `${stem}/one`, `${stem}/one/`],
    [`${stem}/${"l".repeat(280)}1`, `${stem}/${"l".repeat(280)}2`],
    [`${stem}/q?B=2&a=Y1`, `${stem}/q?a=Y1&B=2`, `${stem}/q`, `${stem}/q?C=3/4`, `${stem}/q?C=3%2F4`],
    [`${stem}/a-b`, `${stem}/a_b`, `${stem}/a.b`, `${stem}/ab`],
    [`${stem}/p?x=1%202`, `${stem}/p?x=1+2`, `${stem}/p?x=1%2B2`],
    [`${stem}/%3a/a/b`, `${stem}/%3A/a/b`, `${stem}/%3A/a//b`],
  ];
}

/** A new callback URL that differs from the others of the run by more than its number. */
function unlikeOthers(urls: CallbackUrls): string {
  return urls.fresh().replace("/hook/", "/replacing/");
}

/** From here on a reader is shown the length of a URL, not its characters. */
const LONG_CHARS = 200;

/** Describes the expected answer to a register. For a long URL, this includes its length and its longest part. */
function acceptanceText(url: string | undefined): string {
  if (url === undefined || url.length < LONG_CHARS) return "`data` true";
  return `a URL of exactly ${url.length} characters (${placeOf(url)}) to be accepted: \`data\` true`;
}

function placeOf(url: string): string {
  const { pathname = "", search = "", hash = "" } = URL.parse(url) ?? {};
  if (search === "" && hash === "") return "all in the path";
  const [longest = "path"] = Object.entries({ path: pathname, query: search, fragment: hash })
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([place]) => place);
  return `most in the ${longest}`;
}
