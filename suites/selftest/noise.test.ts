import { expect, test } from "vitest";
import { judgeDeliveries } from "./judge-deliveries.ts";
import { idsWith } from "./judge-target.ts";

test("the noise of a stranger accuses no target that delivers nothing", async () => {
  const noiseAt = "https://hooks.conformance.example/wp-login.php";
  const report = await judgeDeliveries({ noiseAt, depth: "quick", choices: { eventTypes: "one" } });
  expect(idsWith(report, "failed")).toEqual([]);
  expect(idsWith(report, "inconclusive")).toContain("delivery.reaches-callback-url");
});
