import { disableDraft, type Draft, queryDraft, registerDraft } from "../../lib/client/draft.ts";
import { type Overlapping, sendTogether } from "../../lib/client/send-together.ts";
import { check } from "../../lib/check.ts";
import type { Context } from "../../lib/context.ts";
import { possiblyStored, readOnly } from "../../lib/oracles/overlap.ts";
import { returned } from "../../lib/oracles/returned.ts";
import { unchanged } from "../../lib/oracles/unchanged.ts";
import { Violation } from "../../lib/verdict.ts";
import { show } from "../../lib/wire/finding.ts";

const ROUNDS = { quick: 1, standard: 9, deep: 50 };
const REGISTERS = 3;
const READINGS_AFTER = 2;

interface Round {
  readonly before: string;
  readonly registered: readonly string[];
  readonly operations: readonly Overlapping[];
}

/** Overlapping registers, each with what else is to overlap them, behind or ahead of them all. */
async function overlap(
  { merchant, urls }: Context,
  beside: readonly Draft[],
  ahead: readonly Draft[] = [],
): Promise<Round> {
  const [before = "", ...registered] = urls.distinct(1 + REGISTERS);
  await merchant.holds(before);
  const drafts = registered.flatMap((url, index) => [registerDraft(url), ...beside.slice(index, index + 1)]);
  const requests = [...ahead, ...drafts].map((draft) => ({ merchant, draft }));
  return { before, registered, operations: await sendTogether(requests) };
}

export const endsWithOneOfTheUrls = check("concurrency.ends-whole", async (context) => {
  for (let round = 0; round < context.atDepth(ROUNDS); round += 1) {
    const ahead = round % 2 === 0 ? [disableDraft("open")] : [];
    const { before, operations } = await overlap(context, [queryDraft()], ahead);
    const possible = possiblyStored(operations, before);
    const readings = new Set<string>();
    for (let reading = 0; reading < READINGS_AFTER; reading += 1) {
      const callbackUrl = returned(await context.merchant.configuration(), "callbackUrl");
      if (typeof callbackUrl === "string") readings.add(callbackUrl);
    }
    const strays = [...readings].filter((url) => !possible.includes(url));
    const unsteady = readings.size > 1 && operations.every(({ answeredAt }) => answeredAt !== undefined);
    if (strays.length === 0 && !unsteady) continue;
    const expected = `one callback URL of ${possible.map((url) => show(url)).join(", ")}, and the same at every query`;
    throw new Violation({ expected, actual: [...readings].map((url) => show(url)).join(", then ") });
  }
});

export const readsOnlyWhatWasRegistered = check("concurrency.reads-registered", async (context) => {
  returned(await context.merchant.settled(), "callbackUrl");
  for (let round = 0; round < context.atDepth(ROUNDS); round += 1) {
    const offence = registerDraft(context.urls.fresh().replace("https:", "http:"), "refused input");
    const { before, registered, operations } = await overlap(context, [
      queryDraft(),
      queryDraft(),
      offence,
      queryDraft(),
    ]);
    readOnly(operations, [before, ...registered]);
  }
});

export const keepsOneConfiguration = check("concurrency.keeps-identity", async (context) => {
  const first = await context.merchant.settled();
  for (let round = 0; round < context.atDepth(ROUNDS); round += 1) {
    await overlap(context, [disableDraft("open"), queryDraft()]);
    const after = await context.merchant.configuration();
    unchanged(first, after, "overlapping registers and disables", ["id", "merchantId", "createTime"]);
  }
});
