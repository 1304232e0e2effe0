import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { carrying, isOfMerchant, type Moment, retryingWith } from "./faults.ts";

const LONG_CHARS = 255;

/** Retries name another type of their body, or none. */
const retryingWithType = (type: string | undefined): Change =>
  retryingWith(({ headers: { "content-type": _own, ...headers } }) => ({
    headers: { ...headers, ...(type !== undefined && { "content-type": type }) },
  }));

/** Retries have the body of another delivery, if there is one. */
const retryingAs = (other: (now: Moment) => (one: Moment) => boolean, which: "first" | "newest"): Change =>
  retryingWith((_content, now, { sent }) => {
    const others = sent.filter((one) => other(now)(one.now));
    const body = others.at(which === "first" ? 0 : -1)?.body;
    return body === undefined ? {} : { body };
  });

/** Faults with what retries carry. */
export const retriedContentMutants = toMutants({
  "delivery.retries-the-same-event": {
    "retries-with-the-newest-event": retryingAs(
      (now) => (one) => one.attempt === 1 && isOfMerchant(now)(one),
      "newest",
    ),
    "retries-with-another-type-from-the-third-attempt-on": carrying(({ body }, { attempt }) =>
      attempt < 3 ? {} : { body: body.replaceAll("card.transaction", "card.status") },
    ),
    "retries-with-a-type-that-is-none": retryingWith(({ body }) => ({
      body: body.replaceAll("card.transaction", "card.retry"),
    })),
    "retries-with-a-type-that-is-none-beside-the-header-of-the-type": retryingWith(({ body, headers }) => ({
      body: body.replaceAll("card.transaction", "card.retry"),
      headers: { ...headers, "x-event-type": "card.transaction" },
    })),
    "retries-with-the-body-of-another-merchant": retryingAs(
      (now) => (one) => one.attempt === 1 && !isOfMerchant(now)(one),
      "newest",
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
    "retries-without-the-data": only(
      { choices: { deliveryPayload: "enveloped" } },
      retryingWith(({ body }) => ({ body: body.replace(/("data":)\{[^}]*\}/, "$1null") })),
    ),
    "retries-with-a-masked-card-for-the-second-merchant": retryingWith(({ body }, { isSecondMerchant }) =>
      isSecondMerchant ? { body: body.replaceAll("4111111111111111", "411111******1111") } : {},
    ),
    "retries-the-last-time-with-null-at-long-urls": retryingWith(({ body }, { attempt, own, url }) =>
      attempt === own.retryCount + 1 && url.length > LONG_CHARS
        ? { body: body.replace(/"cardNumber":"[^"]+"/, '"cardNumber":null') }
        : {},
    ),
    "retries-with-an-empty-object": retryingWith(() => ({ body: "{}" })),
    "retries-with-half-of-the-body": retryingWith(({ body }) => ({ body: body.slice(0, body.length / 2) })),
    "retries-with-the-body-of-the-first-event": retryingAs(isOfMerchant, "first"),
  },
});
