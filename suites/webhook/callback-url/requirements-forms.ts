import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { advisory, inferred, stated } from "../../../lib/api/webhook/requirement.ts";
import { registerDraft, type Draft } from "../../../lib/api/request/draft.ts";
import { describeJson } from "../../../lib/api/json/json.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";
import { afterRegister, type Reading } from "../../../lib/api/webhook/rules/steps.ts";
import { hasLowerEscapes } from "../../../lib/api/webhook/inputs/equivalent-url.ts";
import { maybeStored } from "../../../lib/api/webhook/model/known.ts";
import { internationalUrls, unusualUrls } from "../../../lib/api/webhook/inputs/unusual-url.ts";
import { grammarOf } from "../../../lib/api/webhook/inputs/url-grammar.ts";
import type { RuleFinding } from "../../../lib/engine/requirement/requirement.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import { InapplicableError } from "../../../lib/engine/record/verdict.ts";
import { sameUrl } from "../../../lib/api/webhook/oracles/same-url.ts";

/** Some servers read bodies by this parameter, which JSON does not need. */
const IN_UTF_8 = "application/json; charset=utf-8";

const openly = (url: string) => registerDraft(url, "open");

export const returnsUnusualUrlsAsGiven = stated("callback-url.unusual-as-given", {
  sections: ["2.2", "3.2"],
  text: "An unusual callback URL (port, userinfo, fragment, upper-case scheme, IP literal, single label, escaped letters) that was accepted is returned as given, or in an equivalent form.",
  check: async (context) => {
    const urls = context.effort.tried(unusualUrls(context.urls));
    await returnedAsGiven(context.merchant, urls.map(openly));
  },
});

export const returnsInternationalUrlsAsGiven = inferred("callback-url.international-as-given", {
  sections: ["2.2", "3.2"],
  text: "A callback URL with characters beyond ASCII that was accepted is returned as given, or in an equivalent form.",
  because: "The configuration holds the callback URL that was registered, in whatever form it came.",
  check: async (context) => {
    const { urls, merchant, effort } = context;
    const each = effort.tried(internationalUrls(urls)).map(openly);
    const again = effort.isQuick ? [] : internationalUrls(urls).slice(-2).map(openly);
    await returnedAsGiven(merchant, [
      ...each,
      ...again.map((draft) => ({ ...draft, contentType: IN_UTF_8 })),
    ]);
  },
});

export const keepsTheFormOfUrls = advisory("callback-url.unusual-unchanged", {
  sections: ["2.2", "3.2"],
  reads: ["callbackUrl"],
  text: "An unusual callback URL, one that ends with its host, or one with escapes in lower case is returned character for character, not in an equivalent form.",
  rule: afterRegister((reading) => keepsForm(reading, isAscii)),
  unheard: noneAccepted,
});

export const keepsTheFormOfInternationalUrls = advisory("callback-url.international-unchanged", {
  sections: ["2.2", "3.2"],
  reads: ["callbackUrl"],
  text: "A callback URL with characters beyond ASCII is returned character for character, not in punycode or escaped.",
  rule: afterRegister((reading) => keepsForm(reading, (url) => !isAscii(url))),
  unheard: noneAccepted,
});

export const storesUrlsByRfc3986 = advisory("callback-url.rfc-3986", {
  sections: ["2.2"],
  reads: ["callbackUrl"],
  text: "The callback URL that query returns is a URL by RFC 3986, not only a text that URL parsers repair.",
  rule: afterRegister(isReadByEverybody),
});

/** Where query shows callback URLs at all. */
function noneAccepted({ wasKept }: WebhookContext): string | undefined {
  return wasKept("callback-url.rfc-3986")
    ? "The target accepts none of these URLs, which is its choice."
    : undefined;
}

/** Of a URL that may come back in any form, by which form it does. */
function keepsForm({ now, known }: Reading, concerns: (url: string) => boolean): readonly RuleFinding[] {
  const [given] = known.stored ?? [];
  const { callbackUrl } = now;
  if (given === undefined || typeof callbackUrl !== "string" || !concerns(given)) return NOTHING;
  if (!known.inAnyForm && !hasLowerEscapes(given)) return NOTHING;
  if (!maybeStored(known, callbackUrl)) return NOTHING;
  return given === callbackUrl
    ? KEPT
    : broken(`\`callbackUrl\` ${describeJson(given)}`, `${describeJson(callbackUrl)}, which is equivalent`, {
        compared: [given, callbackUrl],
        parts: ["callbackUrl"],
      });
}

function isReadByEverybody({ now: { callbackUrl } }: Reading): readonly RuleFinding[] {
  if (typeof callbackUrl !== "string") return NOTHING;
  const grammar = grammarOf(callbackUrl);
  if (grammar === "none") return NOTHING;
  return grammar === "RFC 3986"
    ? KEPT
    : broken(
        "a callback URL by RFC 3986",
        `${describeJson(callbackUrl)}, which is not in RFC 3986, although \`new URL\` takes it`,
        { parts: ["callbackUrl"] },
      );
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/**
 * Whichever of the URLs the target accepts, query returns, or an equivalent one. Whether it accepts them is open.
 * @throws {Violation} when query returns another one
 */
async function returnedAsGiven(merchant: Merchant, registers: readonly Draft[]): Promise<void> {
  let accepted = 0;
  for (const draft of registers) {
    if (draft.url === undefined || !succeeded(await merchant.send(draft))) continue;
    accepted += 1;
    sameUrl(await merchant.configuration(), draft.url);
  }
  if (accepted === 0)
    throw new InapplicableError("The target accepts none of these URLs, which is its choice.");
}
