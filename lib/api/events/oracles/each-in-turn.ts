import { Violation } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";

type Look = (merchant: Merchant) => Promise<void>;

/**
 * Gives each look the next merchant. The looks at one merchant run one after the other, beside those at others, so that
 * their waiting overlaps. All of them end before this does.
 * @throws a violation if a look shows one, otherwise the first other error
 */
export async function eachInTurn(merchants: readonly Merchant[], looks: readonly Look[]): Promise<void> {
  const distinct = [...new Set(merchants)];
  const errors: unknown[] = [];
  await Promise.all(
    distinct.map(async (merchant, place) => {
      const own = looks.filter((_, turn) => turn % distinct.length === place);
      try {
        for (const look of own) await look(merchant);
      } catch (error) {
        errors.push(error);
      }
    }),
  );
  if (errors.length > 0) throw errors.find((error) => error instanceof Violation) ?? errors[0];
}
