import { toMutants } from "../../../lib/reference/mutant.ts";
import { refusal, success } from "../../../lib/reference/outcome.ts";
import { performing } from "./faults.ts";
import { disabling, everyNth, isReused, showing } from "../../../lib/reference/faults.ts";
import { changing, instead, replacing } from "../../../lib/reference/changes.ts";

const SECOND = 1_000_000_000n;

export const disableMutants = toMutants({
  "disable.succeeds": {
    "answers-false-to-disable": changing("disable.perform", (outcome) =>
      outcome.refused ? outcome : success(false),
    ),
    "answers-false-to-the-disable-that-works": replacing(
      "disable.perform",
      (perform) => async (call, owner) => {
        const isDisabled = call.store.configurationOf(owner.name)?.status === 0;
        const outcome = await perform(call, owner);
        return isDisabled || outcome.refused ? outcome : success(false);
      },
    ),
    "answers-disable-without-data": changing("disable.perform", (outcome) =>
      outcome.refused ? outcome : success(undefined),
    ),
    "answers-disable-with-null": changing("disable.perform", (outcome) =>
      outcome.refused ? outcome : success(null),
    ),
    "disables-only-once": (rules) => {
      const done = new Set<string>();
      return performing((_call, { name }, { status }) => {
        if (status === 0) return undefined;
        if (done.has(name)) return refusal("already-disabled");
        done.add(name);
        return undefined;
      })(rules);
    },
    "refuses-disable-on-reused-connections": performing((call) =>
      isReused(call) && call.connection.requests % 4 === 0 ? refusal("not-available") : undefined,
    ),
  },
  "disable.needs-no-body": {
    "wants-a-content-type-for-disable": performing(({ headers }) =>
      headers.has("content-type") ? undefined : refusal("content-type"),
    ),
    "wants-a-body-for-disable": performing(({ body }) =>
      body.length > 0 ? undefined : refusal("malformed-body"),
    ),
  },
  "disable.sets-status": {
    "only-says-that-it-disables": disabling((_next, current) => current),
    "disables-on-the-second-disable": (rules) => {
      const second = everyNth(2);
      return disabling((next, current) => (second() ? next : current))(rules);
    },
    "enables-by-a-disable-with-a-body": replacing("disable.perform", (perform) => async (call, owner) => {
      const current = call.store.configurationOf(owner.name);
      if (call.body.length === 0 || current === undefined) return perform(call, owner);
      call.store.save(owner.name, { ...current, status: 1 });
      return success(true);
    }),
    "disables-nothing-beside-a-query-string": instead("disable.perform", (call) =>
      call.query !== "" ? success(true) : undefined,
    ),
    "disables-only-the-first-configuration": (rules) => {
      const done = new Set<bigint>();
      return disabling((next, current) => {
        if (done.has(current.id)) return current;
        done.add(current.id);
        return next;
      })(rules);
    },
    "disables-nothing-that-was-updated": disabling((next, current) =>
      current.updateTime === current.createTime ? next : current,
    ),
    "disables-no-long-urls": disabling((next, current) =>
      current.callbackUrl.length > 255 ? current : next,
    ),
    "disables-no-escaped-urls": disabling((next, current) =>
      current.callbackUrl.includes("%") ? current : next,
    ),
    "shows-a-disabled-one-as-enabled": changing("query.view", (usual) => ({ ...usual, status: 1 })),
  },
  "disable.keeps-id": {
    "gives-a-new-id-on-disable": disabling((next) => ({ ...next, id: next.id + 1n })),
  },
  "disable.keeps-merchant-id": {
    "gives-a-new-merchant-id-on-disable": disabling((next) => ({
      ...next,
      merchantId: `disabled-${next.merchantId}`,
    })),
    "shows-no-merchant-id-while-disabled": showing(({ merchantId = null }, { status }) => ({
      merchantId: status === 0 ? "" : merchantId,
    })),
  },
  "disable.keeps-callback-url": {
    "empties-the-url-on-disable": disabling((next) => ({ ...next, callbackUrl: "" })),
    "shows-no-url-while-disabled": showing(({ callbackUrl = null }, { status }) => ({
      callbackUrl: status === 0 ? null : callbackUrl,
    })),
    "marks-the-url-on-disable": disabling((next) => ({
      ...next,
      callbackUrl: `${next.callbackUrl}#disabled`,
    })),
    "returns-to-the-first-url-on-disable": (rules) => {
      const first = new Map<bigint, string>();
      return disabling((next) => {
        const callbackUrl = first.get(next.id) ?? next.callbackUrl;
        first.set(next.id, callbackUrl);
        return { ...next, callbackUrl };
      })(rules);
    },
  },
  "disable.keeps-create-time": {
    "sets-create-time-on-disable": disabling((next) => ({
      ...next,
      createTime: next.createTime + SECOND,
      updateTime: next.updateTime + 2n * SECOND,
    })),
  },
});
