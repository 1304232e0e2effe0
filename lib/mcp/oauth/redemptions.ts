import { InapplicableError } from "../../engine/record/verdict.ts";
import { failRequirement, throwInconclusive, ONE_OF_TWO } from "../refusals/fails.ts";
import type { McpTrial } from "../service/mcp.ts";
import { oncePerKey } from "../service/once-per-service.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import { freshCode } from "./authorize.ts";
import { flowsOf } from "./clients.ts";
import {
  redeemCode,
  refreshTokens,
  refreshableTokens,
  type TokenAnswer,
  type TokenRequestChange,
} from "./exchange.ts";
import type { Flow } from "./flow.ts";
import { takeTokens } from "./spare-tokens.ts";
import {
  type RedemptionRule,
  wrongCodeRedemptions,
  type WrongRedemption,
  wrongRefreshes,
} from "./wrong-redemptions.ts";

const ONE_OF_TWO_TOKENS = { ...ONE_OF_TWO, when: ["at the token endpoint"] };

/** A code or a refresh token that has not been used. */
interface Unused {
  readonly wrong: readonly WrongRedemption[];
  /** Another check has left it. A server may have revoked it since. */
  readonly isKept?: boolean;
  /** Asks for tokens, with a difference or as it should be. */
  readonly redeem: (change?: TokenRequestChange) => Promise<TokenAnswer>;
}

/** The results of using codes or refresh tokens of a client. */
export interface Redemptions {
  readonly flow: Flow;
  readonly wrong: readonly (WrongRedemption & { readonly answer: TokenAnswer })[];
  /** The valid request, which brings tokens, and the same once more. */
  readonly first: TokenAnswer;
  readonly second: TokenAnswer;
}

/** Once in a run for each client: every wrong use of a code, a right one, and a second one. */
export const codesRedeemed = oncePerClient(async (flow, isQuick) =>
  redeemed(flow, isQuick, async () => {
    const code = await freshCode(flow);
    const wrong = await wrongCodeRedemptions(flow, code);
    return { wrong, redeem: async (change) => redeemCode(flow, code, change) };
  }),
);

/**
 * The same for refresh tokens.
 * @throws {InapplicableError} if the server gives none
 */
export const refreshTokensRedeemed = oncePerClient(async (flow, isQuick) =>
  redeemed(flow, isQuick, async () => {
    const kept = takeTokens(flow);
    const tokens = kept ?? (await refreshableTokens(flow));
    const { refreshToken } = tokens;
    const wrong = await wrongRefreshes(flow, tokens);
    return {
      isKept: kept !== undefined,
      wrong,
      redeem: async (change) => refreshTokens(flow, refreshToken, change),
    };
  }),
);

/**
 * Tries all wrong requests with one code, and then the right one: if it succeeds, the code was good all the time.
 * Otherwise a wrong request has used it up, and each gets a code of its own.
 */
async function redeemed(flow: Flow, isQuick: boolean, next: () => Promise<Unused>): Promise<Redemptions> {
  const isLeftOut = ({ leftOut }: WrongRedemption) =>
    isQuick && (leftOut === "of each client" || (flow.note !== "" && leftOut === "of second client"));
  let renews = false;
  for (;;) {
    const { wrong, unused } = await tryEach(next, isLeftOut, renews);
    const first = await unused.redeem();
    if (first.tokens !== undefined)
      return { flow, wrong, first, second: await unused.redeem({ isProbe: true }) };
    if (renews) throwInconclusive(`A valid request for tokens was answered ${describeMcpAnswer(first)}.`);
    renews = unused.isKept !== true;
  }
}

/** @param renews whether each wrong request gets a code of its own */
async function tryEach(
  next: () => Promise<Unused>,
  isLeftOut: (wrong: WrongRedemption) => boolean,
  renews: boolean,
): Promise<Pick<Redemptions, "wrong"> & { readonly unused: Unused }> {
  let unused = await next();
  const wrong: Redemptions["wrong"][number][] = [];
  for (let turn = 0; turn < unused.wrong.length; turn += 1) {
    const one = unused.wrong[turn];
    if (one === undefined || isLeftOut(one)) continue;
    const answer = await unused.redeem({ ...one.change, isProbe: true });
    wrong.push({ ...one, answer });
    if (renews || answer.tokens !== undefined) unused = await next();
  }
  return { wrong, unused };
}

type Look = (flow: Flow, isQuick: boolean) => Promise<Redemptions>;

function oncePerClient(look: Look): Look {
  const looked = oncePerKey(
    ({ client }: Flow, _isQuick: boolean) => client.id,
    async (_mcp, flow: Flow, isQuick: boolean) => look(flow, isQuick),
  );
  return async (flow, isQuick) => looked(flow.mcp, flow, isQuick);
}

/** The uses of refresh tokens of a client; undefined: the server gives none. */
export async function refreshesOf(flow: Flow, isQuick: boolean): Promise<Redemptions | undefined> {
  try {
    return await refreshTokensRedeemed(flow, isQuick);
  } catch (error) {
    if (error instanceof InapplicableError) return undefined;
    throw error;
  }
}

/**
 * The check that no use of a code or of a refresh token of any client brings tokens, if it breaks this rule.
 * @param of whether codes only are tried, or refresh tokens only. Default: both
 */
export function keepsRedemptionRule(rule: RedemptionRule, of?: "codes" | "refresh tokens") {
  return async ({ mcp, effort: { isQuick } }: McpTrial): Promise<void> => {
    for (const flow of await flowsOf(mcp)) {
      if (of !== "refresh tokens") brokeNoRule(await codesRedeemed(flow, isQuick), rule);
      if (of === "refresh tokens") brokeNoRule(await refreshTokensRedeemed(flow, isQuick), rule);
      const refreshes = of === undefined ? await refreshesOf(flow, isQuick) : undefined;
      if (refreshes !== undefined) brokeNoRule(refreshes, rule, " to refresh");
    }
  };
}

/** @throws {Violation} */
export function brokeNoRule({ flow, wrong }: Redemptions, rule: RedemptionRule, purpose = ""): void {
  const deviation = rule.startsWith("repeated") ? ONE_OF_TWO_TOKENS : undefined;
  const broken = wrong.find((one) => one.rule === rule && one.answer.tokens !== undefined);
  if (broken !== undefined)
    failRequirement(`no token for ${broken.what}${purpose}${flow.note}`, broken.answer, undefined, deviation);
}
