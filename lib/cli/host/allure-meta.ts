import type { Judgement } from "../../engine/result.ts";
import { areaOf } from "../../engine/catalogue.ts";
import { allureMessages } from "../../reporters/allure/allure-messages.ts";
import type { RunHeader } from "../../reporters/run-result.ts";

/** Whether allure-vitest reports these tests: its setup file says so in every thread. */
export function isAllureThere(): boolean {
  return Object.hasOwn(globalThis, "allureTestRuntime");
}

/** Metadata of a result for allure-vitest: area, level and sections as labels, and the exchanges as attachments. */
export function allureMeta(judgement: Judgement, header: RunHeader): unknown[] {
  const { requirement, result } = judgement;
  const labels = [
    { name: "area", value: areaOf(requirement) },
    { name: "level", value: "level" in result ? result.level : "unspecified" },
    ...result.sections.map((section) => ({ name: "section", value: section })),
  ];
  return [{ type: "metadata", data: { labels } }, ...allureMessages(judgement, header)];
}
