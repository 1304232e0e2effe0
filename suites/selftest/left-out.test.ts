import { expect, test } from "vitest";
import type { Transport } from "../../lib/http/transport.ts";
import { loadProfile } from "../../lib/profile/load-profile.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { runVerdict } from "../../lib/engine/run-verdict.ts";
import { CONFIGURATION_FIELDS } from "../../lib/api/merchant/configuration.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, judgeTarget, type Mode } from "./judge-target.ts";

const MODES: readonly Mode[] = ["api-key", "signed"];
const REQUESTS_BEFORE = 250;
const told: string[] = [];

/** Every field is optional: a server may leave out each of them, and nearly all. */
const leftOut = [
  ...CONFIGURATION_FIELDS,
  "id,merchantId,eventTypes,retryCount,createTime,updateTime",
  "id,merchantId,eventTypes,status,retryCount,createTime,updateTime",
] as const;

test.for(leftOut.flatMap((omittedFields) => MODES.map((mode) => [omittedFields, mode] as const)))(
  "a server that never returns %s is conformant in %s mode, and what reads it is uncovered",
  async ([omittedFields, mode]) => {
    const report = await judgeReference({ mode, choices: { omittedFields } });
    const left = omittedFields.split(",");
    const unseen = report.checks.filter(({ code }) => code === "never-returned");
    const others = unseen.filter(
      ({ neverReturned = [] }) => !neverReturned.some((field) => left.includes(field)),
    );
    expect({
      verdict: runVerdict(report.checks),
      required: runVerdict(report.checks, { requireFull: true }),
      failed: idsWith(report, "failed"),
      undecided: idsWith(report, "inconclusive"),
      others,
    }).toEqual({
      verdict: "conformant-partial",
      required: "incomplete",
      failed: [],
      undecided: [],
      others: [],
    });
    told.push(
      `${mode}, without ${omittedFields}:`,
      ...unseen.map(({ requirement, reason = "" }) => `  ${requirement}: ${reason}`),
    );
  },
);

test("what is left uncovered is the same as before", async () => {
  await expect(`${told.join("\n")}\n`).toMatchFileSnapshot("./left-out.txt");
});

test("a field that is returned only later is no choice of the target: what has missed it is undecided", async () => {
  const { checks } = await judgeTarget(({ merchants }, clock) =>
    hiding("merchantId", inProcessTransport(createReference({ merchants, clock: clock.now }))),
  );
  expect(checks.find(({ requirement }) => requirement === "isolation.merchant-ids-differ")).toMatchObject({
    verdict: "inconclusive",
    code: "undecided",
    reason: "The target returned `merchantId` at other times, but not during this check. Run again.",
  });
});

/** Takes a text field out of the first answers. */
function hiding(field: string, transport: Transport): Transport {
  let answered = 0;
  return {
    ...transport,
    async send(...request) {
      const answer = await transport.send(...request);
      answered += 1;
      if (answered > REQUESTS_BEFORE) return answer;
      const text = Buffer.from(answer.body).toString("utf8");
      return { ...answer, body: Buffer.from(text.replace(new RegExp(`"${field}":"[^"]*",?`), "")) };
    },
  };
}

test.for(MODES)(
  "with one merchant in %s mode, what needs a second one is uncovered before it is asked about",
  async (mode) => {
    const { profile } = await loadProfile(mode === "signed" ? "reference-signed" : "reference", {});
    const report = await judgeReference({ mode, facts: { merchants: profile.merchants.slice(0, 1) } });
    const lonely = report.checks.filter(({ field }) => field === "merchants[1]");
    expect(lonely.map(({ code, requests }) => ({ code, requests }))).toEqual(
      lonely.map(() => ({ code: "need-not-offered", requests: 0 })),
    );
    expect(lonely).toHaveLength(mode === "signed" ? 17 : 14);
    for (const verdict of ["failed", "inconclusive", "errored"] as const)
      expect(idsWith(report, verdict)).toEqual([]);
  },
);
