import type { Call } from "../call.ts";
import { refusal, type Refusal } from "../outcome.ts";
import { repairedUrl } from "../repaired-url.ts";
import { unusualTraits } from "../unusual-url.ts";
import { urlParts } from "../url-parts.ts";

const MAX_CALLBACK_URL_CHARS = 512;

/** Which values of callbackUrl are accepted (§2.2, §8). Each rule answers for one reason of refusal. */
export const callbackUrlRules = {
  isPresent: (value: unknown) => value !== undefined && value !== null,
  isText: (value: unknown): value is string => typeof value === "string",
  /** Neither empty nor blank. */
  isFilled: (url: string) => url.trim() !== "",
  beginsCleanly: (url: string) => url.trimStart() === url,
  /** In the unit that the choices name. */
  length(call: Call, url: string) {
    if (call.choices.lengthUnit === "code-points") return Array.from(url).length;
    return call.choices.lengthUnit === "utf-8-bytes" ? Buffer.byteLength(url) : url.length;
  },
  withinLimit: (call: Call, url: string): boolean =>
    call.rules.callbackUrl.length(call, url) <= MAX_CALLBACK_URL_CHARS,
  hasScheme: (url: string) => /^[a-z][a-z0-9+.-]*:/i.test(url),
  /** Exactly https; in upper case only where the choices let it pass. */
  isHttps: (call: Call, url: string) =>
    url.startsWith("https:") || (call.choices.upperCaseSchemeUrl === "accepted" && /^https:/i.test(url)),
  hasHost: (url: string) => urlParts(url).host !== "",
  hostHasNoWhiteSpace: (url: string) => !/\s/.test(urlParts(url).host),
  parses: (url: string) => !/[\\"]/.test(url) && URL.canParse(url),
  /** Whether the choices let every unusual trait of this URL pass. */
  isSupported: (call: Call, url: string) =>
    unusualTraits(url).every((trait) => call.choices[trait] === "accepted"),
  judge(call: Call, given: unknown): string | Refusal {
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
