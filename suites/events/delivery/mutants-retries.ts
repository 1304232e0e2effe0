import {
  before,
  changing,
  holding,
  instead,
  newMap,
  newSet,
  sayingNo,
  sayingYes,
  together,
  withMemory,
} from "../../../lib/reference/changes.ts";
import type { DeliveryContent } from "../../../lib/reference/delivery/delivery-rules.ts";
import { firstTime, firstValue } from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { byAttempt, deliveringTo, isFirst, rootOf, toAnotherMerchant, urlsBefore } from "./faults.ts";

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

/** Retries go to another URL than the first attempt. */
const retryingAt = (change: (url: string) => string): Change =>
  deliveringTo((url, attempt) => (attempt === 1 ? url : change(url)));

/** Retries have other contents than the first attempt. */
const retryingWith = (change: (own: DeliveryContent) => Partial<DeliveryContent>): Change =>
  byAttempt((attempt) =>
    changing("delivery.content", (own) => ({ ...own, ...(attempt() > 1 && change(own)) })),
  );

/** Retries name another type of their body, or none. */
const retryingWithType = (type: string | undefined): Change =>
  retryingWith(({ headers: { "content-type": _own, ...headers } }) => ({
    headers: { ...headers, ...(type !== undefined && { "content-type": type }) },
  }));

/** A header names the type of each event. */
const withTypeInAHeader = changing("delivery.content", (own) => ({
  ...own,
  headers: { ...own.headers, "x-event-type": /card\.[\w-]+/.exec(own.body)?.[0] ?? "" },
}));

const withTheNewestBody = withMemory(newMap<string, string>, (newest) =>
  byAttempt((attempt) =>
    changing("delivery.content", (own, _usual, { merchantId }) => {
      if (attempt() === 1) newest.set(merchantId, own.body);
      return { ...own, body: newest.get(merchantId) ?? own.body };
    }),
  ),
);

/** Ends the retries of all events that are under way, each time that something happens. */
const endingRetriesWhen = (watching: (happens: () => void) => Change): Change =>
  withMemory(
    () => ({ times: 0, atFirst: new Map<number, number>() }),
    (memory) => [
      watching(() => void (memory.times += 1)),
      sayingNo("delivery.isAttempted", (_own, { number }, attempt) => {
        if (attempt === 1) memory.atFirst.set(number, memory.times);
        return attempt > 1 && memory.atFirst.get(number) !== memory.times;
      }),
    ],
  );

