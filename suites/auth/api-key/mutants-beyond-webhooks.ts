import type { Call } from "../../../lib/reference/call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { changing } from "../../../lib/reference/changes.ts";

const key = (call: Call) => call.headers.get("x-api-key");

/** Serves the first merchant where `when` says so, but for the webhook operations. */
function open(when: (presented: string | null, issued: string, call: Call) => boolean): Change {
  return changing("authentication.authenticate", (known, call) => {
    const [first] = call.merchants;
    if (!("refused" in known) || first === undefined || call.operation.startsWith("webhook/")) return known;
    return when(key(call), first.apiKey, call) ? first : known;
  });
}

export const beyondWebhooksMutants = toMutants(
  {
    "api-key.absent": {
      "needs-no-key-beyond-webhooks": open((presented) => presented === null),
    },
    "api-key.empty": {
      "accepts-an-empty-key-beyond-webhooks": open((presented) => presented === ""),
    },
    "api-key.unknown": {
      "accepts-any-key-beyond-webhooks": open((presented) => presented !== null && presented !== ""),
    },
    "api-key.truncated": {
      "takes-a-beginning-for-the-key-beyond-webhooks": open(
        (presented, issued) => presented !== null && presented !== "" && issued.startsWith(presented),
      ),
    },
    "api-key.extended": {
      "accepts-more-behind-the-key-beyond-webhooks": open(
        (presented, issued) => presented?.startsWith(issued) === true,
      ),
    },
    "api-key.case-changed": {
      "ignores-the-letter-case-of-the-key-beyond-webhooks": open(
        (presented, issued) => presented?.toLowerCase() === issued.toLowerCase(),
      ),
    },
    "api-key.no-detour": {
      "trusts-an-address-in-a-header-beyond-webhooks": open(
        (_, _issued, { headers }) => headers.get("x-forwarded-for") === "127.0.0.1",
      ),
      "wants-no-key-where-there-is-a-query-string-beyond-webhooks": open(
        (_, _issued, { query }) => query !== "",
      ),
    },
  },
  { beyondWebhooks: true },
);
