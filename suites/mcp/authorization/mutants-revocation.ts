import { changing, sayingYes, where } from "../../../lib/reference/changes.ts";
import { REVOCATION_PATH } from "../../../lib/reference/mcp/places.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { hasInBody } from "../faults.ts";
import { isAt, keeping, takingAnySecret } from "./faults.ts";

export const revocationMutants = toMutants({
  "authorization.revoked-refresh-token": {
    "says-that-it-revokes-refresh-tokens": keeping("refreshTokens"),
  },
  "authorization.revoked-access-token": {
    "keeps-access-tokens-alive": keeping("grants"),
  },
  "authorization.revocation-of-nothing": {
    "fails-to-revoke-nothing": where(
      hasInBody("token=conformance-no-such-token"),
      changing("mcpServer.respond", (_usual, call) =>
        call.rules.mcpServer.errorAnswer(call, { error: "invalid_grant", status: 400 }),
      ),
    ),
  },
  "authorization.revocation-wrong-secret": {
    "revokes-with-any-secret": where(isAt(REVOCATION_PATH), takingAnySecret),
  },
  "authorization.revocation-of-another-client": {
    "revokes-for-any-client": sayingYes("mcpServer.mayRevoke"),
  },
});
