import { mutant } from "../../../lib/reference/mutant.ts";
import { delivering, deliveringTo, isFirst, retrying } from "./faults.ts";

const MANY = 30;
const SILENT_MS = 5_000;

export const retryMutants = [
  mutant(
    "retries-once-too-often",
    "delivery.retries",
    retrying((retryCount) => retryCount + 1),
  ),
  mutant(
    "retries-twice-too-often",
    "delivery.retries",
    retrying((retryCount) => retryCount + 2),
  ),
  mutant(
    "retries-once-too-little",
    "delivery.retries",
    retrying((retryCount) => retryCount - 1),
  ),
  mutant(
    "never-retries",
    "delivery.retries",
    retrying(() => 0),
  ),
  mutant(
    "retries-only-once",
    "delivery.retries",
    retrying((retryCount) => Math.min(retryCount, 1)),
  ),
  mutant(
    "retries-without-end",
    "delivery.retries",
    retrying(() => MANY),
  ),
  mutant(
    "retries-three-times-whatever-is-said",
    "delivery.retries",
    retrying(() => 3),
    {
      choices: { retryCount: 1 },
    },
  ),
  mutant(
    "retries-though-no-retry-is-said",
    "delivery.retries",
    retrying(() => 1),
    {
      choices: { retryCount: 0 },
    },
  ),
  mutant(
    "retries-nothing-of-the-second-merchant",
    "delivery.retries",
    retrying((retryCount, configuration) => (isFirst(configuration) ? retryCount : 0)),
  ),
  mutant(
    "retries-what-was-accepted",
    "delivery.retries",
    delivering(() => ({ isOver: () => false })),
  ),
  mutant(
    "takes-500-for-an-end",
    "delivery.retries",
    delivering(({ isOver }) => ({
      isOver: (answer, sending) => answer?.status === 500 || isOver(answer, sending),
    })),
  ),
  mutant(
    "takes-503-for-an-end",
    "delivery.retries",
    delivering(({ isOver }) => ({
      isOver: (answer, sending) => answer?.status === 503 || isOver(answer, sending),
    })),
  ),
  mutant(
    "takes-a-broken-connection-for-an-end",
    "delivery.retries",
    delivering(({ isOver }) => ({
      isOver: (answer, sending) => answer === undefined || isOver(answer, sending),
    })),
  ),
  mutant(
    "takes-silence-for-an-end",
    "delivery.retries",
    delivering(({ isOver, content }) => {
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
  ),
  mutant(
    "retries-without-the-query",
    "delivery.retries",
    deliveringTo((url, attempt) => (attempt === 1 ? url : url.replace(/\?.*/, ""))),
  ),
  mutant(
    "shares-its-retries-among-all-events",
    "delivery.retries",
    delivering(({ retries }) => {
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
  ),
];

export const afterFailureMutants = [
  mutant(
    "delivers-nothing-after-a-failure",
    "delivery.goes-on-after-failures",
    delivering(({ isSubscribed }) => {
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
  ),
  mutant(
    "keeps-to-the-url-that-failed",
    "delivery.goes-on-after-failures",
    delivering(({ url }) => {
      const failed = new Map<string, string>();
      return {
        url(configuration, event, attempt) {
          const { merchantId } = configuration;
          const own = failed.get(merchantId) ?? url(configuration, event, attempt);
          if (attempt > 1) failed.set(merchantId, own);
          return own;
        },
      };
    }),
  ),
];
