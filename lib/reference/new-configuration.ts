import type { Call, ReferenceMerchant } from "./call.ts";
import type { Choices } from "./choices.ts";

export function idOfNext({ choices, store }: Call): bigint {
  const created = choices.idScope === "service" ? store.created : 0;
  return BigInt(choices.firstId) + BigInt(created);
}

/** The merchantId of a merchant, by its place among the merchants. */
export function merchantIdOf({ choices, merchants }: Call, owner: ReferenceMerchant): string {
  const place = String(merchants.findIndex(({ name }) => name === owner.name) + 1);
  return {
    prefixed: `M${place.padStart(4, "0")}`,
    digits: place.padStart(6, "0"),
    "long-digits": `1844674407370955${place.padStart(4, "0")}`,
    uuid: `6f1a3c52-0000-4000-8000-${place.padStart(12, "0")}`,
    unicode: `商户-№${place}`,
  }[choices.merchantIdFormat];
}

const eventTypeLists: Record<Choices["eventTypes"], string> = {
  all: '["card.transaction","card.status","card.3ds-challenge"]',
  one: '["card.transaction"]',
  none: "[]",
  spaced: ' [ "card.transaction" ,\n"card.status" ] ',
  "unknown-names": '["card.transaction","budget.exhausted","*"]',
  escaped: '["card\\u002etransaction"]',
};

/** The text of eventTypes: a JSON array of names. */
export function eventTypesText({ eventTypes }: Choices): string {
  return eventTypeLists[eventTypes];
}

export function firstRetryCount({ retryCount }: Choices): number {
  return typeof retryCount === "number" ? retryCount : 0;
}
