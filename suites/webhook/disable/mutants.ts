import { mutant } from "../../../lib/reference/mutant.ts";
import { refusal, success } from "../../../lib/reference/outcome.ts";
import { performing } from "./faults.ts";
import { disabling, everyNth, isReused, showing } from "../../../lib/reference/faults.ts";

const SECOND = 1_000_000_000n;

export const disableMutants = [
  mutant("answers-false-to-disable", "disable.succeeds", ({ disable }) => ({
    disable: {
      perform: async (call, owner) => {
        const outcome = await disable.perform(call, owner);
        return outcome.refused ? outcome : success(false);
      },
    },
  })),
  mutant("answers-false-to-the-disable-that-works", "disable.succeeds", ({ disable }) => ({
    disable: {
      perform: async (call, owner) => {
        const isDisabled = call.store.configurationOf(owner.name)?.status === 0;
        const outcome = await disable.perform(call, owner);
        return isDisabled || outcome.refused ? outcome : success(false);
      },
    },
  })),
  mutant("answers-disable-without-data", "disable.succeeds", ({ disable }) => ({
    disable: {
      perform: async (call, owner) => {
        const outcome = await disable.perform(call, owner);
        return outcome.refused ? outcome : success(undefined);
      },
    },
  })),
  mutant("disables-only-once", "disable.succeeds", (rules) => {
    const done = new Set<string>();
    return performing((_call, { name }, { status }) => {
      if (status === 0) return undefined;
      if (done.has(name)) return refusal("already-disabled");
      done.add(name);
      return undefined;
    })(rules);
  }),
  mutant(
    "refuses-disable-on-reused-connections",
    "disable.succeeds",
    performing((call) =>
      isReused(call) && call.connection.requests % 4 === 0 ? refusal("not-available") : undefined,
    ),
  ),
  mutant(
    "wants-a-content-type-for-disable",
    "disable.needs-no-body",
    performing(({ headers }) => (headers.has("content-type") ? undefined : refusal("content-type"))),
  ),
  mutant(
    "wants-a-body-for-disable",
    "disable.needs-no-body",
    performing(({ body }) => (body.length > 0 ? undefined : refusal("malformed-body"))),
  ),

  mutant(
    "only-says-that-it-disables",
    "disable.sets-status",
    disabling((_next, current) => current),
  ),
  mutant("disables-on-the-second-disable", "disable.sets-status", (rules) => {
    const second = everyNth(2);
    return disabling((next, current) => (second() ? next : current))(rules);
  }),
  mutant("enables-by-a-disable-with-a-body", "disable.sets-status", ({ disable }) => ({
    disable: {
      perform: async (call, owner) => {
        const current = call.store.configurationOf(owner.name);
        if (call.body.length === 0 || current === undefined) return disable.perform(call, owner);
        call.store.save(owner.name, { ...current, status: 1 });
        return success(true);
      },
    },
  })),
  mutant("disables-nothing-beside-a-query-string", "disable.sets-status", ({ disable }) => ({
    disable: {
      perform: async (call, owner) => (call.query === "" ? disable.perform(call, owner) : success(true)),
    },
  })),
  mutant("disables-only-the-first-configuration", "disable.sets-status", (rules) => {
    const done = new Set<bigint>();
    return disabling((next, current) => {
      if (done.has(current.id)) return current;
      done.add(current.id);
      return next;
    })(rules);
  }),
  mutant(
    "disables-nothing-that-was-updated",
    "disable.sets-status",
    disabling((next, current) => (current.updateTime === current.createTime ? next : current)),
  ),
  mutant(
    "disables-no-long-urls",
    "disable.sets-status",
    disabling((next, current) => (current.callbackUrl.length > 255 ? current : next)),
  ),
  mutant(
    "disables-no-escaped-urls",
    "disable.sets-status",
    disabling((next, current) => (current.callbackUrl.includes("%") ? current : next)),
  ),
  mutant("shows-a-disabled-one-as-enabled", "disable.sets-status", ({ query }) => ({
    query: { view: (call, configuration) => ({ ...query.view(call, configuration), status: 1 }) },
  })),

  mutant(
    "gives-a-new-id-on-disable",
    "disable.keeps-id",
    disabling((next) => ({ ...next, id: next.id + 1n })),
  ),
  mutant(
    "gives-a-new-merchant-id-on-disable",
    "disable.keeps-merchant-id",
    disabling((next) => ({
      ...next,
      merchantId: `disabled-${next.merchantId}`,
    })),
  ),
  mutant(
    "shows-no-merchant-id-while-disabled",
    "disable.keeps-merchant-id",
    showing(({ merchantId = null }, { status }) => ({ merchantId: status === 0 ? "" : merchantId })),
  ),
  mutant(
    "empties-the-url-on-disable",
    "disable.keeps-callback-url",
    disabling((next) => ({ ...next, callbackUrl: "" })),
  ),
  mutant(
    "marks-the-url-on-disable",
    "disable.keeps-callback-url",
    disabling((next) => ({
      ...next,
      callbackUrl: `${next.callbackUrl}#disabled`,
    })),
  ),
  mutant("returns-to-the-first-url-on-disable", "disable.keeps-callback-url", (rules) => {
    const first = new Map<bigint, string>();
    return disabling((next) => {
      const callbackUrl = first.get(next.id) ?? next.callbackUrl;
      first.set(next.id, callbackUrl);
      return { ...next, callbackUrl };
    })(rules);
  }),
  mutant(
    "sets-create-time-on-disable",
    "disable.keeps-create-time",
    disabling((next) => ({
      ...next,
      createTime: next.createTime + SECOND,
      updateTime: next.updateTime + 2n * SECOND,
    })),
  ),
];
