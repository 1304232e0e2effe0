import { oncePerService } from "../once-per-service.ts";
import { askForTokens, formOf, proofsOf } from "./exchange.ts";
import { type Flow, flowOf } from "./flow.ts";
import { tokensFor } from "./spare-tokens.ts";

/** Once in a run: that a valid flow of a client brings tokens, so that a refusal says something. */
export async function provenTokens(flow: Flow): Promise<void> {
  const [, tokens] = proofsOf(flow.client);
  await flow.mcp.once(tokens, async () => void (await tokensFor(flow)));
}

/** The answer to a request with an unknown code, after a valid one. */
export const unknownCode = oncePerService(async (mcp) => {
  const flow = await flowOf(mcp);
  await provenTokens(flow);
  const form = formOf(flow, "conformance-no-such-code", "conformance-verifier-0123456789-0123456789-01");
  return askForTokens(flow, form, { isProbe: true });
});
