import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { delivering, deliveringTo, isFirst, retrying } from "./faults.ts";
import { replacing, sayingNo, sayingYes } from "../../../lib/reference/changes.ts";

const MANY = 30;
const SILENT_MS = 5_000;

export const retryMutants = toMutants({
  "delivery.retries": {
    "retries-once-too-often": retrying((retryCount) => retryCount + 1),
    "retries-twice-too-often": retrying((retryCount) => retryCount + 2),
    "retries-once-too-little": retrying((retryCount) => retryCount - 1),
    "never-retries": retrying(() => 0),
    "retries-only-once": retrying((retryCount) => Math.min(retryCount, 1)),
    "retries-without-end": retrying(() => MANY),
    "retries-three-times-whatever-is-said": only(
      { choices: { retryCount: 1 } },
      retrying(() => 3),
    ),
    "retries-though-no-retry-is-said": only(
      { choices: { retryCount: 0 } },
      retrying(() => 1),
    ),
    "retries-nothing-of-the-second-merchant": retrying((retryCount, configuration) =>
      isFirst(configuration) ? retryCount : 0,
    ),
    "retries-what-was-accepted": sayingNo("delivery.isOver"),
    "takes-500-for-an-end": sayingYes("delivery.isOver", (answer) => answer?.status === 500),
    "takes-503-for-an-end": sayingYes("delivery.isOver", (answer) => answer?.status === 503),
    "takes-a-broken-connection-for-an-end": sayingYes("delivery.isOver", (answer) => answer === undefined),
    "takes-silence-for-an-end": delivering(({ isOver, content }) => {
      let startedAt = 0;
      return {
        content(usual, configuration, sending) {
          startedAt = sending.now();
          return content(usual, configuration, sending);
        },
        isOver: (answer, sending) =>
          (answer === undefined && sending.now() - startedAt > SILENT_MS) || isOver(answer, sending),
      };
    }),
    "retries-without-the-query": deliveringTo((url, attempt) =>
      attempt === 1 ? url : url.replace(/\?.*/, ""),
    ),
    "shares-its-retries-among-all-events": delivering(({ retries }) => {
      let left: number | undefined;
      return {
        retries: (configuration, event) => (left ??= retries(configuration, event)),
        isAttempted(_configuration, _event, attempt) {
          if (attempt === 1) return true;
          const rest = left ?? 0;
          left = Math.max(rest - 1, 0);
          return rest > 0;
        },
      };
    }),
  },
});

export const afterFailureMutants = toMutants({
  "delivery.goes-on-after-failures": {
    "delivers-nothing-after-a-failure": delivering(({ isSubscribed }) => {
      const failed = new Set<string>();
      return {
        isSubscribed: (configuration, event) =>
          isSubscribed(configuration, event) && !failed.has(configuration.merchantId),
        isAttempted({ merchantId }, _event, attempt) {
          if (attempt > 1) failed.add(merchantId);
          return true;
        },
      };
    }),
    "keeps-to-the-url-that-failed": replacing("delivery.url", (url) => {
      const failed = new Map<string, string>();
      return (configuration, event, attempt) => {
        const { merchantId } = configuration;
        const own = failed.get(merchantId) ?? url(configuration, event, attempt);
        if (attempt > 1) failed.set(merchantId, own);
        return own;
      };
    }),
  },
});
