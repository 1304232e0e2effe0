import * as offending from "../../../lib/api/webhook/inputs/offending-url.ts";
import { inferred, refusesInputs, refusesEach, stated } from "../../../lib/api/webhook/requirement.ts";
import {
  callbackUrl,
  FILLINGS,
  ordinaryCorpus,
  temptingUrl,
  type Filling,
  urlOfLength,
} from "../../../lib/api/webhook/inputs/callback-url.ts";
import {
  FIRST_OF_CONNECTION,
  MAX_CALLBACK_URL_CHARS,
  type Draft,
  registerDraft,
} from "../../../lib/api/request/draft.ts";
import { withoutCallbackUrl, wrongTypes } from "../../../lib/api/webhook/inputs/json-body.ts";
import { notAUrl } from "../../../lib/api/webhook/inputs/malformed-url.ts";
import { offenceByUrl } from "../../../lib/api/request/offence.ts";
import { refuseInputs } from "../../../lib/api/webhook/refuse-inputs.ts";
import { assertRefused } from "../../../lib/api/webhook/oracles/assert-answered.ts";
import { storesAsGiven } from "./stores-as-given.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";

const RULE =
  "The rules of `callbackUrl` are stated; a value that breaks them cannot be stored as a callback URL.";
const REPAIRED =
  "The rules of `callbackUrl` are stated; a text that breaks them may be repaired, but nothing else may be stored for it.";
const REQUIRED = "`callbackUrl` is a required string.";
/** Of all that is generated URLs have the most ways to be taken wrongly. */
const GENERATED = { quick: 1, standard: 25, deep: 600 };
/** The first filling is that of the lengths. */
const LENGTHS = [MAX_CALLBACK_URL_CHARS, 511, 256, 257, 255, 300, 400, 500];

export const acceptsOrdinarySyntax = stated("callback-url.ordinary-syntax", {
  spends: true,
  sections: ["2.2"],
  text: "Any HTTPS URL in ordinary RFC 3986 syntax (escapes, sub-delimiters, repeated slashes, queries, long segments) is accepted and returned as given; to a host without a path a slash may be added.",
  check: async (context) => {
    for (const url of context.effort.tried(ordinaryCorpus(context.urls))) await storesAsGiven(context, url);
    await context.forAll(callbackUrl(context.urls), async (url) => storesAsGiven(context, url), GENERATED);
    for (const merchant of context.effort.tried([...context.others, context.merchant])) {
      await merchant.disabled();
      await storesAsGiven({ merchant, urls: context.urls }, temptingUrl(context.urls));
    }
  },
});

export const acceptsUpTo512Characters = stated("callback-url.max-length", {
  sections: ["2.2", "8"],
  text: "A callback URL of up to 512 characters is accepted and returned whole, wherever its length lies.",
  check: async (context) => {
    for (const length of context.effort.triedSparingly(LENGTHS)) await storesLong(context, length, "path");
    for (const filling of context.effort.tried(FILLINGS.slice(1))) {
      await storesLong(context, MAX_CALLBACK_URL_CHARS, filling);
    }
  },
});

export const refusesMoreThan512Characters = refusesInputs("callback-url.over-length", {
  sections: ["2.2", "8"],
  text: "A callback URL of 513 characters or more is refused, wherever its length lies, on a first and on a later register.",
  because: RULE,
  offences: offending.overLength,
});

export const requiresCallbackUrl = refusesInputs("callback-url.absent", {
  sections: ["2.2", "7"],
  text: "A body without `callbackUrl` is refused.",
  because: REQUIRED,
  offences: withoutCallbackUrl,
});

const ofNull: offending.Offences = (urls) => [offenceByUrl("a callback URL of null", null, urls.fresh())];

export const refusesNull = refusesInputs("callback-url.null", {
  sections: ["2.2", "7"],
  text: "A `callbackUrl` of null is refused.",
  because: REQUIRED,
  offences: ofNull,
});

export const refusesEmpty = refusesInputs("callback-url.empty", {
  sections: ["2.2", "7"],
  text: "An empty `callbackUrl` is refused.",
  because: RULE,
  offences: offending.empty,
});

