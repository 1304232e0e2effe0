import {
  before,
  changing,
  holding,
  instead,
  newMap,
  sayingNo,
  sayingYes,
  withMemory,
} from "../../../lib/reference/changes.ts";
import type { DeliveryContent } from "../../../lib/reference/delivery/delivery-rules.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { byAttempt, deliveringTo, isFirst } from "./faults.ts";

const MANY = 30;
const SILENT_MS = 5_000;

/** A failed delivery is made again another number of times. */
const retrying = (change: (retryCount: number, configuration: Configuration) => number): Change =>
  changing("delivery.retries", (usual, configuration) => change(usual, configuration));

const onceTooLittle = (type: string): Change =>
  changing("delivery.retries", (usual, _configuration, event) => usual - (event.type === type ? 1 : 0));

/** Delivers nothing where a delivery failed to a configuration of which `when` holds. */
const silentAfterFailure = (when: (failed: Configuration, own: Configuration) => boolean): Change =>
  withMemory(
    (): Configuration[] => [],
    (failed) => [
      before("delivery.isAttempted", (configuration, _event, attempt) => {
        if (attempt > 1) failed.push(configuration);
      }),
      sayingNo("delivery.isSubscribed", (own) => failed.some((one) => when(one, own))),
    ],
  );

/** All events with the same key have as many retries together as each of them should have. */
const sharingRetries = (keyOf: (configuration: Configuration) => string): Change =>
  withMemory(newMap<string, number>, (left) => [
    instead("delivery.isAttempted", (configuration, _event, attempt) => {
      const rest = left.get(keyOf(configuration)) ?? configuration.retryCount;
      left.set(keyOf(configuration), rest - (attempt > 1 ? 1 : 0));
      return attempt === 1 || rest > 0;
    }),
  ]);

/** Faults with how often failed deliveries are repeated, and what follows. */
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
    "retries-card-transaction-once-too-little": onceTooLittle("card.transaction"),
    "retries-card-status-once-too-little": onceTooLittle("card.status"),
    "retries-card-3ds-challenge-once-too-little": onceTooLittle("card.3ds-challenge"),
    "retries-once-too-often-after-an-even-number-of-updates": withMemory(holding(0), (memory) => [
      before("register.update", () => void (memory.value += 1)),
      retrying((retryCount) => retryCount + (memory.value % 2 === 0 ? 1 : 0)),
    ]),
    "retries-what-was-accepted": sayingNo("delivery.isOver"),
    "takes-500-for-an-end": sayingYes("delivery.isOver", (answer) => answer?.status === 500),
    "takes-503-for-an-end": sayingYes("delivery.isOver", (answer) => answer?.status === 503),
    "takes-a-broken-connection-for-an-end": sayingYes("delivery.isOver", (answer) => answer === undefined),
    "takes-silence-for-an-end": withMemory(holding(0), (memory) => [
      before("delivery.content", (_content, _configuration, sending) => {
        memory.value = sending.now();
      }),
      sayingYes(
        "delivery.isOver",
        (answer, sending) => answer === undefined && sending.now() - memory.value > SILENT_MS,
      ),
    ]),
    "retries-only-once-after-broken-connections": byAttempt((attempt) =>
      sayingYes("delivery.isOver", (answer) => answer === undefined && attempt() > 1),
    ),
    "retries-without-the-query": deliveringTo((url, attempt) =>
      attempt === 1 ? url : url.replace(/\?.*/, ""),
    ),
    "shares-its-retries-among-all-events": sharingRetries(() => ""),
  },
  "delivery.retries-each-event": {
    "shares-its-retries-among-events-that-fail-at-the-same-time": sharingRetries(
      ({ callbackUrl }) => callbackUrl,
    ),
  },
  "delivery.retries-the-same-event": {
    "retries-with-the-newest-event": withMemory(newMap<string, DeliveryContent>, (newest) =>
      byAttempt((attempt) =>
        changing("delivery.content", (own, _usual, { merchantId }) => {
          if (attempt() === 1) newest.set(merchantId, own);
          return newest.get(merchantId) ?? own;
        }),
      ),
    ),
    "retries-with-another-type-from-the-third-attempt-on": byAttempt((attempt) =>
      changing("delivery.content", (own) =>
        attempt() < 3 ? own : { ...own, body: own.body.replaceAll("card.transaction", "card.status") },
      ),
    ),
  },
  "delivery.goes-on-after-failures": {
    "delivers-nothing-after-a-failure": silentAfterFailure(
      (failed, own) => failed.merchantId === own.merchantId,
    ),
    "delivers-nothing-to-others-after-a-failure": silentAfterFailure(
      (failed, own) => failed.merchantId !== own.merchantId,
    ),
    "delivers-nothing-more-to-a-url-that-failed": silentAfterFailure(
      (failed, own) => failed.callbackUrl === own.callbackUrl,
    ),
    "keeps-to-the-url-that-failed": withMemory(newMap<string, string>, (failed) =>
      changing("delivery.url", (usual, { merchantId }, _event, attempt) => {
        const own = failed.get(merchantId) ?? usual;
        if (attempt > 1) failed.set(merchantId, own);
        return own;
      }),
    ),
  },
});
