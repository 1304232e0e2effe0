import {
  callbackUrl,
  FILLINGS,
  MAX_CALLBACK_URL_CHARS,
  ordinaryCorpus,
  temptingUrl,
  urlOfLength,
} from "../../lib/arbitraries/callback-url.ts";
import { withoutCallbackUrl, wrongTypes } from "../../lib/arbitraries/json-body.ts";
import * as offending from "../../lib/arbitraries/offending-url.ts";
import { check } from "../../lib/check.ts";
import { registerDraft } from "../../lib/client/draft.ts";
import type { Context } from "../../lib/context.ts";
import { acceptedLikeItsTwin } from "../../lib/oracles/accepted-like-its-twin.ts";
import { offends, rejects } from "../../lib/oracles/rejects.ts";
import { returnedAsGiven } from "../../lib/oracles/returned-as-given.ts";
import { same } from "../../lib/oracles/same.ts";
import { internationalUrls, unusualUrls } from "../../lib/arbitraries/unusual-url.ts";

const GENERATED = { quick: 1, standard: 75, deep: 600 };
const CORPUS = { quick: 6, standard: 30, deep: 30 };
/** How many of them change a disabled configuration. */
const MERCHANTS = { quick: 1, standard: 2, deep: 2 };
/** A value of each JSON type that is no string comes first. */
const TYPES = { quick: 4, standard: 8, deep: 8 };
const INTERNATIONAL = { quick: 3, standard: 4, deep: 4 };
const UNUSUAL = { quick: 5, standard: 20, deep: 20 };
/** The first filling is that of the lengths. */
const FILLINGS_TRIED = { quick: 4, standard: 5, deep: 5 };
const LENGTHS_TRIED = { quick: 1, standard: 8, deep: 8 };
const LENGTHS = [255, 257, 300, 400, 500, 256, 511, MAX_CALLBACK_URL_CHARS];

async function storesAsGiven(
  { merchant, urls }: Pick<Context, "merchant" | "urls">,
  url: string,
): Promise<void> {
  await acceptedLikeItsTwin(merchant, registerDraft(url), registerDraft(urls.fresh()), url);
  same(await merchant.configuration(), { callbackUrl: url });
}

export const acceptsOrdinarySyntax = check("callback-url.ordinary-syntax", async (context) => {
  for (const url of ordinaryCorpus(context.urls).slice(0, context.atDepth(CORPUS)))
    await storesAsGiven(context, url);
  await context.forAll(callbackUrl(context.urls), GENERATED, async (url) => storesAsGiven(context, url));
  for (const merchant of [...context.others, context.merchant].slice(0, context.atDepth(MERCHANTS))) {
    await merchant.disabled();
    await storesAsGiven({ merchant, urls: context.urls }, temptingUrl(context.urls));
  }
});

export const acceptsUpTo512Characters = check("callback-url.max-length", async (context) => {
  for (const length of LENGTHS.slice(-context.atDepth(LENGTHS_TRIED)))
    await storesAsGiven(context, urlOfLength(context.urls, length, "path"));
  for (const filling of FILLINGS.slice(1, context.atDepth(FILLINGS_TRIED))) {
    await storesAsGiven(context, urlOfLength(context.urls, MAX_CALLBACK_URL_CHARS, filling));
  }
});

export const refusesMoreThan512Characters = check("callback-url.over-length", async (context) => {
  await rejects(context, offending.overLength(context.urls));
});

export const requiresCallbackUrl = check("callback-url.absent", async (context) => {
  await rejects(context, withoutCallbackUrl(context.urls));
});

export const refusesNull = check("callback-url.null", async (context) => {
  await rejects(context, [offends("a callback URL of null", null, context.urls.fresh())]);
});

export const refusesEmpty = check("callback-url.empty", async (context) => {
  await rejects(context, offending.empty(context.urls));
});

export const refusesBlank = check("callback-url.blank", async (context) => {
  await rejects(context, offending.blank(context.urls));
});

export const refusesWhatIsNoString = check("callback-url.not-a-string", async (context) => {
  await rejects(context, wrongTypes(context.urls), TYPES);
});

export const refusesWhatIsNoUrl = check("callback-url.not-a-url", async (context) => {
  await rejects(context, offending.notAUrl(context.urls));
});

export const refusesALeadingBlank = check("callback-url.leading-blank", async (context) => {
  await rejects(context, offending.leadingBlank(context.urls));
});

export const refusesWhiteSpaceInTheHost = check("callback-url.white-space-in-host", async (context) => {
  await rejects(context, offending.whiteSpaceInHost(context.urls));
});

export const refusesAUrlWithoutHost = check("callback-url.without-host", async (context) => {
  await rejects(context, offending.withoutHost(context.urls));
});

export const refusesOtherSchemes = check("callback-url.https-only", async (context) => {
  await rejects(context, offending.otherScheme(context.urls));
});

export const refusesAUrlWithoutScheme = check("callback-url.without-scheme", async (context) => {
  await rejects(context, offending.withoutScheme(context.urls));
});

export const refusesLookAlikeSchemes = check("callback-url.look-alike-scheme", async (context) => {
  await rejects(context, offending.lookAlikeScheme(context.urls));
});

export const refusesHttpsElsewhere = check("callback-url.https-elsewhere", async (context) => {
  await rejects(context, offending.httpsElsewhere(context.urls));
});

export const returnsUnusualUrlsAsGiven = check("callback-url.unusual-as-given", async (context) => {
  const urls = unusualUrls(context.urls).slice(0, context.atDepth(UNUSUAL));
  await returnedAsGiven(context.merchant, urls);
});

export const returnsInternationalUrlsAsGiven = check(
  "callback-url.international-as-given",
  async (context) => {
    const urls = internationalUrls(context.urls).slice(0, context.atDepth(INTERNATIONAL));
    await returnedAsGiven(context.merchant, urls);
  },
);
