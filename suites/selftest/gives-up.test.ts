import { expect, test } from "vitest";
import { axes } from "../../lib/reference/choices.ts";
import { EVENTS } from "./judge-deliveries.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

const trials = (["api-key", "signed"] as const).flatMap((mode) =>
  axes.givesUp.slice(1).map((givesUp) => [givesUp, mode] as const),
);

test.each(trials)(
  "%s in %s mode: what disables by itself is not accused at standard depth",
  async (givesUp, mode) => {
    const statusAfterFailedDeliveries = mode === "signed" ? 0 : "0-for-300-ms";
    const choices = { givesUp, statusAfterFailedDeliveries } as const;
    const report = await judgeReference({ mode, choices, depth: "standard", facts: { events: EVENTS } });
    expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
  },
);
