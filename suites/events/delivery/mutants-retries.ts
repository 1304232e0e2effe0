import {
  before,
  changing,
  holding,
  newMap,
  sayingNo,
  sayingYes,
  withMemory,
} from "../../../lib/reference/changes.ts";
import type { DeliveryEvent } from "../../../lib/reference/delivery/delivery-event.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import {
  alsoTo,
  deliveringTo,
  lastStep,
  losing,
  type Moment,
  remembering,
  retryingAt,
  retryingWith,
  rootOf,
  isOfMerchant,
  skipping,
} from "./faults.ts";

const MANY = 30;
const SILENT_MS = 5_000;
const LONG_CHARS = 255;
const BESIDE_MS = 500;

/** A failed delivery is made again another number of times. */
const retrying = (change: (retryCount: number, own: Configuration, event: DeliveryEvent) => number): Change =>
  changing("delivery.retries", change);

/** Events of a type have so many retries more than others. */
const retryingType = (type: string, more: number): Change =>
  retrying((usual, _own, event) => usual + (event.type === type ? more : 0));

const failuresIn = ({ happened }: Moment) => happened.filter(({ kind }) => kind === "failed");

/** Delivers nothing where a delivery has failed to the same merchant or URL, or to another one. */
const silentAfterFailure = (field: "merchantId" | "callbackUrl", isSame: boolean): Change =>
  losing((now) => failuresIn(now).some(({ own }) => (own[field] === now.own[field]) === isSame));

/** All events with the same key have as many retries together as each of them should have. */
const sharingRetries = (keyOf: (now: Moment) => string): Change =>
  skipping((now) => {
    const others = now.decisions.filter((one) => one.attempt > 1 && keyOf(one) === keyOf(now));
    return now.attempt > 1 && others.length >= now.own.retryCount;
  });

/** Ends the retries of all events that are under way, each time that something happens: to any merchant, or to another one. */
const endingRetries = (kind: Moment["happened"][number]["kind"], isOfAnother = false): Change =>
  skipping((now) => {
    const first = now.decisions.find(
      ({ event, attempt }) => event.number === now.event.number && attempt === 1,
    );
    const happened = now.happened.filter((one) => !isOfAnother || !isOfMerchant(now)(one));
    return now.attempt > 1 && lastStep(happened, kind) > (first?.step ?? 0);
  });

/** How many attempts at events of a merchant have failed since the last delivery that was accepted. */
const failuresInARow = ({ happened, earlier, own }: Moment): number => {
  const ofMerchant = happened.filter((one) => one.own.merchantId === own.merchantId);
  const acceptedAt = lastStep(ofMerchant, "delivered");
  return earlier.filter(({ step, attempt }) => step > acceptedAt && attempt > 0).length;
};

/** Whether all attempts at the event before have failed. */
const isAfterExhausted = (now: Moment): boolean => {
  const last = now.earlier.findLast(({ event }) => event.number !== now.event.number);
  const failed = failuresIn(now).filter(({ event }) => event.number === last?.event.number);
  const isAccepted = now.happened.some(
    ({ kind, event }) => kind === "delivered" && event.number === last?.event.number,
  );
  return failed.length === now.own.retryCount && !isAccepted;
};

const isRetryOfALaterEvent = ({ attempt, decisions, url, event }: Moment): boolean =>
  attempt > 1 && decisions.find((one) => one.url === url)?.event.number !== event.number;

/** The retries of others that are of the same type and about as old. */
const retriesBeside = (now: Moment) =>
  now.decisions.filter(
    ({ attempt, event, own }) =>
      attempt > 1 &&
      event.type === now.event.type &&
      own.merchantId !== now.own.merchantId &&
      now.event.at - event.at < 10_000,
  );

