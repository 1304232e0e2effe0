import { InapplicableError } from "../../engine/record/verdict.ts";
import type { Merchant } from "../merchant/merchant.ts";

interface InRounds<Context> {
  readonly merchant: Merchant;
  readonly secondRound: Context | undefined;
}

/**
 * Rules hold for every merchant and in every state. So a check that has passed runs again, in a second round. There the
 * second merchant is checked, and its configuration is disabled before each valid register.
 */
export function inTwoRounds<Context extends InRounds<Context>, Row>(
  row: Row & { readonly check?: (context: Context) => Promise<void> },
): Row {
  const { check } = row;
  if (check === undefined) return row;
  return {
    ...row,
    async check(context: Context) {
      await check(context);
      const { secondRound } = context;
      if (secondRound === undefined) return;
      const checkAgain = async () => unlessInapplicable(async () => check(secondRound));
      await secondRound.merchant.registeringWhileDisabled(checkAgain);
    },
  };
}

async function unlessInapplicable(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof InapplicableError)) throw error;
  }
}
