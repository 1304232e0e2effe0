import { expect, test } from "vitest";
import { runVerdict } from "../../lib/run-verdict.ts";
import { controls } from "./controls.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, judgeTarget } from "./judge-target.ts";

const MODES = ["api-key", "signed"] as const;

/** What a server that looks at nothing may pass: what every single answer shows by itself. */
test.for(controls.flatMap((control) => MODES.map((mode) => [control.name, mode, control] as const)))(
  "a server that %s is not conformant in %s mode, and passes only what it shows",
  async ([name, mode, { transport }]) => {
    const report = await judgeTarget(transport, { mode });
    expect(runVerdict(report.checks)).toBe("non-conformant");
    expect(idsWith(report, "errored")).toEqual([]);
    await expect(`${idsWith(report, "passed").toSorted().join("\n")}\n`).toMatchFileSnapshot(
      `./controls/${name.replaceAll(/\W+/g, "-")}.${mode}.txt`,
    );
  },
);

test.for(MODES)("the correct server is conformant in %s mode, as far as there are checks", async (mode) => {
  expect(runVerdict((await judgeReference({ mode })).checks)).toBe("conformant-partial");
});
