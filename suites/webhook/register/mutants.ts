import type { Call } from "../../../lib/reference/call.ts";
import {
  changing,
  giving,
  instead,
  newMap,
  together,
  where,
  withMemory,
} from "../../../lib/reference/changes.ts";
import {
  all,
  answering,
  atEvery,
  bodyOf,
  countingTo,
  currentOf,
  disabled,
  enabled,
  firstTime,
  hasBody,
  isAcceptable,
  isDisabled,
  isNew,
  isNthOfConnection,
  isOfMerchant,
  jsonOf,
  not,
  refusing,
  SECOND,
  storing,
  succeedingWith,
  touched,
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
import {
  ignoringAs,
  loweringLoneQueries,
  ignoringWhere,
  memberIn,
  onRefusal,
  readingBody,
  storingRefusedLater,
  urlIn,
} from "./faults.ts";

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
    "keeps-the-url-where-the-one-before-comes-back": withMemory(newMap<unknown, string>, (former) =>
      updating((next, current) => {
        if (former.get(current.id) === next.callbackUrl) return keepingUrl(next, current);
        former.set(current.id, current.callbackUrl);
        return next;
      }),
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
    "stores-a-query-that-alone-changes-in-lower-case": loweringLoneQueries,
    "ignores-longer-urls": ignoringWhere((next, current) => next.startsWith(current)),
    "ignores-shorter-urls": ignoringWhere((next, current) => current.startsWith(next)),
    "ignores-updates-of-the-query": ignoringAs((url) => url.replace(/\?.*$/s, "")),
    "ignores-updates-that-only-add-a-query": ignoringWhere((next, current) => next.startsWith(`${current}?`)),
    "ignores-updates-of-a-trailing-slash": ignoringAs((url) => url.replace(/\/$/, "")),
    "ignores-updates-of-marks": ignoringAs((url) => url.replaceAll(/[-_.]/g, "_")),
    "ignores-updates-of-escapes": ignoringAs((url) => decodeURIComponent(url)),
    "ignores-updates-of-blanks": ignoringAs((url) => url.replaceAll(/\+|%20/g, "_")),
    "ignores-updates-of-the-last-character": ignoringAs((url) => url.slice(0, -1)),
    "compares-255-characters-of-urls": ignoringWhere(
      (next, current) => next.length > 255 && next.slice(0, 255) === current.slice(0, 255),
    ),
  },
  "register.same-url-again": {
    "refuses-the-same-url": where(
      all(not(isNew), (call) => currentOf(call)?.callbackUrl === urlIn(jsonOf(call))),
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
    "replaces-the-configuration-on-update": updating(({ id, updateTime }) => ({
      id: id + 1n,
      createTime: updateTime,
    })),
    "takes-an-id-from-the-body": updating((_next, { id }, call) => {
      const given = memberIn(jsonOf(call), "id");
      return { id: typeof given === "number" ? BigInt(given) : id };
    }),
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
    "keeps-update-time-where-the-url-has-a-query": where(
      (call) => bodyOf(call).includes("?"),
      updating(keepingTime),
    ),
  },
  "register.keeps-create-time": {
    "sets-create-time-on-update": updating(({ updateTime }, { createTime }) => ({
      createTime: createTime + SECOND,
      updateTime: updateTime + 2n * SECOND,
    })),
    "takes-a-create-time-from-the-body": updating((_next, { createTime }, call) => {
      const given = memberIn(jsonOf(call), "createTime");
      return { createTime: typeof given === "string" ? BigInt(Date.parse(given)) * 1_000_000n : createTime };
    }),
    "sets-create-time-when-re-enabled": where(
      isDisabled,
      updating(({ updateTime }) => ({ createTime: updateTime - SECOND })),
    ),
  },
  "register.update-time-never-back": {
    "sets-update-time-back-on-update": updating((_next, { updateTime }) => ({
      updateTime: updateTime - HOUR,
    })),
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

const doingNothing = answering("register", success(true));
const isMalformed = (call: Call) => jsonOf(call) === undefined;
const isNoObject = (call: Call) => !/^\s*\{/.test(bodyOf(call));

const createsRefused = changing("register.perform", (outcome, call, owner) => {
  const { create, save } = call.rules.register;
  if (outcome.refused && call.store.configurationOf(owner.name) === undefined)
    save(call, owner, create(call, owner, outcome.offending ?? ""));
  return outcome;
});

const fromQueryString = instead(
  "register.judge",
  ({ query }) => new URLSearchParams(query).get("callbackUrl") ?? undefined,
);

/** Faults with bodies that are to be refused, and with what a refusal leaves behind. */
export const registerRefusalMutants = toMutants({
  "register.refuses-missing-body": {
    "takes-a-missing-body-for-no-change": where(not(hasBody), doingNothing),
    "registers-a-default-without-body": readingBody((text) =>
      text === "" ? "https://callback.invalid/default" : undefined,
    ),
  },
  "register.refuses-malformed-body": {
    "takes-a-malformed-body-for-no-change": where(all(hasBody, isMalformed), doingNothing),
    "finds-the-url-in-malformed-bodies": readingBody((text, value) =>
      value === undefined ? /https:\/\/[^"'\s]+/.exec(text)?.[0] : undefined,
    ),
  },
  "register.refuses-non-object-body": {
    "unwraps-a-list": readingBody((_text, value) => {
      const first: unknown = Array.isArray(value) ? value[0] : undefined;
      return typeof first === "string" ? first : urlIn(first);
    }),
    "takes-a-string-for-the-url": readingBody((_text, value) =>
      typeof value === "string" ? value : undefined,
    ),
    "takes-other-values-for-no-change": where((call) => !isMalformed(call) && isNoObject(call), doingNothing),
  },
  "register.refusal-changes-nothing": {
    "stores-refused-urls": onRefusal(({ callbackUrl }, { offending = callbackUrl }) => ({
      callbackUrl: offending,
    })),
    "stores-too-long-urls-before-it-refuses": onRefusal(
      ({ callbackUrl }, { offending = callbackUrl }) => ({ callbackUrl: offending.slice(0, 512) }),
      "url-too-long",
    ),
    "stores-refused-urls-twenty-requests-later": storingRefusedLater(20),
    "creates-on-a-refused-register": createsRefused,
    "disables-on-a-refused-register": onRefusal(disabled),
    "disables-on-a-register-without-url": onRefusal(disabled, "missing-url"),
    "disables-on-an-empty-url": where((call) => bodyOf(call).includes(':""'), onRefusal(disabled)),
    "enables-on-a-refused-register": onRefusal(enabled),
    "empties-the-url-on-a-refused-register": onRefusal(withoutUrl, "missing-url"),
    "sets-update-time-on-a-refused-register": onRefusal(touched),
    "sets-update-time-where-the-url-is-none": onRefusal(touched, "not-a-url"),
    "gives-a-new-id-on-a-refused-register": onRefusal(withNewId),
  },
  "register.reads-body-alone": {
    "takes-the-url-from-the-query-string": fromQueryString,
    "takes-the-url-from-the-query-string-where-the-body-has-none": where(
      (call) => bodyOf(call) === "{}",
      fromQueryString,
    ),
    "takes-the-url-from-the-query-string-where-no-body-is": where(not(hasBody), fromQueryString),
  },
});
