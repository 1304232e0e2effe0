import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import {
  before,
  changing,
  giving,
  holding,
  instead,
  newMap,
  newSet,
  replacing,
  sayingYes,
  together,
  where,
  withMemory,
} from "../../../lib/reference/changes.ts";
import {
  all,
  answering,
  atEvery,
  countingTo,
  disabled,
  disabling,
  editStored,
  enabled,
  hasMethod,
  isAcceptable,
  isDisable,
  isDisabled,
  isNew,
  isOfMerchant,
  isRegister,
  isReused,
  jsonOf,
  not,
  touched,
  withOneRetryMore,
} from "../../../lib/reference/faults.ts";
import { type Change, onlySigned, toMutants } from "../../../lib/reference/mutant.ts";
import { success } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { spendingWith } from "../../auth/signature/faults.ts";
import { accepting } from "../callback-url/faults.ts";
import { urlIn } from "../register/faults.ts";

type Write = (call: Call, owner: ReferenceMerchant, next: Configuration) => void;

const beforeWrites = (act: Write): Change =>
  together(before("register.save", act), before("disable.save", act));

/** An accepted update is lost where the earlier operations of the merchant end like this. */
const losingUpdatesAfter = (end: RegExp): Change =>
  withMemory(newMap<string, string>, (histories) => [
    changing("flow.operate", (outcome, { operation }, { name }) => {
      const entry = `${operation.replace("webhook/", "")}${outcome.refused ? " refused" : ""};`;
      histories.set(name, `${histories.get(name) ?? ";"}${entry}`);
      return outcome;
    }),
    giving("register.save", (call, owner, next) => {
      const isLost = end.test(histories.get(owner.name) ?? "");
      return [call, owner, (isLost ? call.store.configurationOf(owner.name) : undefined) ?? next];
    }),
  ]);

/** Query shows what was stored one write ago where `when` holds of the number of reads since then. */
const showingTheLast = (when: (reads: number, call: Call) => boolean): Change =>
  withMemory(newMap<string, { readonly last: Configuration | undefined; readonly reads: number }>, (past) => [
    beforeWrites(({ store }, { name }) => {
      past.set(name, { last: store.configurationOf(name) ?? past.get(name)?.last, reads: 0 });
    }),
    instead("query.read", (call, { name }) => {
      const { last, reads } = past.get(name) ?? { last: undefined, reads: 0 };
      past.set(name, { last, reads: reads + 1 });
      return when(reads + 1, call) ? last : undefined;
    }),
  ]);

/** Query shows a write only after a while. */
const showingLate = (lagMs: number): Change =>
  withMemory(
    newMap<string, { readonly shown: Configuration | undefined; readonly until: number }>,
    (past) => [
      replacing("query.read", (read) => (call, owner) => {
        const late = past.get(owner.name);
        return late !== undefined && call.now() < late.until ? late.shown : read(call, owner);
      }),
      beforeWrites((call, owner) => {
        past.set(owner.name, { shown: call.rules.query.read(call, owner), until: call.now() + lagMs });
      }),
    ],
  );

/** A request that is refused for its method changes a configuration all the same. */
const despiteRefusal = (
  holds: (call: Call) => boolean,
  edit: (stored: Configuration, call: Call) => Partial<Configuration>,
  whose: (call: Call) => ReferenceMerchant | undefined = callerByKey,
): Change =>
  changing("flow.perform", (outcome, call) => {
    const isRefused = outcome.refused && outcome.reason === "unsupported-method";
    if (isRefused && holds(call)) editStored(call, whose(call), (stored) => edit(stored, call));
    return outcome;
  });

const callerByKey = ({ merchants, headers }: Call) =>
  merchants.find(({ apiKey }) => apiKey === headers.get("x-api-key"));
const otherThanCaller = (call: Call) => {
  const caller = callerByKey(call);
  return caller && call.merchants.find((one) => one !== caller);
};
const withUrlOfBody = ({ callbackUrl }: Configuration, call: Call) => {
  const given = urlIn(jsonOf(call));
  return { callbackUrl: typeof given === "string" ? given : callbackUrl };
};

