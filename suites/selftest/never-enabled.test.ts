import { expect, test } from "vitest";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, type Mode } from "./judge-target.ts";

/** The document shows no status after a register, and no answer to a disable of what is disabled. */
const NEVER_ENABLED = {
  initialStatus: 0,
  statusAfterReRegister: "kept",
  statusAfterRegisterOnDisabled: "kept",
  secondDisable: "refused",
} as const;

test.for<Mode>(["api-key", "signed"])(
  "in %s mode a target that never enables a webhook, and then rejects disable, does not fail",
  async (mode) => {
    const report = await judgeReference({ mode, depth: "standard", mcp: false, choices: NEVER_ENABLED });
    expect(idsWith(report, "failed")).toEqual([]);
    expect(idsWith(report, "inconclusive")).toEqual([]);
  },
);
