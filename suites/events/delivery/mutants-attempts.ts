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
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { byAttempt, deliveringTo, rootOf, toAnotherMerchant, urlsBefore } from "./faults.ts";

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

/** Faults with the attempts after the first one, and with events beside them. */
export const attemptMutants = toMutants({
  "delivery.retries": {
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
    "retries-with-the-body-of-another-merchant": withMemory(newMap<string, string>, (bodies) =>
      byAttempt((attempt) =>
        changing("delivery.content", (own, _usual, { merchantId }) => {
          if (attempt() === 1) bodies.set(merchantId, own.body);
          const [, body] = [...bodies].find(([id]) => attempt() > 1 && id !== merchantId) ?? [];
          return { ...own, body: body ?? own.body };
        }),
      ),
    ),
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
    "pauses-a-url-that-failed-for-a-minute": withMemory(newMap<string, number>, (failed) => [
      before("delivery.isAttempted", ({ callbackUrl }, { at }, attempt) => {
        if (attempt > 1) failed.set(callbackUrl, at);
      }),
      sayingNo(
        "delivery.isSubscribed",
        ({ callbackUrl }, { at }) => at - (failed.get(callbackUrl) ?? -Infinity) < 60_000,
      ),
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
  "delivery.reveals-nobody-else": {
    "copies-failed-events-to-another-merchant": together(
      changing("delivery.retries", (usual) => usual + 1),
      toAnotherMerchant((attempt, { retryCount }) => attempt === retryCount + 2),
    ),
  },
});
