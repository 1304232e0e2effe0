import type { Call } from "../call.ts";
import { refusal, type Refusal } from "../outcome.ts";
import { repairedUrl } from "../repaired-url.ts";
import { unusualTraits } from "../unusual-url.ts";
import { urlParts } from "../url-parts.ts";

const MAX_CALLBACK_URL_CHARS = 512;

/** Which values of callbackUrl are accepted (§2.2, §8). Each rule answers for one reason of refusal. */
export interface CallbackUrlRules {
  readonly isPresent: (value: unknown) => boolean;
  readonly isText: (value: unknown) => value is string;
  /** Neither empty nor blank. */
  readonly isFilled: (url: string) => boolean;
  readonly beginsCleanly: (url: string) => boolean;
  /** In the unit that the choices name. */
  readonly length: (call: Call, url: string) => number;
  readonly withinLimit: (call: Call, url: string) => boolean;
  readonly hasScheme: (url: string) => boolean;
  /** Exactly https; in upper case only where the choices let it pass. */
  readonly isHttps: (call: Call, url: string) => boolean;
  readonly hasHost: (url: string) => boolean;
  readonly hostHasNoWhiteSpace: (url: string) => boolean;
  readonly parses: (url: string) => boolean;
  /** Whether the choices let every unusual trait of this URL pass. */
  readonly isSupported: (call: Call, url: string) => boolean;
  /** The refusal of a value of callbackUrl, or the URL. */
  readonly judge: (call: Call, value: unknown) => string | Refusal;
}

export const callbackUrlRules: CallbackUrlRules = {
  isPresent: (value) => value !== undefined && value !== null,
  isText: (value): value is string => typeof value === "string",
  isFilled: (url) => url.trim() !== "",
  beginsCleanly: (url) => url.trimStart() === url,
  length(call, url) {
    if (call.choices.lengthUnit === "code-points") return Array.from(url).length;
    return call.choices.lengthUnit === "utf-8-bytes" ? Buffer.byteLength(url) : url.length;
  },
  withinLimit: (call, url) => call.rules.callbackUrl.length(call, url) <= MAX_CALLBACK_URL_CHARS,
  hasScheme: (url) => /^[a-z][a-z0-9+.-]*:/i.test(url),
  isHttps: (call, url) =>
    url.startsWith("https:") || (call.choices.upperCaseSchemeUrl === "accepted" && /^https:/i.test(url)),
  hasHost: (url) => urlParts(url).host !== "",
  hostHasNoWhiteSpace: (url) => !/\s/.test(urlParts(url).host),
  parses: (url) => !/[\\"]/.test(url) && URL.canParse(url),
  isSupported: (call, url) => unusualTraits(url).every((trait) => call.choices[trait] === "accepted"),
  judge(call, given) {
    const rules = call.rules.callbackUrl;
    const value = repairedUrl(call.choices, given);
    if (!rules.isPresent(value)) return refusal("missing-url");
    if (!rules.isText(value)) return refusal("not-a-url");
    if (!rules.isFilled(value)) return refusal("missing-url", value);
    if (!rules.beginsCleanly(value)) return refusal("not-a-url", value);
    if (!rules.withinLimit(call, value)) return refusal("url-too-long", value);
    if (!rules.hasScheme(value)) return refusal("not-a-url", value);
    if (!rules.isHttps(call, value)) return refusal("not-https", value);
    if (!rules.hasHost(value) || !rules.hostHasNoWhiteSpace(value)) return refusal("not-a-url", value);
    if (!rules.parses(value)) return refusal("not-a-url", value);
    return rules.isSupported(call, value) ? value : refusal("unusual-url", value);
  },
};
