import { refusal } from "../../../lib/reference/outcome.ts";
import { mutant, type Change } from "../../../lib/reference/mutant.ts";
import { showing, storing } from "../../../lib/reference/faults.ts";

/** Refuses URLs of some form as ones that it does not support. */
const refusing =
  (form: RegExp): Change =>
  ({ callbackUrl }) => ({
    callbackUrl: {
      judge: (call, value) =>
        typeof value === "string" && form.test(value)
          ? refusal("unusual-url", value)
          : callbackUrl.judge(call, value),
    },
  });

/** Faults with URLs that no firewall takes for an attack. */
export const ordinaryUrlMutants = [
  mutant(
    "masks-tokens-in-urls",
    "callback-url.ordinary-syntax",
    showing((_shown, { callbackUrl }) => ({
      callbackUrl: callbackUrl.replaceAll(/([?&](?:token|sig)=)[^&]*/g, "$1***"),
    })),
  ),
  mutant(
    "drops-campaign-parameters",
    "callback-url.ordinary-syntax",
    storing((url) => url.replaceAll(/&utm_\w+=[^&]*/g, "")),
  ),
  mutant(
    "drops-punctuation-at-the-end-of-urls",
    "callback-url.ordinary-syntax",
    storing((url) => url.replace(/[.;]$/, "")),
  ),
  mutant(
    "refuses-words-of-sql-in-paths",
    "callback-url.ordinary-syntax",
    refusing(/^[^?]*(?:update|delete|insert|drop)/i),
  ),
  mutant(
    "refuses-words-of-sql-in-queries",
    "callback-url.ordinary-syntax",
    refusing(/\?.*(?:update|union)/i),
  ),
  mutant("refuses-hosts-that-begin-with-a-digit", "callback-url.ordinary-syntax", refusing(/^https:\/\/\d/)),
  mutant(
    "refuses-a-query-right-behind-the-host",
    "callback-url.query-behind-host",
    refusing(/^https:\/\/[^/?#]+\?/),
  ),
  mutant(
    "refuses-hosts-with-two-hyphens",
    "callback-url.two-hyphens-in-host",
    refusing(/^https:\/\/[^/]*--/),
  ),
];
