import type { RecordedExchange } from "../../engine/recorded-exchange.ts";
import type { Judgement } from "../../engine/result.ts";
import { areaOf } from "../../engine/catalogue.ts";
import { toHar } from "../../reporters/text/har.ts";
import { toTranscript } from "../../reporters/text/transcript.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import type { RunHeader } from "../../reporters/stored/run-result.ts";
import { shownExchanges } from "../../reporters/text/shown-exchanges.ts";

/** Whether allure-vitest reports these tests: its setup file says so in every thread. */
export function isAllureThere(): boolean {
  return Object.hasOwn(globalThis, "allureTestRuntime");
}

/**
 * Metadata of a result for allure-vitest: area, level and sections as labels, and the exchanges as attachments. The target
 * belongs to the identity of a test: in a report about several targets each has its own result and its own history.
 */
export function allureMeta({ requirement, result, exchanges }: Judgement, header: RunHeader): unknown[] {
  const { target, suite } = header;
  const id = `${target.name} ${target.baseUrl} ${requirement}`;
  const labels = [
    { name: "epic", value: target.name },
    { name: "area", value: areaOf(requirement) },
    { name: "level", value: "level" in result ? result.level : "unspecified" },
    ...result.sections.map((section) => ({ name: "section", value: section })),
  ];
  const parameters = [{ name: "target", value: `${target.name} (${target.baseUrl})` }];
  const metadata = { testCaseId: id, historyId: id, displayName: requirement, labels, parameters };
  return [{ type: "metadata", data: metadata }, ...attachments({ result, exchanges }, suite)];
}

function attachments(
  { result, exchanges }: Pick<Judgement, "result" | "exchanges">,
  suite: RunHeader["suite"],
): unknown[] {
  const shown: readonly RecordedExchange[] = "verdict" in result ? shownExchanges(result, exchanges) : [];
  if (shown.length === 0) return [];
  return [
    attachment("Evidence", toTranscript(shown), "text/plain", ".txt"),
    attachment("Evidence as HAR", toJson(toHar(shown, suite)), "application/json", ".har"),
  ];
}

function attachment(name: string, text: string, contentType: string, fileExtension: string): unknown {
  const content = Buffer.from(text).toString("base64");
  return {
    type: "attachment_content",
    data: { name, content, encoding: "base64", contentType, fileExtension },
  };
}
