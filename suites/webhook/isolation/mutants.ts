import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import {
  before,
  changing,
  holding,
  replacing,
  together,
  where,
  withMemory,
} from "../../../lib/reference/changes.ts";
import {
  disabled,
  editStored,
  firstValue,
  hasHeader,
  isDisable,
  isDisabled,
  isQuery,
  isRegister,
  pause,
  showing,
  withoutUrl,
} from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { success } from "../../../lib/reference/outcome.ts";
import { refusedFor, succeeded, type When } from "../../../lib/reference/rewriting.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { idempotencyKey, keepingAnswersBy, readingPaths, settingCookies } from "../../auth/api-key/faults.ts";
import { callerInAGlobal } from "../concurrency/faults.ts";
import {
  actingFor,
  actingForTheLast,
  changeOthers,
  inBody,
  inForm,
  inHeaders,
  inQuery,
  named,
  spilling,
} from "./faults.ts";

const urlOf = ({ callbackUrl }: Configuration) => callbackUrl;
const actingForTheFirst = actingFor(({ merchants }) => merchants[0]);

const pathOf = (url: string) => url.replace(/[?#].*/, "");

/** After a write for one merchant, something happens to those who have the same URL. */
const spillingToSameUrl = (kind: "register" | "disable", spill: () => Partial<Configuration>): Change =>
  spilling(kind, (other, own) => (other.callbackUrl === own.callbackUrl ? spill() : {}));

/** The configurations of all merchants but the one whose key was presented. */
function othersThan(call: Call): Configuration[] {
  const key = call.rules.authentication.presentedKey(call);
  return call.merchants
    .filter(({ apiKey }) => apiKey !== key)
    .flatMap(({ name }) => call.store.configurationOf(name) ?? []);
}

/** Adds a member about other merchants to the envelope where `when` says so. */
const beside = (name: string, when: When, tell: (other: Configuration) => string): Change =>
  changing("envelope.members", (members, call, outcome) =>
    when(call, outcome) ? { ...members, [name]: othersThan(call).map(tell) } : members,
  );

export const isolationMutants = toMutants({
  "isolation.query-own": {
    "answers-by-the-idempotency-key-alone": keepingAnswersBy(idempotencyKey, hasHeader("x-api-key", /./)),
    "queries-the-last-registered-configuration": actingForTheLast(isQuery),
    "shows-the-first-merchants-configuration-to-all": where(isQuery, actingForTheFirst),
  },
  "isolation.any-sequence": {
    "shows-disabled-merchants-the-first-configuration": where(isQuery, where(isDisabled, actingForTheFirst)),
    "shows-a-connection-its-first-merchant": withMemory(firstValue<ReferenceMerchant>, (first) =>
      actingFor(({ connection }, caller) => first(connection.id, caller)),
    ),
    "writes-to-the-other-after-two-turns": withMemory(
      (): string[] => [],
      (turns) =>
        where(
          isRegister,
          actingFor(({ merchants }, { name }) => {
            const [first, second] = turns.slice(-2);
            turns.push(name);
            return first === name && second !== name
              ? merchants.find((one) => one.name === second)
              : undefined;
          }),
        ),
    ),
  },
  "isolation.disable-own": {
    "disables-the-last-registered-configuration": actingForTheLast(isDisable),
    "disables-all-merchants": spilling("disable", disabled),
    "disables-all-when-disabled-again": where(
      isDisabled,
      before("disable.perform", (call, owner) => changeOthers(call, owner, disabled)),
    ),
    "disables-all-with-the-same-url": spillingToSameUrl("disable", disabled),
  },
  "isolation.register-own": {
    "registers-for-all-merchants": spilling("register", (_other, { callbackUrl }) => ({ callbackUrl })),
    "touches-all-merchants-on-register": spilling("register", (_other, { updateTime }) => ({ updateTime })),
    "touches-all-merchants-in-seconds-on-register": only(
      { choices: { timePrecision: "s" } },
      spilling("register", (_other, { updateTime }) => ({ updateTime })),
    ),
    "disables-all-others-on-register": spilling("register", disabled),
    "writes-for-all-who-have-the-path-of-the-url": spilling("register", (other, { callbackUrl }) =>
      pathOf(other.callbackUrl) === pathOf(callbackUrl) ? { callbackUrl } : {},
    ),
    "disables-the-merchant-who-had-the-url": spillingToSameUrl("register", disabled),
    "disables-all-others-on-a-url-that-is-too-long": changing("register.perform", (outcome, call, owner) => {
      if (outcome.refused && outcome.reason === "url-too-long") changeOthers(call, owner, disabled);
      return outcome;
    }),
    "disables-others-at-the-second-refusal-in-a-row": withMemory(holding(0), (memory) =>
      changing("register.perform", (outcome, call, owner) => {
        memory.value = outcome.refused ? memory.value + 1 : 0;
        if (memory.value > 1) changeOthers(call, owner, disabled);
        return outcome;
      }),
    ),
    "takes-a-url-from-the-merchant-who-had-it": spillingToSameUrl("register", withoutUrl),
  },
  "isolation.same-url": {
    "refuses-the-url-of-another-merchant": only({ choices: { urlOfAnother: "refused" } }, () => ({})),
  },
  "isolation.merchant-ids-differ": {
    "shows-one-merchant-id-to-all": showing(() => ({ merchantId: "M0001" })),
  },
  "isolation.query-parameter": {
    "obeys-a-query-parameter": actingFor(inQuery),
    "obeys-a-query-parameter-on-disable": where(isDisable, actingFor(inQuery)),
    "obeys-a-merchant-in-the-path": together(
      readingPaths((path) => path.replace(/\/M[^/]*$/, "")),
      actingFor((call) => named(call, [call.path.replace(/^.*\//, "")])),
    ),
  },
  "isolation.body-member": {
    "obeys-a-body-member": actingFor(inBody),
    "obeys-a-body-member-on-register": where(isRegister, actingFor(inBody)),
    "obeys-a-body-member-on-query": where(isQuery, actingFor(inBody)),
    "obeys-a-field-of-a-form": where(hasHeader("content-type", /form/), actingFor(inForm)),
  },
  "isolation.header": {
    "obeys-a-header": actingFor(inHeaders),
    "obeys-a-header-on-query": where(isQuery, actingFor(inHeaders)),
    "obeys-a-cookie-before-the-key": settingCookies({ on: isQuery }),
  },
  "isolation.concurrent": {
    "keeps-the-caller-in-a-global": callerInAGlobal,
    "disables-who-reads-meanwhile": replacing("flow.operate", (operate) => {
      const disabling = new Set<string>();
      return async (call, owner) => {
        if ([...disabling].some((name) => name !== owner.name)) editStored(call, owner, disabled);
        if (!isDisable(call)) return operate(call, owner);
        disabling.add(owner.name);
        await pause();
        disabling.delete(owner.name);
        return operate(call, owner);
      };
    }),
    "keeps-the-answer-in-a-global": replacing("query.perform", (perform) => {
      let current: Configuration | undefined;
      return async (call, owner) => {
        const mine = call.store.configurationOf(owner.name);
        current = mine;
        await pause();
        return mine !== undefined && current !== undefined && current.merchantId !== mine.merchantId
          ? success(call.rules.query.view(call, current))
          : perform(call, owner);
      };
    }),
  },
  "isolation.reveals-nobody-else": {
    "shows-related-urls-beside-a-configuration": beside("related", succeeded("query"), urlOf),
    "lists-other-merchants-urls-on-register": beside("affected", succeeded("register"), urlOf),
    "lists-other-merchants-urls-on-disable": beside("affected", succeeded("disable"), urlOf),
    "names-other-merchants-beside-a-configuration": beside(
      "siblings",
      succeeded("query"),
      ({ merchantId }) => merchantId,
    ),
    "puts-siblings-into-the-configuration": showing((_shown, _stored, call) => ({
      siblings: othersThan(call).map(urlOf),
    })),
    "falls-back-to-another-merchants-configuration": changing(
      "query.read",
      (usual, call) => usual ?? othersThan(call)[0],
    ),
  },
  "api-key.refusal-reveals-nothing": {
    "names-all-urls-in-refusals-of-unknown-keys": beside(
      "hint",
      refusedFor("unknown-key"),
      (other) => `did you mean the owner of ${other.callbackUrl}, ${other.merchantId}?`,
    ),
  },
});
