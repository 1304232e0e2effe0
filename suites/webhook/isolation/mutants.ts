import type { ReferenceMerchant } from "../../../lib/reference/call.ts";
import { only, toMutants } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { readingPaths, settingCookies } from "../../auth/api-key/faults.ts";
import { pause, showing } from "../../../lib/reference/faults.ts";
import {
  actingFor,
  named,
  membersOf,
  headerValues,
  queryValues,
  fieldsOf,
  isForm,
  is,
  actingForTheLast,
  spilling,
} from "./faults.ts";
import { replacing } from "../../../lib/reference/changes.ts";

export const isolationMutants = toMutants({
  "isolation.query-own": {
    "queries-the-last-registered-configuration": actingForTheLast("query"),
    "shows-the-first-merchants-configuration-to-all": actingFor((call) =>
      is("query", call) ? call.merchants[0] : undefined,
    ),
  },
  "isolation.any-sequence": {
    "shows-disabled-merchants-the-first-configuration": actingFor((call, { name }) =>
      is("query", call) && call.store.configurationOf(name)?.status === 0 ? call.merchants[0] : undefined,
    ),
    "shows-a-connection-its-first-merchant": (rules) => {
      const first = new Map<string, ReferenceMerchant>();
      return actingFor((call, caller) => {
        const known = first.get(call.connection.id) ?? caller;
        first.set(call.connection.id, known);
        return known;
      })(rules);
    },
    "writes-to-the-other-after-two-turns": (rules) => {
      let turns: readonly string[] = [];
      return actingFor((call, { name }) => {
        if (!is("register", call)) return undefined;
        turns = [...turns, name].slice(-3);
        const [first, second, third] = turns;
        const alternates = first === third && first !== second && third !== undefined;
        return alternates ? call.merchants.find((merchant) => merchant.name === second) : undefined;
      })(rules);
    },
  },
  "isolation.disable-own": {
    "disables-the-last-registered-configuration": actingForTheLast("disable"),
    "disables-all-merchants": spilling("disable", (other) => ({ ...other, status: 0 })),
    "disables-all-when-disabled-again": replacing("disable.perform", (perform) => (call, owner) => {
      if (call.store.configurationOf(owner.name)?.status === 0)
        for (const { name } of call.merchants) {
          const other = call.store.configurationOf(name);
          if (other !== undefined) call.store.save(name, { ...other, status: 0 });
        }
      return perform(call, owner);
    }),
    "disables-all-with-the-same-url": spilling("disable", (other, own) =>
      other.callbackUrl === own.callbackUrl ? { ...other, status: 0 } : other,
    ),
  },
  "isolation.register-own": {
    "registers-for-all-merchants": spilling("register", (other, { callbackUrl }) => ({
      ...other,
      callbackUrl,
    })),
    "touches-all-merchants-on-register": spilling("register", (other, { updateTime }) => ({
      ...other,
      updateTime,
    })),
    "disables-the-merchant-who-had-the-url": spilling("register", (other, own) =>
      other.callbackUrl === own.callbackUrl ? { ...other, status: 0 } : other,
    ),
    "disables-others-at-the-second-refusal-in-a-row": replacing("register.perform", (perform) => {
      let refusals = 0;
      return async (call, owner) => {
        const outcome = await perform(call, owner);
        refusals = outcome.refused ? refusals + 1 : 0;
        for (const { name } of call.merchants.filter((one) => refusals > 1 && one.name !== owner.name)) {
          const theirs = call.store.configurationOf(name);
          if (theirs !== undefined) call.store.save(name, { ...theirs, status: 0 });
        }
        return outcome;
      };
    }),
    "takes-a-url-from-the-merchant-who-had-it": spilling("register", (other, own) =>
      other.callbackUrl === own.callbackUrl ? { ...other, callbackUrl: "" } : other,
    ),
  },
  "isolation.same-url": {
    "refuses-the-url-of-another-merchant": only({ choices: { urlOfAnother: "refused" } }, () => ({})),
  },
  "isolation.merchant-ids-differ": {
    "shows-one-merchant-id-to-all": showing(() => ({ merchantId: "M0001" })),
  },
  "isolation.query-parameter": {
    "obeys-a-query-parameter": actingFor((call) => named(call, queryValues(call))),
    "obeys-a-query-parameter-on-disable": actingFor((call) =>
      is("disable", call) ? named(call, queryValues(call)) : undefined,
    ),
    "obeys-a-merchant-in-the-path": (rules) => ({
      ...readingPaths((path) => path.replace(/\/M[^/]*$/, ""))(rules),
      ...actingFor((call) => named(call, [call.path.replace(/^.*\//, "")]))(rules),
    }),
  },
  "isolation.body-member": {
    "obeys-a-body-member": actingFor((call) => named(call, membersOf(call.body))),
    "obeys-a-body-member-on-register": actingFor((call) =>
      is("register", call) ? named(call, membersOf(call.body)) : undefined,
    ),
    "obeys-a-body-member-on-query": actingFor((call) =>
      is("query", call) ? named(call, membersOf(call.body)) : undefined,
    ),
    "obeys-a-field-of-a-form": actingFor((call) => (isForm(call) ? named(call, fieldsOf(call)) : undefined)),
  },
  "isolation.header": {
    "obeys-a-header": actingFor((call) => named(call, headerValues(call))),
    "obeys-a-header-on-query": actingFor((call) =>
      is("query", call) ? named(call, headerValues(call)) : undefined,
    ),
    "obeys-a-cookie-before-the-key": settingCookies({ on: "query" }),
  },
  "isolation.concurrent": {
    "keeps-the-caller-in-a-global": replacing("flow.operate", (operate) => {
      let current: ReferenceMerchant | undefined;
      return async (call, owner) => {
        current = owner;
        await pause();
        return operate(call, current);
      };
    }),
    "disables-who-reads-meanwhile": replacing("flow.operate", (operate) => {
      const disabling = new Set<string>();
      return async (call, owner) => {
        const theirs = call.store.configurationOf(owner.name);
        const meets = [...disabling].some((name) => name !== owner.name);
        if (meets && theirs !== undefined) call.store.save(owner.name, { ...theirs, status: 0 });
        if (!is("disable", call)) return operate(call, owner);
        disabling.add(owner.name);
        await pause();
        disabling.delete(owner.name);
        return operate(call, owner);
      };
    }),
    "keeps-the-answer-in-a-global": ({ query }) => {
      let current: Configuration | undefined;
      return {
        query: {
          perform: async (call, owner) => {
            current = call.store.configurationOf(owner.name);
            const mine = current;
            await pause();
            if (
              mine !== undefined &&
              current !== undefined &&
              current !== mine &&
              current.merchantId !== mine.merchantId
            ) {
              return { refused: false, data: query.view(call, current) };
            }
            return query.perform(call, owner);
          },
        },
      };
    },
  },
});
