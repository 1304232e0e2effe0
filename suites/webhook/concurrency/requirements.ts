import { inOneRound } from "../../../lib/api/webhook/requirement.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import { type Overlapping, sendTogether } from "../../../lib/api/merchant/send-together.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import {
  strayDeviation,
  NOT_REPLACED,
  possiblyStored,
  readOnly,
} from "../../../lib/api/webhook/oracles/overlap.ts";
import { adoptedUrl } from "../../../lib/api/merchant/configuration.ts";
import { returnedUrl } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { Violation } from "../../../lib/engine/record/verdict.ts";
import { describeJson } from "../../../lib/api/json/json.ts";

const { inferred } = inOneRound;

const REGISTERS = 3;
/** Where few are taken to their end, and more are not, in the second round. */
const MANY_REGISTERS = 5;
const READINGS_AFTER = 2;
const IDENTITY = ["id", "merchantId", "createTime"] as const;
const OVERLAPPING = ["after a register", "after a disable", "by overlapping requests"];
interface Round {
  readonly before: string;
  readonly registered: readonly string[];
  readonly operations: readonly Overlapping[];
}
/** Overlapping registers, each with what else is to overlap them, behind or ahead of them all. */
async function overlap(
  { merchant, urls }: WebhookContext,
  beside: readonly Draft[],
  ahead: readonly Draft[] = [],
  registers = REGISTERS,
): Promise<Round> {
  const [first = "", ...registered] = urls.distinct(1 + registers);
  const before = adoptedUrl(await merchant.holds(first), first, urls.path);
  const drafts = registered.flatMap((url, index) => [registerDraft(url), ...beside.slice(index, index + 1)]);
  const requests = [...ahead, ...drafts].map((draft) => ({ merchant, draft }));
  return { before, registered, operations: await sendTogether(requests) };
}

export const endsWithOneOfTheUrls = inferred("concurrency.ends-whole", {
  spends: true,
  sections: ["1", "3.2"],
  text: "After overlapping registers are answered, the stored callback URL is one of those registered, whole, and stays.",
  because: "A merchant has one configuration with one callback URL, and only register sets it.",
  check: async (context) => {
    for (let round = 0; round < context.effort.times; round += 1) {
      const ahead = round % 2 === 0 ? [disableDraft("open")] : [];
      const registers = round === 1 ? MANY_REGISTERS : REGISTERS;
      const { before, operations } = await overlap(context, [queryDraft()], ahead, registers);
      const possible = possiblyStored(operations, before);
      const readings = new Set<string>();
      for (let reading = 0; reading < READINGS_AFTER; reading += 1) {
        readings.add(returnedUrl(await context.merchant.configuration()));
      }
      const strays = [...readings].filter((url) => !possible.includes(url));
      const unsteady = readings.size > 1 && operations.every(({ answeredAt }) => answeredAt !== undefined);
      if (strays.length === 0 && !unsteady) continue;
      const expected = `one callback URL of ${possible.map((url) => describeJson(url)).join(", ")}, and the same at every query`;
      const actual = [...readings].map((url) => describeJson(url)).join(", then ");
      const isStill = strays.every((url) => url === before) && strays.length === readings.size;
      throw new Violation({
        expected,
        actual,
        deviations: [isStill ? NOT_REPLACED : strayDeviation(strays[0] ?? "", possible)],
      });
    }
  },
});

export const readsOnlyWhatWasRegistered = inferred("concurrency.reads-registered", {
  sections: ["1", "3.2"],
  text: "What query returns while registers overlap has been registered before.",
  because: "Only register sets the callback URL.",
  check: async (context) => {
    returnedUrl(await context.merchant.settled());
    for (let round = 0; round < context.effort.times; round += 1) {
      const twin = context.urls.fresh();
      const offence = registerDraft(twin.replace("https:", "http:"), "refused input");
      const { before, registered, operations } = await overlap(context, [
        queryDraft(),
        queryDraft(),
        offence,
        queryDraft(),
      ]);
      /** Another requirement judges it; the target may have stored its twin. */
      const isAccepted = operations.some(
        ({ draft, answer }) => draft === offence && answer && succeeded(answer),
      );
      readOnly(operations, [before, ...registered, ...(isAccepted ? [offence.url ?? "", twin] : [])]);
    }
  },
});

export const keepsOneConfiguration = inferred("concurrency.keeps-identity", {
  spends: true,
  sections: ["1", "3.2"],
  text: "Overlapping registers and disables leave one configuration, with its `id`, `merchantId` and `createTime`.",
  because: "Registering when a configuration exists updates it; it creates no second one.",
  check: async (context) => {
    const first = await context.merchant.settled();
    for (let round = 0; round < context.effort.times; round += 1) {
      await overlap(context, [disableDraft("open"), queryDraft()]);
      const after = await context.merchant.configuration();
      assertUnchanged(first, after, "overlapping registers and disables", {
        fields: IDENTITY,
        when: OVERLAPPING,
      });
    }
  },
});
