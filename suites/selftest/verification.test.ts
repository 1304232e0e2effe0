import { expect, test } from "vitest";
import { axes } from "../../lib/reference/choices.ts";
import { EVENTS, judgeDeliveries } from "./judge-deliveries.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

const modes = ["api-key", "signed"] as const;
const forms = axes.urlVerification
  .filter((form) => form !== "none")
  .map((form, index) => [form, modes[index % modes.length]] as const);
/** Only the receiver's host answers. */
const AT_OTHER_HOSTS = "callback.varyHost";

test.each(forms)(
  "%s in %s mode: with a receiver it is judged, and not accused",
  async (form, mode = "signed") => {
    const report = await judgeReference({
      mode,
      choices: { urlVerification: form },
      facts: { events: EVENTS },
    });
    const open = report.checks.filter(
      ({ verdict, field }) =>
        !["passed", "inapplicable"].includes(verdict) && ![AT_OTHER_HOSTS, "mcp.url"].includes(field ?? ""),
    );
    expect({ cause: report.cause, open }).toEqual({ cause: undefined, open: [] });
    expect(idsWith(report, "passed")).toContain("delivery.reaches-callback-url");
  },
);

test.each(forms)("%s in %s mode: without a receiver one cause is named", async (form, mode = "signed") => {
  const report = await judgeReference({
    mode,
    choices: { urlVerification: form },
    selectors: ["versioning"],
  });
  expect({ cause: report.cause, failed: idsWith(report, "failed") }).toEqual({
    cause: "callback-base-refused",
    failed: [],
  });
});

test.for(["none", "post-challenge"] as const)(
  "payloads that look like a verification are deliveries, where URLs are verified by %s",
  async (urlVerification) => {
    const choices = { eventTypes: "one", deliveryPayload: "challenge", urlVerification } as const;
    const { checks } = await judgeDeliveries({ choices, depth: "quick" });
    const judged = checks.filter(({ area, verdict }) => area === "delivery" && verdict !== "inapplicable");
    expect([...new Set(judged.map(({ verdict }) => verdict))]).toEqual(["passed"]);
    expect(judged.length).toBeGreaterThan(10);
  },
);
