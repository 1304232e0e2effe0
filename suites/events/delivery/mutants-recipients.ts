import {
  before,
  holding,
  instead,
  sayingNo,
  sayingYes,
  together,
  withMemory,
} from "../../../lib/reference/changes.ts";
import type { DeliveryEvent } from "../../../lib/reference/delivery/delivery-event.ts";
import type { Sending } from "../../../lib/reference/delivery/sending.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import {
  alsoTo,
  isFirst,
  isOfSecond,
  isType,
  knowingDisables,
  knowingRejected,
  msOf,
  urlsBefore,
} from "./faults.ts";

const SOON_MS = 500;
const ONE_TYPE = { choices: { eventTypes: "one" } } as const;

/** Delivers events of this type while the webhook is disabled. */
const whileDisabled = (type: string): Change =>
  together(
    sayingYes("delivery.isEnabled"),
    sayingNo("delivery.isSubscribed", ({ status }, event) => status !== 1 && event.type !== type),
  );

/** Delivers to others where `which` says so. */
const deliveringToOthers = (
  which: (names: readonly string[], event: DeliveryEvent, sending: Sending) => readonly string[] | undefined,
): Change =>
  instead("delivery.recipients", (event, sending) =>
    which(
      sending.merchants.map(({ name }) => name),
      event,
      sending,
    ),
  );

const toEveryMerchant = (type: string): Change =>
  deliveringToOthers((names, event) => (event.type === type ? names : undefined));

/** Faults with who gets events, and when. */
export const recipientMutants = toMutants({
  "delivery.none-when-disabled": {
    "delivers-while-disabled": sayingYes("delivery.isEnabled"),
    "delivers-while-the-second-merchant-is-disabled": sayingYes("delivery.isEnabled", isOfSecond),
    "delivers-while-a-configuration-that-was-updated-is-disabled": sayingYes(
      "delivery.isEnabled",
      ({ createTime, updateTime }) => createTime !== updateTime,
    ),
    "delivers-card-transaction-while-disabled": whileDisabled("card.transaction"),
    "delivers-card-status-while-disabled": whileDisabled("card.status"),
    "delivers-card-3ds-challenge-while-disabled": whileDisabled("card.3ds-challenge"),
    "delivers-events-of-a-disabled-merchant-to-another": deliveringToOthers(
      (names, { merchant }, { store }) =>
        store.configurationOf(merchant)?.status === 0 ? names.filter((name) => name !== merchant) : undefined,
    ),
    "delivers-while-disabled-soon-after-an-update": withMemory(
      () => ({ updated: new Map<string, number>(), lively: new Set<string>() }),
      ({ updated, lively }) => [
        before("register.update", ({ store }, { merchantId }) => {
          updated.set(merchantId, msOf(store));
          lively.delete(merchantId);
        }),
        before("disable.disabled", ({ store }, { merchantId }) => {
          if (msOf(store) - (updated.get(merchantId) ?? 0) < SOON_MS) lively.add(merchantId);
        }),
        sayingYes("delivery.isEnabled", ({ merchantId }) => lively.has(merchantId)),
      ],
    ),
    "delivers-after-a-rejected-register": knowingRejected((urlOf) =>
      sayingYes("delivery.isEnabled", (own) => urlOf(own) !== undefined),
    ),
    "delivers-to-the-former-url-while-disabled": together(
      sayingYes("delivery.isEnabled"),
      urlsBefore(
        (urls) => urls.at(-2),
        (other) => instead("delivery.url", (own) => (own.status === 1 ? undefined : other(own))),
      ),
    ),
  },
  "delivery.resumes-when-enabled": {
    "delivers-nothing-after-a-disable": knowingDisables((urlsOf) =>
      sayingNo("delivery.isEnabled", (own) => urlsOf(own).length > 0),
    ),
  },
  "delivery.own-merchant-only": {
    "delivers-to-every-merchant": deliveringToOthers((names) => names),
    "delivers-to-another-merchant": deliveringToOthers((names, { merchant }) =>
      names.filter((name) => name !== merchant),
    ),
    "tells-the-first-merchant-of-the-others-events": deliveringToOthers(([first = ""], { merchant }) =>
      first === merchant ? undefined : [merchant, first],
    ),
    "delivers-card-transaction-to-every-merchant": toEveryMerchant("card.transaction"),
    "delivers-card-status-to-every-merchant": toEveryMerchant("card.status"),
    "delivers-card-3ds-challenge-to-every-merchant": toEveryMerchant("card.3ds-challenge"),
    "delivers-to-the-first-url-of-the-second-merchant-too": withMemory(holding(""), (rival) => [
      before("register.save", (_call, _owner, configuration) => {
        if (isOfSecond(configuration)) rival.value ||= configuration.callbackUrl;
      }),
      alsoTo((own) => (isFirst(own) && rival.value !== "" ? rival.value : undefined)),
    ]),
  },
  "delivery.subscribed-only": {
    "delivers-every-event-type": only(ONE_TYPE, sayingYes("delivery.isSubscribed")),
    "delivers-types-that-begin-alike": only(
      ONE_TYPE,
      instead("delivery.isSubscribed", ({ eventTypes }, { type }) => eventTypes.includes(type.slice(0, 5))),
    ),
    "delivers-challenges-unasked": only(
      ONE_TYPE,
      sayingYes("delivery.isSubscribed", isType("card.3ds-challenge")),
    ),
  },
});