export const refusesBlank = refusesInputs("callback-url.blank", {
  sections: ["2.2", "7"],
  text: "A `callbackUrl` of white space alone is refused.",
  because: RULE,
  offences: offending.blank,
});

export const refusesWhatIsNoString = refusesInputs("callback-url.not-a-string", {
  sections: ["2.2", "7"],
  text: "A `callbackUrl` that is a number, a boolean, an array or an object is refused; the URL in an array may be taken out of it.",
  because: REQUIRED,
  offences: wrongTypes,
});

export const refusesWhatIsNoUrl = refusesInputs("callback-url.not-a-url", {
  sections: ["2.2", "7"],
  text: "A `callbackUrl` that is not a URL is refused.",
  because: RULE,
  offences: notAUrl,
});

export const refusesALeadingBlank = inferred("callback-url.leading-blank", {
  sections: ["2.2", "7"],
  text: "A callback URL that begins with white space is refused, or leads to no other URL than the one behind it.",
  because: REPAIRED,
  check: refusesEach(offending.leadingBlank),
});

export const refusesWhiteSpaceInTheHost = inferred("callback-url.white-space-in-host", {
  sections: ["2.2", "7"],
  text: "A callback URL with white space in its host is refused, or leads to no other URL than the one without it.",
  because: REPAIRED,
  check: refusesEach(offending.whiteSpaceInHost),
});

export const refusesAUrlWithoutHost = refusesInputs("callback-url.without-host", {
  sections: ["2.2", "7"],
  text: "A callback URL without a host is refused; one that lacks but the slashes before it may lead to that host.",
  because: REPAIRED,
  offences: offending.withoutHost,
});

export const refusesOtherSchemes = inferred("callback-url.https-only", {
  sections: ["2.2", "8"],
  text: "A callback URL with a scheme other than https is refused.",
  because: RULE,
  refusedFirst: offending.otherScheme,
  check: async (context) => {
    const { merchant, urls, forAll, effort } = context;
    await refuseInputs(context, offending.otherScheme(urls));
    if (effort.isQuick) return;
    const stored = urls.fresh();
    await merchant.accepts(stored);
    assertRefused(await merchant.send(overHttp(stored)), "the stored URL, but for its scheme http,");
    await forAll(callbackUrl(urls), async (url) => {
      assertRefused(await merchant.send(overHttp(url)), "an ordinary URL, but for its scheme http,");
    });
  },
});

function overHttp(url: string): Draft {
  return registerDraft(url.replace("https:", "http:"), "refused input");
}

export const refusesAUrlWithoutScheme = refusesInputs("callback-url.without-scheme", {
  sections: ["2.2", "8"],
  text: "A callback URL without a scheme is refused.",
  because: RULE,
  offences: offending.withoutScheme,
});

export const refusesLookAlikeSchemes = refusesInputs("callback-url.look-alike-scheme", {
  sections: ["2.2", "8"],
  text: "A callback URL whose scheme only looks like https is refused.",
  because: RULE,
  offences: offending.lookAlikeScheme,
});

export const refusesHttpsElsewhere = refusesInputs("callback-url.https-elsewhere", {
  sections: ["2.2", "8"],
  text: "A callback URL that holds `https://` anywhere but at its beginning, and has another scheme, is refused.",
  because: RULE,
  offences: offending.httpsElsewhere,
});

const PLACES: Readonly<Record<Filling, string>> = {
  path: "all in the path",
  segment: "all in one segment of the path",
  query: "all in the query",
  escapes: "all in escapes",
  value: "all in one value of the query",
  fragment: "all in the fragment",
};

/** Asks to store a long URL; a reader is shown its length, not its characters. */
async function storesLong(
  context: Pick<WebhookContext, "merchant" | "urls">,
  length: number,
  filling: Filling,
): Promise<void> {
  const what = `a URL of exactly ${length} characters (${PLACES[filling]})`;
  const over = filling === "query" ? FIRST_OF_CONNECTION : {};
  await storesAsGiven(context, urlOfLength(context.urls, length, filling), what, over);
}
