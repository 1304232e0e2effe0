import { InapplicableError, InconclusiveError } from "../../engine/record/verdict.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import type { McpAnswer } from "../wire/mcp-request.ts";
import { oncePerKey } from "../service/once-per-service.ts";
import type { McpContext } from "../service/requirement.ts";
import {
  askForTokens,
  formOf,
  freshCode,
  refreshableTokens,
  refreshFormOf,
  type TokenRequestChange,
  tokensIn,
} from "./exchange.ts";
import type { Flow } from "./flow.ts";
import { provenTokens, takeTokens } from "./spare-tokens.ts";
import {
  type RedemptionRule,
  wrongCodeRedemptions,
  type WrongRedemption,
  wrongRefreshes,
} from "./wrong-redemptions.ts";
import type { Effort } from "../../engine/requirement/effort.ts";
import { failRequirement, ONE_OF_TWO } from "../refusals/fails.ts";
import { eachClient, ofClient } from "./clients.ts";

/** A code or a refresh token that has not been used. */
interface Unused {
  readonly wrong: readonly WrongRedemption[];
  /** Another check has left it. A server may have revoked it since. */
  readonly isKept?: boolean;
  /** Asks for tokens, with a difference or as it should be. */
  readonly redeem: (change?: TokenRequestChange) => Promise<McpAnswer>;
}

/** A wrong request for tokens, and its answer. */
interface WrongRedemptionTried extends WrongRedemption {
  readonly answer: McpAnswer;
}

/** The results of using codes or refresh tokens of a client. */
export interface Redemptions {
  readonly flow: Flow;
  readonly wrong: readonly WrongRedemptionTried[];
  /** The valid request, which brings tokens, and the same once more. */
  readonly first: McpAnswer;
  readonly second: McpAnswer;
}

type Look = (flow: Flow, isQuick: boolean) => Promise<Redemptions>;

/** Once in a run for each client: every wrong use of a code, a right one, and a second one. */
export const codesRedeemed = oncePerClient(async (flow, isQuick) =>
  redeemed(flow, isQuick, async () => {
    const { code, verifier, parameters } = await freshCode(flow);
    const challenge = parameters.get("code_challenge") ?? "";
    return {
      wrong: await wrongCodeRedemptions(flow, { code, challenge }),
      redeem: async (change) => askForTokens(flow, formOf(flow, code, verifier), change),
    };
  }),
);

/**
 * The same for refresh tokens.
 * @throws {InapplicableError} if the server gives none
 */
export const refreshTokensRedeemed = oncePerClient(async (flow, isQuick) =>
  redeemed(flow, isQuick, async () => {
    const kept = takeTokens(flow);
    const { refreshToken } = kept ?? (await refreshableTokens(flow));
    return {
      isKept: kept !== undefined,
      wrong: await wrongRefreshes(flow, refreshToken),
      redeem: async (change) => askForTokens(flow, refreshFormOf(flow, refreshToken), change),
    };
  }),
);

/**
 * Tries all wrong requests with one code, and then the right one: if it succeeds, the code was good all the time.
 * Otherwise a wrong request has used it up, and each gets a code of its own.
 */
async function redeemed(flow: Flow, isQuick: boolean, next: () => Promise<Unused>): Promise<Redemptions> {
  const isSecond = flow.client.id !== flow.mcp.facts.client?.id;
  const isLeftOut = ({ leftOut }: WrongRedemption) =>
    isQuick && (leftOut === "of each client" || (isSecond && leftOut === "of second client"));
  let attempt = await tryEach(next, { isLeftOut, renews: false });
  let first = await attempt.unused.redeem();
  while (tokensIn(first) === undefined && attempt.unused.isKept === true) {
    attempt = await tryEach(next, { isLeftOut, renews: false });
    first = await attempt.unused.redeem();
  }
  if (tokensIn(first) === undefined) {
    attempt = await tryEach(next, { isLeftOut, renews: true });
    first = await attempt.unused.redeem();
  }
  if (tokensIn(first) === undefined)
    throw new InconclusiveError(`A valid request for tokens was answered ${describeMcpAnswer(first)}.`);
  return { flow, wrong: attempt.tried, first, second: await attempt.unused.redeem({ isProbe: true }) };
}

/** @param renews whether each wrong request gets a code of its own */
async function tryEach(
  next: () => Promise<Unused>,
  {
    isLeftOut,
    renews,
  }: { readonly isLeftOut: (wrong: WrongRedemption) => boolean; readonly renews: boolean },
): Promise<{ readonly tried: readonly WrongRedemptionTried[]; readonly unused: Unused }> {
  let unused = await next();
  const tried: WrongRedemptionTried[] = [];
  for (let turn = 0; turn < unused.wrong.length; turn += 1) {
    const wrong = unused.wrong[turn];
    if (wrong === undefined || isLeftOut(wrong)) continue;
    const answer = await unused.redeem({ ...wrong.change, isProbe: true });
    tried.push({ ...wrong, answer });
    if (renews || tokensIn(answer) !== undefined) unused = await next();
  }
  return { tried, unused };
}

function oncePerClient(look: Look): Look {
  const looked = oncePerKey(
    ({ client }: Flow, _isQuick: boolean) => client.id,
    async (_mcp, flow: Flow, isQuick: boolean) => look(flow, isQuick),
  );
  return async (flow, isQuick) => looked(flow.mcp, flow, isQuick);
}

/**
 * The check that no use of a code or of a refresh token of any client brings tokens, if it breaks this rule.
 * @param of whether codes only are tried, or refresh tokens only. Default: both
 */
export function keepsRedemptionRule(rule: RedemptionRule, of?: "codes" | "refresh tokens") {
  return async ({ mcp, effort }: McpContext): Promise<void> =>
    eachClient(mcp, async (flow) => {
      if (of !== "refresh tokens") brokeNoRule(await codesRedeemed(flow, effort.isQuick), rule);
      if (of === "refresh tokens") brokeNoRule(await refreshTokensRedeemed(flow, effort.isQuick), rule);
      if (of !== undefined) return;
      const refreshes = await refreshesOf(flow, effort);
      if (refreshes !== undefined) brokeNoRule(refreshes, rule, " to refresh");
    });
}

/** @throws {Violation} */
export function brokeNoRule({ flow, wrong }: Redemptions, rule: RedemptionRule, purpose = ""): void {
  const deviation = rule.startsWith("repeated") ? ONE_OF_TWO_TOKENS : undefined;
  for (const { answer, ...one } of wrong)
    if (one.rule === rule && tokensIn(answer) !== undefined)
      failRequirement(`no token for ${one.what}${purpose}${ofClient(flow)}`, answer, undefined, deviation);
}

const ONE_OF_TWO_TOKENS = { ...ONE_OF_TWO, when: ["at the token endpoint"] };

/** The uses of refresh tokens of a client; undefined: the server gives none. */
export async function refreshesOf(flow: Flow, { isQuick }: Effort): Promise<Redemptions | undefined> {
  try {
    return await refreshTokensRedeemed(flow, isQuick);
  } catch (error) {
    if (error instanceof InapplicableError) return undefined;
    throw error;
  }
}

/** Checks that a form which is no valid one brings no tokens. Returns the answer. @throws {Violation} */
export async function bringsNoTokens(
  flow: Flow,
  what: string,
  form: Readonly<Record<string, string>>,
): Promise<McpAnswer> {
  await provenTokens(flow);
  const answer = await askForTokens(flow, form, { isProbe: true });
  if (tokensIn(answer) !== undefined) failRequirement(`no token for ${what}${ofClient(flow)}`, answer);
  return answer;
}
