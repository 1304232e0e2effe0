import type { Call } from "../../../lib/reference/call.ts";
import { before, changing, instead, where, withMemory } from "../../../lib/reference/changes.ts";
import {
  all,
  answering,
  countingTo,
  disabling,
  editStored,
  enabled,
  firstTime,
  firstValue,
  hasBody,
  hasHeader,
  hasQueryString,
  isDisabled,
  isNew,
  isNthOfConnection,
  isQuery,
  isRegister,
  isReused,
  not,
  refusing,
  SECOND,
  showing,
  succeedingWith,
  unchanged,
  withFewerEventTypes,
  withNewId,
  withOneRetryMore,
  withoutEventTypes,
  withoutUrl,
} from "../../../lib/reference/faults.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { type Outcome, refusal, success } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { changeOthers } from "../isolation/faults.ts";

/** Does not disable some configurations, and says that it does. */
const sparing = (which: (current: Configuration) => boolean): Change =>
  disabling((next, current) => (which(current) ? current : next));

/** Enables the configuration of the caller before each request where `when` holds, if it is disabled then. */
const enablingBefore = (when: (call: Call, stored: Configuration) => boolean): Change =>
  before("flow.operate", (call, owner) => {
    const stored = call.store.configurationOf(owner.name);
    if (stored?.status === 0 && when(call, stored)) editStored(call, owner, enabled);
  });

const enablingAndAnswering = (outcome: Outcome): Change =>
  instead("disable.perform", (call, owner) => {
    editStored(call, owner, enabled);
    return outcome;
  });

export const disableMutants = toMutants({
  "disable.succeeds": {
    "answers-false-to-disable": succeedingWith("disable", false),
    "answers-false-to-the-disable-that-works": where(not(isDisabled), succeedingWith("disable", false)),
    "answers-disable-without-data": succeedingWith("disable", undefined),
    "answers-disable-with-null": succeedingWith("disable", null),
    "disables-only-once": withMemory(firstTime, (isFirst) =>
      instead("disable.perform", (call, { name }) =>
        !isNew(call) && !isDisabled(call) && !isFirst(name) ? refusal("already-disabled") : undefined,
      ),
    ),
    "refuses-disable-on-reused-connections": where(
      all(not(isNew), isNthOfConnection(4)),
      refusing("disable", "not-available"),
    ),
  },
  "disable.needs-no-body": {
    "wants-a-content-type-for-disable": where(
      all(not(hasHeader("content-type")), not(isNew)),
      refusing("disable", "content-type"),
    ),
    "wants-a-body-for-disable": where(all(not(hasBody), not(isNew)), refusing("disable", "malformed-body")),
  },
  "disable.sets-status": {
    "only-says-that-it-disables": disabling(unchanged),
    "disables-on-the-second-disable": withMemory(countingTo(2), (isSecond) => sparing(() => !isSecond())),
    "enables-by-a-disable-with-a-body": where(all(hasBody, not(isNew)), enablingAndAnswering(success(true))),
    "disables-nothing-beside-a-query-string": where(hasQueryString, answering("disable", success(true))),
    "disables-nothing-without-a-content-length": where(
      not(hasHeader("content-length")),
      answering("disable", success(true)),
    ),
    "disables-only-the-first-configuration": withMemory(firstTime, (isFirst) =>
      sparing(({ id }) => !isFirst(id)),
    ),
    "disables-nothing-that-was-updated": sparing(({ createTime, updateTime }) => updateTime !== createTime),
    "disables-no-long-urls": sparing(({ callbackUrl }) => callbackUrl.length > 255),
    "disables-nothing-first-on-a-connection": where(not(isReused), answering("disable", success(true))),
    "disables-no-escaped-urls": sparing(({ callbackUrl }) => callbackUrl.includes("%")),
    "shows-a-disabled-one-as-enabled": showing(enabled),
  },
  "disable.keeps-id": {
    "gives-a-new-id-on-disable": disabling(withNewId),
  },
  "disable.keeps-merchant-id": {
    "gives-a-new-merchant-id-on-disable": disabling(({ merchantId }) => ({
      merchantId: `disabled-${merchantId}`,
    })),
    "shows-no-merchant-id-while-disabled": where(
      isDisabled,
      showing(() => ({ merchantId: "" })),
    ),
  },
  "disable.keeps-callback-url": {
    "empties-the-url-on-disable": disabling(withoutUrl),
    "shows-no-url-while-disabled": where(
      isDisabled,
      showing(() => ({ callbackUrl: null })),
    ),
    "marks-the-url-on-disable": disabling(({ callbackUrl }) => ({ callbackUrl: `${callbackUrl}#disabled` })),
    "returns-to-the-first-url-on-disable": withMemory(firstValue<string>, (first) =>
      disabling(({ id, callbackUrl }) => ({ callbackUrl: first(id, callbackUrl) })),
    ),
  },
  "disable.keeps-create-time": {
    "sets-create-time-on-disable": disabling(({ createTime, updateTime }) => ({
      createTime: createTime + SECOND,
      updateTime: updateTime + 2n * SECOND,
    })),
  },
  "disable.keeps-event-types": {
    "empties-event-types-on-disable": disabling(withoutEventTypes),
    "drops-an-event-type-on-disable": disabling(withFewerEventTypes),
  },
  "disable.keeps-retry-count": {
    "counts-disables-in-retry-count": disabling(withOneRetryMore),
  },
  "disable.retry-count-once": {
    "sets-retry-count-to-zero-on-disable": disabling(() => ({ retryCount: 0 })),
    "sets-retry-count-to-zero-on-a-refused-register": changing("register.judge", (verdict, call) => {
      const [owner] = call.merchants;
      if (typeof verdict !== "string" && owner) editStored(call, owner, () => ({ retryCount: 0 }));
      return verdict;
    }),
  },
  "disable.again": {
    "toggles-on-disable": where(isDisabled, enablingAndAnswering(success(true))),
    "enables-on-a-refused-second-disable": where(
      isDisabled,
      enablingAndAnswering(refusal("already-disabled")),
    ),
  },
  "disable.lasts": {
    "enables-after-six-queries": withMemory(countingTo(6), (isSixth) =>
      enablingBefore((call) => isQuery(call) && isSixth()),
    ),
    "enables-after-half-a-second": enablingBefore(
      (call, { updateTime }) => BigInt(Math.round(call.now())) * 1_000_000n - updateTime > SECOND / 2n,
    ),
    "enables-the-merchant-who-had-the-url": changing("register.save", (_nothing, call, owner) => {
      const own = call.store.configurationOf(owner.name)?.callbackUrl;
      changeOthers(call, owner, ({ callbackUrl }) => (callbackUrl === own ? enabled() : {}));
    }),
    "enables-everybody-on-anybodys-register": changing("register.save", (_nothing, call, owner) =>
      changeOthers(call, owner, enabled),
    ),
  },
  "register.refusal-changes-nothing": {
    "enables-on-a-malformed-register": enablingBefore(
      (call) => isRegister(call) && "refused" in call.rules.body.readRegister(call),
    ),
  },
});