/** Faults with the attempts at events whose deliveries fail, and with what follows. */
export const retryMutants = toMutants({
  "delivery.retries": {
    "counts-the-retries-of-two-merchants-together": skipping(
      (now) => now.attempt > 1 && retriesBeside(now).length + now.attempt - 1 > now.own.retryCount,
    ),
    "retries-once-too-often": retrying((retryCount) => retryCount + 1),
    "retries-once-too-often-at-urls-without-a-query": retrying(
      (retryCount, { callbackUrl }) => retryCount + (callbackUrl.includes("?") ? 0 : 1),
    ),
    "retries-events-of-the-second-merchant-once-too-often": retrying(
      (retryCount, { merchantId }) => retryCount + (merchantId.endsWith("1") ? 0 : 1),
    ),
    "leaves-out-the-retries-of-every-third-event": retrying((usual, _own, { number }) =>
      number % 3 === 0 ? 0 : usual,
    ),
    "copies-events-at-long-urls-to-the-root": alsoTo(({ url }) =>
      url.length > LONG_CHARS ? rootOf(url) : undefined,
    ),
    "copies-events-at-long-urls-to-the-url-before": alsoTo(({ url, urls }) =>
      url.length > LONG_CHARS ? urls.at(-2) : undefined,
    ),
    "retries-twice-too-often": retrying((retryCount) => retryCount + 2),
    "retries-once-too-little": retrying((retryCount) => retryCount - 1),
    "never-retries": retrying(() => 0),
    "retries-only-once": retrying((retryCount) => Math.min(retryCount, 1)),
    "retries-without-end": retrying(() => MANY),
    "retries-at-the-url-of-the-newest-event": deliveringTo(({ attempt, decisions }) =>
      attempt > 1 ? decisions.findLast((one) => one.attempt === 1)?.url : undefined,
    ),
    "retries-nothing-beside-an-event-of-another-merchant": withMemory(newMap<string, number>, (last) =>
      sayingNo("delivery.isAttempted", ({ merchantId }, { at }, attempt) => {
        last.set(merchantId, at);
        const isBeside = [...last].some(
          ([id, other]) => id !== merchantId && Math.abs(other - at) < BESIDE_MS,
        );
        return attempt > 1 && isBeside;
      }),
    ),
    "retries-three-times-whatever-is-said": only(
      { choices: { retryCount: 1 } },
      retrying(() => 3),
    ),
    "retries-though-no-retry-is-said": only(
      { choices: { retryCount: 0 } },
      retrying(() => 1),
    ),
    "retries-nothing-of-the-second-merchant": retrying((retryCount, { merchantId }) =>
      merchantId.endsWith("1") ? retryCount : 0,
    ),
    "retries-card-transaction-once-too-little": retryingType("card.transaction", -1),
    "retries-card-status-once-too-little": retryingType("card.status", -1),
    "retries-card-3ds-challenge-once-too-little": retryingType("card.3ds-challenge", -1),
    "retries-card-status-once-too-often": retryingType("card.status", 1),
    "retries-card-status-three-times-too-often": retryingType("card.status", 3),
    "retries-card-3ds-challenge-three-times-too-often": retryingType("card.3ds-challenge", 3),
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
    "retries-once-too-often-where-an-answer-comes-late": withMemory(
      holding({ sentAt: 0, isLate: false }),
      (memory) => [
        before("delivery.content", (_content, _configuration, sending) => {
          memory.value = { ...memory.value, sentAt: sending.now() };
        }),
        changing("delivery.isOver", (isOver, _answer, sending) => {
          const { sentAt, isLate: wasLate } = memory.value;
          memory.value = { sentAt, isLate: sending.now() - sentAt > BESIDE_MS };
          return isOver && !wasLate;
        }),
      ],
    ),
    "retries-broken-connections-once-too-little": remembering((momentOf) =>
      sayingYes("delivery.isOver", (answer) => answer === undefined && momentOf().attempt > 2),
    ),
    "ends-where-the-same-status-comes-twice": withMemory(holding<number | undefined>(0), (last) =>
      changing("delivery.isOver", (isOver, answer) => {
        const isAgain = answer !== undefined && answer.status === last.value;
        last.value = answer?.status;
        return isOver || isAgain;
      }),
    ),
    "ends-all-retries-when-a-webhook-is-disabled": endingRetries("disabled"),
    "ends-all-retries-when-a-register-is-rejected": endingRetries("rejected"),
    "ends-all-retries-when-a-webhook-is-queried": endingRetries("queried"),
    "ends-retries-after-eight-failures-in-a-row": skipping(
      (now) => now.attempt > 1 && failuresInARow(now) >= 8,
    ),
    "retries-nothing-after-a-rejected-register": skipping(
      ({ attempt, rejected }) => attempt > 1 && rejected !== undefined,
    ),
    "retries-nothing-where-the-same-url-was-registered-again": skipping(
      ({ attempt, happened, url }) =>
        attempt > 1 && happened.filter((one) => one.kind === "registered" && one.url === url).length > 1,
    ),
    "retries-nothing-after-502": sayingYes("delivery.isOver", (answer) => answer?.status === 502),
    "retries-with-the-members-of-the-query-in-order": retryingAt(({ url }) => {
      const [path, query = ""] = url.split("?");
      return query === "" ? undefined : `${path}?${query.split("&").toSorted().join("&")}`;
    }),
    "retries-without-a-slash-at-the-end": retryingAt(({ url }) => url.replace(/\/(?=\?|$)/, "")),
    "retries-the-first-event-of-each-url-of-the-second-merchant-only": skipping(
      (now) => now.isSecondMerchant && isRetryOfALaterEvent(now),
    ),
    "retries-nothing-at-long-urls": skipping(({ attempt, url }) => attempt > 1 && url.length > LONG_CHARS),
    "retries-without-the-query": retryingAt(({ url }) => url.replace(/\?.*/, "")),
    "shares-its-retries-among-all-events": sharingRetries(() => ""),
    "retries-at-the-root": retryingAt(({ url }) => rootOf(url)),
    "retries-in-lower-case": retryingAt(({ url }) => url.toLowerCase()),
    "retries-at-the-first-url": retryingAt(({ urls: [first] }) => first),
    "retries-with-the-attempt-in-the-query": retryingAt(
      ({ url, attempt }) => `${url}${url.includes("?") ? "&" : "?"}attempt=${attempt}`,
    ),
    "retries-at-the-url-before": retryingAt(({ urls }) => urls.at(-2)),
    "takes-504-for-an-end": sayingYes("delivery.isOver", (answer) => answer?.status === 504),
    "retries-by-get": retryingWith(() => ({ method: "GET", headers: {}, body: "" })),
    "retries-at-the-url-of-another-merchant": retryingAt(({ others: [other] }) => other?.urls.at(-1)),
  },
  "delivery.retries-each-event": {
    "retries-nothing-at-urls-without-a-query": skipping(
      ({ attempt, url }) => attempt > 1 && !url.includes("?"),
    ),
    "keeps-one-retry-of-each-type": skipping(
      ({ attempt, event, own, earlier }) =>
        attempt > 1 &&
        earlier.some(
          (one) =>
            one.event.type === event.type &&
            one.event.number > event.number &&
            one.url === own.callbackUrl &&
            one.attempt > 0,
        ),
    ),
    "ends-all-retries-when-another-merchant-queries": endingRetries("queried", true),
    "ends-all-retries-when-a-register-of-another-merchant-is-rejected": endingRetries("rejected", true),
    "shares-its-retries-among-events-that-fail-at-the-same-time": sharingRetries(({ url }) => url),
    "ends-retries-when-a-newer-event-is-accepted": skipping(
      ({ attempt, happened, own, event }) =>
        attempt > 1 &&
        happened.some(
          (one) =>
            one.kind === "delivered" &&
            one.own.merchantId === own.merchantId &&
            one.event.number > event.number,
        ),
    ),
    "retries-every-other-event-only": retrying((usual, _own, { number }) => (number % 2 === 0 ? usual : 0)),
    "ends-all-retries-when-a-delivery-is-accepted": endingRetries("delivered"),
    "ends-all-retries-when-a-webhook-is-registered": endingRetries("registered"),
    "retries-the-first-event-of-a-url-only": skipping(isRetryOfALaterEvent),
  },
  "delivery.goes-on-after-failures": {
    "delivers-nothing-after-a-failure": silentAfterFailure("merchantId", true),
    "delivers-nothing-to-others-after-a-failure": silentAfterFailure("merchantId", false),
    "delivers-nothing-more-to-a-url-that-failed": silentAfterFailure("callbackUrl", true),
    "keeps-to-the-url-that-failed": deliveringTo(
      (now) => failuresIn(now).find(isOfMerchant(now))?.own.callbackUrl,
    ),
    "delivers-no-more-events-of-a-type-that-failed": losing((now) =>
      failuresIn(now)
        .filter(isOfMerchant(now))
        .some(({ event }) => event.type === now.event.type),
    ),
    "delivers-the-event-after-one-that-failed-to-the-same-url": deliveringTo(({ attempt, earlier }) => {
      const last = earlier.at(-1);
      return attempt === 1 && last !== undefined && last.attempt > 1 ? last.url : undefined;
    }),
    "goes-back-to-the-url-before-where-all-attempts-failed": remembering((momentOf) =>
      changing("query.view", (shown, _call, own) => {
        const now = momentOf(own, undefined, 0);
        const failed = failuresIn(now).filter(({ url }) => url === own.callbackUrl);
        return failed.length < own.retryCount ? shown : { ...shown, callbackUrl: now.urls.at(-2) ?? null };
      }),
    ),
    "loses-events-at-a-former-url-after-a-failure": losing(
      (now) => now.urls.slice(0, -1).includes(now.url) && failuresIn(now).length > 0,
    ),
    "skips-the-event-after-one-that-was-retried-in-vain": losing(isAfterExhausted),
    "loses-the-event-after-one-that-failed": losing((now) =>
      failuresIn(now)
        .filter(isOfMerchant(now))
        .some(({ step }) => step > (now.earlier.at(-1)?.step ?? 0)),
    ),
  },
});
