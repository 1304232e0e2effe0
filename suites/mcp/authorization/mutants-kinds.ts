import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../../lib/reference/mcp/mcp-state.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import { accepting, anyGrant, calling, type Occasion, ofMethod } from "../faults.ts";

const isNotification: Occasion = ({ message }) => message?.method.startsWith("notifications/") === true;
const hasExpired = ({ expiresAt }: Grant, call: McpCall) => expiresAt <= call.now();
const isOfAnother = ({ resource }: Grant) => resource === "other";

/** Takes tokens that are invalid in one way, for one kind of request. */
function taking(
  name: string,
  breaks: string,
  isFlawed: (grant: Grant, call: McpCall) => boolean,
  when: Occasion,
) {
  const grantOf = (call: McpCall, token: string) => {
    const grant = call.state.grants.get(token);
    return grant !== undefined && isFlawed(grant, call) ? grant : undefined;
  };
  return mutant(name, breaks, accepting(grantOf, when));
}

export const kindMutants = [
  mutant(
    "answers-pings-with-any-token",
    "authorization.wrong-token-everywhere",
    accepting((call) => anyGrant(call, () => true), calling("ping")),
  ),
  taking("streams-for-expired-tokens", "authorization.expired-token", hasExpired, ofMethod("GET")),
  taking("hears-notifications-of-expired-tokens", "authorization.expired-token", hasExpired, isNotification),
  taking(
    "streams-for-tokens-of-another-resource",
    "authorization.other-resource-token",
    isOfAnother,
    ofMethod("GET"),
  ),
  taking(
    "hears-notifications-of-tokens-of-another-resource",
    "authorization.other-resource-token",
    isOfAnother,
    isNotification,
  ),
];