/** Faults that show only after several operations, or only for one merchant or in one state. */
export const lifecycleMutants = toMutants({
  "lifecycle.walkthrough": {
    "loses-an-update-after-disable-and-query": losingUpdatesAfter(/;disable;query;$/),
  },
  "disable.sets-status": {
    "cannot-disable-after-an-update": withMemory(newSet<bigint>, (updated) => [
      before("register.update", (_call, { id }) => void updated.add(id)),
      disabling((next, current) => (updated.has(current.id) ? current : next)),
    ]),
  },
  "register.stores": {
    "loses-the-third-register-in-a-row": losingUpdatesAfter(/;register;(?:query;)*register;(?:query;)*$/),
    "loses-an-update-after-two-disables": losingUpdatesAfter(/;disable;(?:query;)*disable;(?:query;)*$/),
    "answers-the-fifth-update-and-forgets-it": where(
      all(not(isNew), isAcceptable),
      atEvery(5, answering("register", success(true))),
    ),
  },
  "register.replaces": {
    "loses-an-update-after-a-refused-register": losingUpdatesAfter(/;register refused;(?:query;)*$/),
  },
  "lifecycle.any-sequence": {
    "disables-nothing-after-a-refused-register": withMemory(holding(false), (memory) => [
      changing("flow.operate", (outcome, call) => {
        memory.value = outcome.refused && isRegister(call);
        return outcome;
      }),
      disabling((next, current) => (memory.value ? current : next)),
    ]),
  },
  "lifecycle.refusal-changes-nothing": {
    "disables-by-the-method-get-and-refuses-it": despiteRefusal(all(isDisable, hasMethod("GET")), disabled),
    "stores-the-url-of-a-put-and-refuses-it": despiteRefusal(hasMethod("PUT"), withUrlOfBody),
    "stores-the-url-of-a-patch-and-refuses-it": despiteRefusal(hasMethod("PATCH"), withUrlOfBody),
    "touches-update-time-by-the-method-head": despiteRefusal(hasMethod("HEAD"), touched),
    "touches-update-time-by-the-method-options": despiteRefusal(hasMethod("OPTIONS"), touched),
    "counts-retries-by-the-method-patch": despiteRefusal(hasMethod("PATCH"), withOneRetryMore),
    "enables-by-a-refused-method": despiteRefusal(isDisabled, enabled),
    "disables-another-merchant-by-a-refused-method": despiteRefusal(() => true, disabled, otherThanCaller),
  },
  "lifecycle.reads-at-once": {
    "shows-writes-200-ms-late": showingLate(200),
  },
  "lifecycle.reads-follow-writes": {
    "shows-the-last-state-in-the-first-query": showingTheLast((reads) => reads === 1),
    "shows-the-last-state-on-new-connections": showingTheLast((_reads, call) => !isReused(call)),
    "shows-writes-3-s-late": showingLate(3_000),
    "shows-the-last-state-in-one-of-twenty-queries": withMemory(countingTo(20), showingTheLast),
  },
  "disable.lasts": {
    "shows-the-last-state-in-the-third-query": showingTheLast((reads) => reads === 3),
  },
  "concurrency.reads-registered": {
    "shows-other-connections-their-own-past": withMemory(newMap<string, Configuration>, (cache) => [
      beforeWrites(({ connection }, { name }, next) => cache.set(`${connection.id} ${name}`, next)),
      changing("query.read", (stored, { connection }, { name }) => {
        const shown = cache.get(`${connection.id} ${name}`) ?? stored;
        if (shown !== undefined) cache.set(`${connection.id} ${name}`, shown);
        return shown;
      }),
    ]),
  },
  "lifecycle.refuses-credentials-throughout": {
    "looks-at-no-timestamps-of-the-second-merchant": onlySigned(
      where(isOfMerchant(1), together(sayingYes("signature.notTooOld"), sayingYes("signature.notTooNew"))),
    ),
    "takes-nonces-of-the-second-merchant-once-for-each-operation": onlySigned(
      spendingWith(({ path, headers, merchants: [, second] }) =>
        headers.get("x-api-key") === second?.apiKey ? path : "",
      ),
    ),
    "ignores-the-letter-case-of-the-second-key": instead(
      "authentication.merchantOfKey",
      ({ merchants: [, second] }, key) =>
        key.toLowerCase() === second?.apiKey.toLowerCase() ? second : undefined,
    ),
    "takes-parts-of-the-first-key-while-disabled": instead(
      "authentication.merchantOfKey",
      ({ merchants: [first], store }, key) => {
        const isOpen = store.configurationOf(first?.name ?? "")?.status === 0 && key !== "";
        return isOpen && first?.apiKey.startsWith(key) === true ? first : undefined;
      },
    ),
  },
  "lifecycle.refuses-input-throughout": {
    "takes-any-scheme-of-the-second-merchant-while-disabled": where(
      all(isOfMerchant(1), isDisabled),
      accepting(/^/, ["not-https"]),
    ),
    "takes-any-scheme-while-another-merchant-is-disabled": where(
      (call) => call.store.configurationOf(otherThanCaller(call)?.name ?? "")?.status === 0,
      accepting(/^/, ["not-https"]),
    ),
    "looks-at-schemes-on-used-connections-alone": where(not(isReused), accepting(/^/, ["not-https"])),
  },
});
