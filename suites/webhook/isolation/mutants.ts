import type { ReferenceMerchant } from "../../../lib/reference/call.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
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

export const isolationMutants = [
  mutant("queries-the-last-registered-configuration", "isolation.query-own", actingForTheLast("query")),
  mutant(
    "shows-the-first-merchants-configuration-to-all",
    "isolation.query-own",
    actingFor((call) => (is("query", call) ? call.merchants[0] : undefined)),
  ),
  mutant(
    "shows-disabled-merchants-the-first-configuration",
    "isolation.any-sequence",
    actingFor((call, { name }) =>
      is("query", call) && call.store.configurationOf(name)?.status === 0 ? call.merchants[0] : undefined,
    ),
  ),
  mutant("disables-the-last-registered-configuration", "isolation.disable-own", actingForTheLast("disable")),
  mutant(
    "disables-all-merchants",
    "isolation.disable-own",
    spilling("disable", (other) => ({ ...other, status: 0 })),
  ),
  mutant("disables-all-when-disabled-again", "isolation.disable-own", ({ disable }) => ({
    disable: {
      perform: (call, owner) => {
        if (call.store.configurationOf(owner.name)?.status === 0)
          for (const { name } of call.merchants) {
            const other = call.store.configurationOf(name);
            if (other !== undefined) call.store.save(name, { ...other, status: 0 });
          }
        return disable.perform(call, owner);
      },
    },
  })),
  mutant(
    "disables-all-with-the-same-url",
    "isolation.disable-own",
    spilling("disable", (other, own) =>
      other.callbackUrl === own.callbackUrl ? { ...other, status: 0 } : other,
    ),
  ),
  mutant(
    "registers-for-all-merchants",
    "isolation.register-own",
    spilling("register", (other, { callbackUrl }) => ({ ...other, callbackUrl })),
  ),
  mutant(
    "touches-all-merchants-on-register",
    "isolation.register-own",
    spilling("register", (other, { updateTime }) => ({ ...other, updateTime })),
  ),
  mutant("refuses-the-url-of-another-merchant", "isolation.same-url", () => ({}), {
    choices: { urlOfAnother: "refused" },
  }),
  mutant(
    "disables-the-merchant-who-had-the-url",
    "isolation.register-own",
    spilling("register", (other, own) =>
      other.callbackUrl === own.callbackUrl ? { ...other, status: 0 } : other,
    ),
  ),
  mutant("disables-others-at-the-second-refusal-in-a-row", "isolation.register-own", ({ register }) => {
    let refusals = 0;
    return {
      register: {
        perform: async (call, owner) => {
          const outcome = await register.perform(call, owner);
          refusals = outcome.refused ? refusals + 1 : 0;
          for (const { name } of call.merchants.filter((one) => refusals > 1 && one.name !== owner.name)) {
            const theirs = call.store.configurationOf(name);
            if (theirs !== undefined) call.store.save(name, { ...theirs, status: 0 });
          }
          return outcome;
        },
      },
    };
  }),
  mutant(
    "takes-a-url-from-the-merchant-who-had-it",
    "isolation.register-own",
    spilling("register", (other, own) =>
      other.callbackUrl === own.callbackUrl ? { ...other, callbackUrl: "" } : other,
    ),
  ),
  mutant(
    "shows-one-merchant-id-to-all",
    "isolation.merchant-ids-differ",
    showing(() => ({ merchantId: "M0001" })),
  ),
  mutant(
    "obeys-a-query-parameter",
    "isolation.query-parameter",
    actingFor((call) => named(call, queryValues(call))),
  ),
  mutant(
    "obeys-a-query-parameter-on-disable",
    "isolation.query-parameter",
    actingFor((call) => (is("disable", call) ? named(call, queryValues(call)) : undefined)),
  ),
  mutant("obeys-a-merchant-in-the-path", "isolation.query-parameter", (rules) => ({
    ...readingPaths((path) => path.replace(/\/M[^/]*$/, ""))(rules),
    ...actingFor((call) => named(call, [call.path.replace(/^.*\//, "")]))(rules),
  })),
  mutant(
    "obeys-a-body-member",
    "isolation.body-member",
    actingFor((call) => named(call, membersOf(call.body))),
  ),
  mutant(
    "obeys-a-body-member-on-register",
    "isolation.body-member",
    actingFor((call) => (is("register", call) ? named(call, membersOf(call.body)) : undefined)),
  ),
  mutant(
    "obeys-a-body-member-on-query",
    "isolation.body-member",
    actingFor((call) => (is("query", call) ? named(call, membersOf(call.body)) : undefined)),
  ),
  mutant(
    "obeys-a-field-of-a-form",
    "isolation.body-member",
    actingFor((call) => (isForm(call) ? named(call, fieldsOf(call)) : undefined)),
  ),
  mutant(
    "obeys-a-header",
    "isolation.header",
    actingFor((call) => named(call, headerValues(call))),
  ),
  mutant(
    "obeys-a-header-on-query",
    "isolation.header",
    actingFor((call) => (is("query", call) ? named(call, headerValues(call)) : undefined)),
  ),
  mutant("obeys-a-cookie-before-the-key", "isolation.header", settingCookies({ on: "query" })),
  mutant("shows-a-connection-its-first-merchant", "isolation.any-sequence", (rules) => {
    const first = new Map<string, ReferenceMerchant>();
    return actingFor((call, caller) => {
      const known = first.get(call.connection.id) ?? caller;
      first.set(call.connection.id, known);
      return known;
    })(rules);
  }),
  mutant("writes-to-the-other-after-two-turns", "isolation.any-sequence", (rules) => {
    let turns: readonly string[] = [];
    return actingFor((call, { name }) => {
      if (!is("register", call)) return undefined;
      turns = [...turns, name].slice(-3);
      const [first, second, third] = turns;
      const alternates = first === third && first !== second && third !== undefined;
      return alternates ? call.merchants.find((merchant) => merchant.name === second) : undefined;
    })(rules);
  }),
  mutant("keeps-the-caller-in-a-global", "isolation.concurrent", ({ flow }) => {
    let current: ReferenceMerchant | undefined;
    return {
      flow: {
        operate: async (call, owner) => {
          current = owner;
          await pause();
          return flow.operate(call, current);
        },
      },
    };
  }),
  mutant("disables-who-reads-meanwhile", "isolation.concurrent", ({ flow }) => {
    const disabling = new Set<string>();
    return {
      flow: {
        operate: async (call, owner) => {
          const theirs = call.store.configurationOf(owner.name);
          const meets = [...disabling].some((name) => name !== owner.name);
          if (meets && theirs !== undefined) call.store.save(owner.name, { ...theirs, status: 0 });
          if (!is("disable", call)) return flow.operate(call, owner);
          disabling.add(owner.name);
          await pause();
          disabling.delete(owner.name);
          return flow.operate(call, owner);
        },
      },
    };
  }),
  mutant("keeps-the-answer-in-a-global", "isolation.concurrent", ({ query }) => {
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
  }),
];
