import { describe, inject, test } from "vitest";
import type { HostedTest } from "../lib/cli/host/global-setup.ts";

const tests: readonly HostedTest[] = inject("conformance");

for (const [area, own] of Map.groupBy(tests, (one) => one.area)) {
  // oxlint-disable-next-line vitest/valid-title -- the area is the title
  describe(area, () => {
    for (const { name, outcome } of own) {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the run has judged; the id is the title
      test(name, ({ skip }) => {
        if (outcome.kind === "skip") skip(outcome.reason);
        if (outcome.kind !== "fail") return;
        const { name: kind, message } = outcome;
        throw Object.assign(new Error(message), { name: kind, stack: `${kind}: ${message}` });
      });
    }
  });
}
