import { Violation } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Draft } from "../../request/draft.ts";
import { TELLING_FALLS } from "../model/telling-falls.ts";
import { fallenForGood, fallsEachTime } from "./never-moves.ts";

/** A register that must be refused. */
interface RefusedRegister {
  readonly name: string;
  readonly draft: Draft;
}

/**
 * Finds the refused register that disables a configuration. A target may also disable by itself, so each register is
 * repeated. Call it after the status fell while these registers were refused.
 * @throws {Violation} if the status falls each time after one of them
 * @throws {InconclusiveError} if it cannot be raised again
 */
export async function leavesEnabled(
  merchant: Merchant,
  registers: readonly RefusedRegister[],
): Promise<void> {
  for (const { name, draft } of registers) {
    const what = `a refused register (${name})`;
    if ((await merchant.enabled()).status === 0) {
      await merchant.isDisabledByItself();
      throw fallenForGood(merchant, what, "before and after", "register.refusal-changes-nothing");
    }
    const disables = await fallsEachTime(merchant, what, async () => {
      const before = await merchant.enabled();
      await merchant.send(draft);
      return { before, after: await merchant.configuration() };
    });
    if (!disables) continue;
    throw new Violation(
      {
        expected: `${what} to leave \`status\` at 1`,
        actual: `0, each of ${TELLING_FALLS.amongOthers} times`,
        parts: ["status"],
      },
      "register.refusal-changes-nothing",
    );
  }
}
