import { giving, instead, together, where, withMemory } from "../../../lib/reference/changes.ts";
import {
  all,
  atEvery,
  bodyOf,
  countingTo,
  currentOf,
  firstTime,
  isAcceptable,
  isDisabled,
  isNew,
  isNthOfConnection,
  isOfMerchant,
  not,
  refusing,
  SECOND,
  storing,
  succeedingWith,
  updating,
  withFewerEventTypes,
  withNewId,
  withOneRetryMore,
  withoutEventTypes,
  withoutUrl,
} from "../../../lib/reference/faults.ts";
import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { success } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { urlParts } from "../../../lib/reference/url-parts.ts";
import { ignoringAs, ignoringWhere, jsonIn, urlIn } from "./faults.ts";

const HOUR = 3600n * SECOND;

const keepingUrl = (_next: Configuration, { callbackUrl }: Configuration) => ({ callbackUrl });
const keepingTime = (_next: Configuration, { updateTime }: Configuration) => ({ updateTime });

/** Faults in what a register that is accepted stores. */
export const registerMutants = toMutants({
  "register.replaces": {
    "answers-false-to-an-update": where(not(isNew), succeedingWith("register", false)),
    "refuses-a-second-register": where(not(isNew), refusing("register", "already-disabled")),
    "keeps-the-first-url": updating(keepingUrl),
    "replaces-only-once": withMemory(firstTime, (isFirst) =>
      updating((next, current) => (isFirst(current.id) ? next : keepingUrl(next, current))),
    ),
    "appends-new-urls": updating((next, current) => ({
      callbackUrl: `${current.callbackUrl},${next.callbackUrl}`.slice(-1024),
    })),
  },
  "register.accepts": {
    "refuses-every-twentieth-register": atEvery(20, refusing("register", "not-available")),
    "refuses-every-twelfth-register-as-one-without-url": only(
      { choices: { refusalStatus: "200" } },
      atEvery(12, refusing("register", "missing-url")),
    ),
    "refuses-register-on-reused-connections": where(
      isNthOfConnection(5),
      refusing("register", "not-available"),
    ),
  },
  "register.creates": {
    "creates-nothing-at-first": withMemory(firstTime, (isFirst) =>
      instead("register.perform", (call, { name }) =>
        isAcceptable(call) && isFirst(name) ? success(true) : undefined,
      ),
    ),
    "creates-with-a-url-of-its-own": giving("register.create", (call, owner, url) => [
      call,
      owner,
      `${url}/created`,
    ]),
  },
  "register.stores": {
    "stores-only-the-origin": storing((url) => `https://${urlParts(url).authority}`),
  },
  "register.replaces-near-identical": {
    "ignores-updates-in-letter-case": ignoringWhere(
      (next, current) => next !== current && next.toLowerCase() === current.toLowerCase(),
    ),
    "ignores-longer-urls": ignoringWhere((next, current) => next.startsWith(current)),
    "ignores-shorter-urls": ignoringWhere((next, current) => current.startsWith(next)),
    "ignores-updates-of-the-query": ignoringAs((url) => url.replace(/\?.*$/s, "")),
    "ignores-updates-of-a-trailing-slash": ignoringAs((url) => url.replace(/\/$/, "")),
    "ignores-updates-of-dashes": ignoringAs((url) => url.replaceAll(/[-_]/g, "_")),
    "ignores-updates-of-dots": ignoringAs((url) => url.replaceAll(".", "_")),
    "ignores-updates-of-blanks": ignoringAs((url) => url.replaceAll(/\+|%20/g, "_")),
    "ignores-updates-of-the-last-character": ignoringAs((url) => url.slice(0, -1)),
    "compares-255-characters-of-urls": ignoringWhere(
      (next, current) => next.length > 255 && next.slice(0, 255) === current.slice(0, 255),
    ),
  },
  "register.same-url-again": {
    "refuses-the-same-url": where(
      all(not(isNew), (call) => currentOf(call)?.callbackUrl === urlIn(jsonIn(bodyOf(call)))),
      refusing("register", "already-disabled"),
    ),
    "removes-the-url-on-the-same-url": updating((next, current) =>
      next.callbackUrl === current.callbackUrl ? withoutUrl() : next,
    ),
  },
  "register.replaces-on-disabled": {
    "ignores-updates-of-disabled-ones": where(isDisabled, updating(keepingUrl)),
    "refuses-updates-of-disabled-ones": where(isDisabled, refusing("register", "already-disabled")),
  },
  "register.keeps-id": {
    "gives-a-new-id-on-update": updating(withNewId),
    "gives-a-new-id-when-re-enabled": where(
      isDisabled,
      updating(({ id }) => ({ id: id + 1000n })),
    ),
  },
  "register.keeps-merchant-id": {
    "gives-a-new-merchant-id-on-update": updating(({ merchantId }) => ({ merchantId: `${merchantId}x` })),
    "shows-the-merchant-name-after-an-update": updating((_next, _current, { headers, merchants }) => ({
      merchantId: `m-${merchants.findIndex(({ apiKey }) => apiKey === headers.get("x-api-key"))}`,
    })),
  },
  "register.moves-update-time": {
    "never-moves-update-time": together(
      updating(keepingTime),
      instead("disable.updateTimeAfter", (_call, { updateTime }) => updateTime),
    ),
    "moves-update-time-by-disable-alone": updating(keepingTime),
    "never-moves-update-time-of-the-second-merchant": where(not(isOfMerchant(0)), updating(keepingTime)),
  },
  "register.keeps-create-time": {
    "sets-create-time-on-update": updating(({ updateTime }, { createTime }) => ({
      createTime: createTime + SECOND,
      updateTime: updateTime + 2n * SECOND,
    })),
    "sets-create-time-when-re-enabled": where(
      isDisabled,
      updating(({ updateTime }) => ({ createTime: updateTime - SECOND })),
    ),
  },
  "register.update-time-never-back": {
    "takes-update-time-from-two-clocks": withMemory(countingTo(2), (isAhead) =>
      updating((_next, _current, { store }) => ({
        updateTime: store.nextInstant() + (isAhead() ? HOUR : 0n),
      })),
    ),
  },
  "register.keeps-event-types": {
    "empties-event-types-on-update": updating(withoutEventTypes),
    "empties-event-types-when-re-enabled": where(isDisabled, updating(withoutEventTypes)),
  },
  "register.keeps-each-event-type": {
    "drops-an-event-type-on-update": updating(withFewerEventTypes),
  },
  "register.keeps-retry-count": {
    "counts-updates-in-retry-count": updating(withOneRetryMore),
    "counts-updates-of-the-second-merchant-in-retry-count": where(
      isOfMerchant(1),
      updating(withOneRetryMore),
    ),
    "halves-retry-count-on-update": updating(({ retryCount }) => ({ retryCount: retryCount > 1 ? 1 : 2 })),
  },
});
