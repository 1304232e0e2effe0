import type { McpAnswer } from "../door.ts";
import { askForTokens, formOf, freshCode } from "./exchange.ts";
import type { Flow } from "./flow.ts";

/** Opens the second connection, so that no request waits for one. */
const UNKNOWN_CODE = "conformance-no-such-code";

/** The answers to two valid requests for tokens with the same new code, at the same time over two connections. */
export async function redeemTogether(flow: Flow): Promise<readonly McpAnswer[]> {
  const { code, verifier } = await freshCode(flow);
  const beside = { isProbe: true, isBeside: true } as const;
  await askForTokens(flow, formOf(flow, UNKNOWN_CODE, verifier), beside);
  const form = formOf(flow, code, verifier);
  const asked = [askForTokens(flow, form, { isProbe: true }), askForTokens(flow, form, beside)];
  const answers = await Promise.allSettled(asked);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}
