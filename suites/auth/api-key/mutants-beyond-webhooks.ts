import type { Call } from "../../../lib/reference/call.ts";
import { type Mutant, mutant } from "../../../lib/reference/mutant.ts";

const key = (call: Call) => call.headers.get("x-api-key");

/** Serves the first merchant where `when` says so, but for the webhook operations. */
function open(
  name: string,
  breaks: string,
  when: (presented: string | null, issued: string, call: Call) => boolean,
): Mutant {
  return mutant(
    `${name}-beyond-webhooks`,
    breaks,
    ({ authentication }) => ({
      authentication: {
        authenticate(call) {
          const known = authentication.authenticate(call);
          const [first] = call.merchants;
          if (!("refused" in known) || first === undefined || call.operation.startsWith("webhook/"))
            return known;
          return when(key(call), first.apiKey, call) ? first : known;
        },
      },
    }),
    { beyondWebhooks: true },
  );
}

export const beyondWebhooksMutants = [
  open("needs-no-key", "api-key.absent", (presented) => presented === null),
  open("accepts-an-empty-key", "api-key.empty", (presented) => presented === ""),
  open("accepts-any-key", "api-key.unknown", (presented) => presented !== null && presented !== ""),
  open(
    "takes-a-beginning-for-the-key",
    "api-key.truncated",
    (presented, issued) => presented !== null && presented !== "" && issued.startsWith(presented),
  ),
  open(
    "accepts-more-behind-the-key",
    "api-key.extended",
    (presented, issued) => presented?.startsWith(issued) === true,
  ),
  open(
    "ignores-the-letter-case-of-the-key",
    "api-key.case-changed",
    (presented, issued) => presented?.toLowerCase() === issued.toLowerCase(),
  ),
  open(
    "trusts-an-address-in-a-header",
    "api-key.no-detour",
    (_, _issued, { headers }) => headers.get("x-forwarded-for") === "127.0.0.1",
  ),
  open(
    "wants-no-key-where-there-is-a-query-string",
    "api-key.no-detour",
    (_, _issued, { query }) => query !== "",
  ),
];
