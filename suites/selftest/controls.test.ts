import { expect, test } from "vitest";
import type { Cause } from "../../lib/api/diagnosis/cause.ts";
import { runVerdict } from "../../lib/engine/run-verdict.ts";
import { controls } from "./controls.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, judgeTarget } from "./judge-target.ts";

const MODES = ["api-key", "signed"] as const;

/** Of these a run says that nothing valid is accepted, and judges nothing. */
const UNVISITED: Readonly<Record<string, Readonly<Record<(typeof MODES)[number], Cause>>>> = {
  "refuses everything": { "api-key": "unknown-key", signed: "credentials-refused" },
  echoes: { "api-key": "no-envelope", signed: "no-envelope" },
  "echoes in an envelope": { "api-key": "unknown-key", signed: "credentials-refused" },
};

test.for(controls.flatMap((control) => MODES.map((mode) => [control.name, mode, control] as const)))(
  "a server that %s is not conformant in %s mode, or nothing of it is judged, and its checks pass only what it shows",
  async ([name, mode, { transport }]) => {
    const report = await judgeTarget(transport, { mode });
    expect(report.cause).toBe(UNVISITED[name]?.[mode]);
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
