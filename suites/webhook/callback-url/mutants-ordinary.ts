import { refusal } from "../../../lib/reference/outcome.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { showing, storing } from "../../../lib/reference/faults.ts";
import { instead } from "../../../lib/reference/changes.ts";

/** Refuses URLs of some form as ones that it does not support. */
const refusing = (form: RegExp): Change =>
  instead("callbackUrl.judge", (_call, value) =>
    typeof value === "string" && form.test(value) ? refusal("unusual-url", value) : undefined,
  );

/** Faults with URLs that no firewall takes for an attack. */
export const ordinaryUrlMutants = toMutants({
  "callback-url.ordinary-syntax": {
    "masks-tokens-in-urls": showing((_shown, { callbackUrl }) => ({
      callbackUrl: callbackUrl.replaceAll(/([?&](?:token|sig)=)[^&]*/g, "$1***"),
    })),
    "drops-campaign-parameters": storing((url) => url.replaceAll(/&utm_\w+=[^&]*/g, "")),
    "drops-punctuation-at-the-end-of-urls": storing((url) => url.replace(/[.;]$/, "")),
    "refuses-words-of-sql-in-paths": refusing(/^[^?]*(?:update|delete|insert|drop)/i),
    "refuses-words-of-sql-in-queries": refusing(/\?.*(?:update|union)/i),
    "refuses-hosts-that-begin-with-a-digit": refusing(/^https:\/\/\d/),
  },
  "callback-url.query-behind-host": {
    "refuses-a-query-right-behind-the-host": refusing(/^https:\/\/[^/?#]+\?/),
  },
  "callback-url.two-hyphens-in-host": {
    "refuses-hosts-with-two-hyphens": refusing(/^https:\/\/[^/]*--/),
  },
});
