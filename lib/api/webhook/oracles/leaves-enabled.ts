import { Violation } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Draft } from "../../request/draft.ts";
import { countFalls, describeFalls, fallsForGood } from "./never-moves.ts";

/** A register that must be refused. */
interface RefusedRegister {
  readonly name: string;
  readonly draft: Draft;
}

/**
 * Finds the refused register that disables a configuration. A target may also disable by itself, so each register is
 * repeated. Call it after the status fell while these registers were refused.
 * @throws {Violation} if the status falls each time after one of them
 */
export async function leavesEnabled(
  merchant: Merchant,
  registers: readonly RefusedRegister[],
): Promise<void> {
  for (const { name, draft } of registers) {
    const what = `a refused register (${name})`;
    if ((await merchant.enabled()).status === 0) throw disabledBy(what, fallsForGood(merchant, what, 1));
    const falls = await countFalls(merchant, what, async () => {
      const before = await merchant.enabled();
      await merchant.send(draft);
      return { before, after: await merchant.configuration() };
    });
    if (falls > 0) throw disabledBy(what, falls);
  }
}

function disabledBy(what: string, falls: number): Violation {
  return new Violation(
    { expected: `${what} to leave \`status\` at 1`, actual: describeFalls(falls), parts: ["status"] },
    "register.refusal-changes-nothing",
  );
}
