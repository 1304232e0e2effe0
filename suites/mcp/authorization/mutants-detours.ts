import { mutant } from "../../../lib/reference/mutant.ts";
import { answering, type Occasion, ofMethod, unguarded } from "../faults.ts";

export const detourMutants = [
  mutant(
    "trusts-a-user-that-a-gateway-forwards",
    "authorization.without-token-detours",
    unguarded(({ headers }) => headers.has("x-forwarded-user")),
    { choices: { mcpSessions: "none" } },
  ),
  mutant(
    "shows-cards-to-whoever-sends-text",
    "authorization.without-token-detours",
    showingCards(({ headers }) => headers.get("content-type") === "text/plain"),
  ),
  mutant("shows-cards-to-whoever-puts", "authorization.without-token-detours", showingCards(ofMethod("PUT"))),
];

/** Answers like the tool that reads, whoever asks. */
function showingCards(when: Occasion) {
  return answering(when, (_response, { message, rules, state }) => {
    const text = JSON.stringify(rules.mcpService.shown(state.cards));
    return Response.json({ jsonrpc: "2.0", id: message?.id, result: { content: [{ type: "text", text }] } });
  });
}
