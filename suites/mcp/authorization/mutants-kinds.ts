import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../../lib/reference/mcp/mcp-state.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { accepting, anyGrant, calling, type Occasion, ofMethod } from "../faults.ts";

const isNotification: Occasion = ({ message }) => message?.method.startsWith("notifications/") === true;
const hasExpired = ({ expiresAt }: Grant, call: McpCall) => expiresAt <= call.now();
const isOfAnother = ({ resource }: Grant) => resource === "other";

/** Takes tokens that are invalid in one way, for one kind of request. */
function taking(isFlawed: (grant: Grant, call: McpCall) => boolean, when: Occasion): Change {
  const grantOf = (call: McpCall, token: string) => {
    const grant = call.state.grants.get(token);
    return grant !== undefined && isFlawed(grant, call) ? grant : undefined;
  };
  return accepting(grantOf, when);
}

export const kindMutants = toMutants({
  "authorization.wrong-token-everywhere": {
    "answers-pings-with-any-token": accepting((call) => anyGrant(call, () => true), calling("ping")),
  },
  "authorization.expired-token": {
    "streams-for-expired-tokens": taking(hasExpired, ofMethod("GET")),
    "hears-notifications-of-expired-tokens": taking(hasExpired, isNotification),
  },
  "authorization.other-resource-token": {
    "streams-for-tokens-of-another-resource": taking(isOfAnother, ofMethod("GET")),
    "hears-notifications-of-tokens-of-another-resource": taking(isOfAnother, isNotification),
  },
});
