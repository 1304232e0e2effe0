import { WITHOUT_KEY } from "../../lib/api/refusals/wrong-keys.ts";
import { mayBeGateway } from "../../lib/api/exchange/may-be-gateway.ts";
import { type Draft, queryDraft, registerBody, registerDraft } from "../../lib/api/request/draft.ts";
import { inferred } from "../../lib/api/webhook/requirement.ts";
import { answeredWithAnEnvelope } from "../../lib/api/webhook/oracles/answered-with-an-envelope.ts";

const LEVELS = 60;
const KEY_CHARS = 300;

const NOTE_CHARS = 3_000;

const LONG_KEY: Draft = {
  ...queryDraft("refused key"),
  tamper: (valid) => ({ ...valid, apiKey: "k".repeat(KEY_CHARS) }),
  isAstray: true,
  lane: "impostor-refused key",
};

export const answersLongAndDeepInput = inferred("envelope.long-or-deep", {
  sections: ["2.3", "4"],
  text: "A register with 60 nested arrays in a member that the document does not name, a register of 3,000 characters without an API key, and a query with an API key of 300 characters are answered with an envelope; something in front of the API may answer HTTP 403, 413, 414, 421, 429, 431, 502, 503 or 504 with a page.",
  because:
    "Every response uses an envelope, and these requests are small. Whether they are refused is open; what stands before the API may limit their size.",
  check: async ({ merchant, urls }) => {
    const deep = JSON.stringify({ callbackUrl: urls.fresh(), note: 0 });
    const nested = deep.replace(":0}", `:${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}}`);
    const register = { ...registerBody(nested, "open"), isAstray: true };
    for (const [draft, plain, what] of [
      [register, registerDraft(urls.fresh()), "a register with 60 nested arrays"],
      [longWithoutKey(urls.fresh()), queryDraft(), "a register of 3,000 characters without an API key"],
      [LONG_KEY, queryDraft(), "a query with an API key of 300 characters"],
    ] as const)
      await answeredWithAnEnvelope(merchant, draft, plain, what, mayBeGateway);
  },
});

function longWithoutKey(callbackUrl: string): Draft {
  return {
    ...registerBody(JSON.stringify({ callbackUrl, note: "n".repeat(NOTE_CHARS) }), "refused key"),
    tamper: WITHOUT_KEY.tamper,
    isAstray: true,
    lane: "impostor-refused key",
  };
}
