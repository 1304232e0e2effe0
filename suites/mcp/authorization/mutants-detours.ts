import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { answering, type Occasion, ofMethod, unguarded } from "../faults.ts";

export const detourMutants = toMutants({
  "authorization.without-token-detours": {
    "trusts-a-user-that-a-gateway-forwards": only(
      { choices: { mcpSessions: "none" } },
      unguarded(({ headers }) => headers.has("x-forwarded-user")),
    ),
    "shows-cards-to-whoever-sends-text": showingCards(
      ({ headers }) => headers.get("content-type") === "text/plain",
    ),
    "shows-cards-to-whoever-puts": showingCards(ofMethod("PUT")),
  },
});

/** Answers like the tool that reads, whoever asks. */
function showingCards(when: Occasion) {
  return answering(when, (_response, { message, rules, state }) => {
    const text = JSON.stringify(rules.mcpService.shown(state.cards));
    return Response.json({ jsonrpc: "2.0", id: message?.id, result: { content: [{ type: "text", text }] } });
  });
}