/** Faults with the attempts at events whose deliveries fail, and with what follows. */
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
    "retries-broken-connections-once-too-little": byAttempt((attempt) =>
      sayingYes("delivery.isOver", (answer) => answer === undefined && attempt() > 2),
    ),
    "ends-where-the-same-status-comes-twice": withMemory(holding<number | undefined>(0), (last) =>
      changing("delivery.isOver", (isOver, answer) => {
        const isAgain = answer !== undefined && answer.status === last.value;
        last.value = answer?.status;
        return isOver || isAgain;
      }),
    ),
    "retries-503-once-too-often": withMemory(holding(0), (last) => [
      before("delivery.isOver", (answer) => void (last.value = answer?.status ?? 0)),
      changing("delivery.retries", (usual) => usual + 1),
      sayingNo(
        "delivery.isAttempted",
        ({ retryCount }, _event, attempt) => attempt > retryCount + 1 && last.value !== 503,
      ),
    ]),
    "retries-without-the-query": retryingAt((url) => url.replace(/\?.*/, "")),
    "shares-its-retries-among-all-events": sharingRetries(() => ""),
    "retries-at-the-root": retryingAt(rootOf),
    "retries-in-lower-case": retryingAt((url) => url.toLowerCase()),
    "retries-at-the-first-url": withMemory(firstValue<string>, (first) =>
      changing("delivery.url", (own, { merchantId }, _event, attempt) => {
        const known = first(merchantId, own);
        return attempt === 1 ? own : known;
      }),
    ),
    "retries-with-the-attempt-in-the-query": deliveringTo((url, attempt) =>
      attempt === 1 ? url : `${url}${url.includes("?") ? "&" : "?"}attempt=${attempt}`,
    ),
    "retries-at-the-url-before": urlsBefore(
      (urls) => urls.at(-2),
      (other) =>
        instead("delivery.url", (configuration, _event, attempt) =>
          attempt > 1 ? other(configuration) : undefined,
        ),
    ),
    "takes-504-for-an-end": sayingYes("delivery.isOver", (answer) => answer?.status === 504),
    "retries-by-get": retryingWith(() => ({ method: "GET", headers: {}, body: "" })),
    "retries-at-the-url-of-another-merchant": toAnotherMerchant((attempt) => attempt > 1),
  },
  "delivery.retries-each-event": {
    "shares-its-retries-among-events-that-fail-at-the-same-time": sharingRetries(
      ({ callbackUrl }) => callbackUrl,
    ),
    "retries-every-other-event-only": changing("delivery.retries", (usual, _own, { number }) =>
      number % 2 === 0 ? usual : 0,
    ),
    "ends-all-retries-when-a-delivery-is-accepted": endingRetriesWhen((happens) =>
      changing("delivery.isOver", (isOver) => {
        if (isOver) happens();
        return isOver;
      }),
    ),
    "ends-all-retries-when-a-webhook-is-registered": endingRetriesWhen((happens) =>
      before("register.save", happens),
    ),
    "retries-the-first-event-of-a-url-only": withMemory(firstTime, (isNew) =>
      changing("delivery.retries", (usual, { callbackUrl }) => (isNew(callbackUrl) ? usual : 0)),
    ),
  },
  "delivery.retries-the-same-event": {
    "retries-with-the-newest-event": withTheNewestBody,
    "retries-with-another-type-from-the-third-attempt-on": byAttempt((attempt) =>
      changing("delivery.content", (own) =>
        attempt() < 3 ? own : { ...own, body: own.body.replaceAll("card.transaction", "card.status") },
      ),
    ),
    "retries-with-the-body-of-another-merchant": withMemory(newMap<string, string>, (bodies) =>
      byAttempt((attempt) =>
        changing("delivery.content", (own, _usual, { merchantId }) => {
          if (attempt() === 1) bodies.set(merchantId, own.body);
          const [, body] = [...bodies].find(([id]) => attempt() > 1 && id !== merchantId) ?? [];
          return { ...own, body: body ?? own.body };
        }),
      ),
    ),
    "retries-with-another-type-than-in-their-header": together(
      withTypeInAHeader,
      retryingWith(({ body }) => ({
        body: body.replaceAll(/card\.(?:transaction|3ds-challenge)/g, "card.status"),
      })),
    ),
    "retries-with-the-newest-body-and-their-own-header": together(withTypeInAHeader, withTheNewestBody),
    "retries-with-an-empty-body": retryingWith(() => ({ body: "" })),
    "retries-by-put": retryingWith(() => ({ method: "PUT" })),
    "retries-without-a-content-type": retryingWithType(undefined),
    "retries-as-a-form": retryingWithType("application/x-www-form-urlencoded"),
    "says-that-retries-are-compressed": retryingWith(({ headers }) => ({
      headers: { ...headers, "content-encoding": "gzip" },
    })),
    "retries-with-the-body-in-base64": retryingWith(({ body }) => ({ body: btoa(body) })),
    "retries-with-the-identifier-alone": retryingWith(({ body }) => ({
      body: body.replace(/^(\{"eventId":"[^"]+").*/, "$1}"),
    })),
    "retries-with-an-empty-object": retryingWith(() => ({ body: "{}" })),
    "retries-with-half-of-the-body": retryingWith(({ body }) => ({ body: body.slice(0, body.length / 2) })),
    "retries-with-the-body-of-the-first-event": withMemory(firstValue<string>, (first) =>
      byAttempt((attempt) =>
        changing("delivery.content", (own, _usual, { merchantId }) => {
          const body = first(merchantId, own.body);
          return attempt() === 1 ? own : { ...own, body };
        }),
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
    "drops-events-while-another-is-retried": withMemory(holding(false), (pending) => [
      before(
        "delivery.isAttempted",
        ({ retryCount }, _event, attempt) => void (pending.value = attempt > 1 && attempt <= retryCount),
      ),
      changing("delivery.isOver", (isOver) => {
        if (isOver) pending.value = false;
        return isOver;
      }),
      sayingNo("delivery.isSubscribed", () => pending.value),
    ]),
    "delivers-no-more-events-of-a-type-that-failed": withMemory(newSet<string>, (failed) => [
      before("delivery.isAttempted", ({ merchantId }, { type }, attempt) => {
        if (attempt > 1) failed.add(`${merchantId} ${type}`);
      }),
      sayingNo("delivery.isSubscribed", ({ merchantId }, { type }) => failed.has(`${merchantId} ${type}`)),
    ]),
    "delivers-the-event-after-one-that-failed-to-the-same-url": withMemory(newMap<string, string>, (failed) =>
      instead("delivery.url", ({ merchantId, callbackUrl }, _event, attempt) => {
        const url = failed.get(merchantId);
        if (attempt > 1) failed.set(merchantId, callbackUrl);
        else failed.delete(merchantId);
        return attempt > 1 ? undefined : url;
      }),
    ),
    "loses-the-event-after-one-that-failed": withMemory(newSet<string>, (failed) => [
      before("delivery.isAttempted", ({ merchantId }, _event, attempt) => {
        if (attempt > 1) failed.add(merchantId);
      }),
      sayingNo("delivery.isSubscribed", ({ merchantId }) => failed.delete(merchantId)),
    ]),
  },
});
