import { isObject } from "../../../lib/api/json/json.ts";
import type { Call } from "../../../lib/reference/call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { refusal, success, type Outcome } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { member, succeeded } from "../../../lib/reference/rewriting.ts";
import { everyNth } from "../../../lib/reference/faults.ts";
import { changing, replacing } from "../../../lib/reference/changes.ts";

const SECOND = 1_000_000_000n;

/** Query answers something else where `otherwise` has an answer. */
function answering(otherwise: (call: Call, stored: Configuration) => Outcome | undefined): Change {
  return replacing("query.perform", (perform) => (call, owner) => {
    const stored = call.store.configurationOf(owner.name);
    return (stored && otherwise(call, stored)) ?? perform(call, owner);
  });
}

/** Every query changes the configuration behind its answer. */
function storingOnQuery(change: (stored: Configuration) => Configuration): Change {
  return changing("query.read", (stored, call, owner) => {
    if (stored !== undefined) call.store.save(owner.name, change(stored));
    return stored;
  });
}

/** As {@link storingOnQuery}, at every nth query only. */
const storingEvery =
  (n: number, change: (stored: Configuration) => Configuration): Change =>
  (rules) => {
    const now = everyNth(n);
    return storingOnQuery((stored) => (now() ? change(stored) : stored))(rules);
  };

export const queryMutants = toMutants({
  "query.answers": {
    "refuses-to-show-disabled-configurations": answering((_call, { status }) =>
      status === 0 ? refusal("no-configuration") : undefined,
    ),
    "shows-nothing-of-long-urls": answering((_call, { callbackUrl }) =>
      callbackUrl.length > 400 ? success(null) : undefined,
    ),
    "answers-queries-without-data": member("data", () => undefined, succeeded("query")),
    "shows-the-configuration-beside-code": changing("envelope.members", (members, call, outcome) => {
      const { data, ...others } = members;
      return succeeded("query")(call, outcome) && isObject(data) ? { ...others, ...data } : members;
    }),
    "answers-every-twentieth-query-with-null": (rules) => {
      const now = everyNth(20);
      return answering(() => (now() ? success(null) : undefined))(rules);
    },
    "refuses-every-tenth-query-of-a-connection": answering(({ connection }) =>
      connection.requests % 10 === 0 ? refusal("not-available") : undefined,
    ),
    "refuses-every-fifteenth-query-as-one-without-key": only(
      { choices: { refusalStatus: "200" } },
      (rules) => {
        const now = everyNth(15);
        return answering(() => (now() ? refusal("missing-key") : undefined))(rules);
      },
    ),
    "refuses-every-fifteenth-query-by-the-one-code": only(
      { choices: { refusalStatus: "400", refusalCode: "one" } },
      (rules) => {
        const now = everyNth(15);
        return answering(() => (now() ? refusal("too-fast") : undefined))(rules);
      },
    ),
  },
  "query.needs-no-body": {
    "wants-a-content-type-for-query": answering(({ headers }) =>
      headers.has("content-type") ? undefined : refusal("content-type"),
    ),
    "wants-a-body-for-query": answering(({ body }) =>
      body.length > 0 ? undefined : refusal("malformed-body"),
    ),
  },
  "query.changes-nothing": {
    "sets-update-time-on-query": storingOnQuery((stored) => ({
      ...stored,
      updateTime: stored.updateTime + SECOND,
    })),
    "counts-queries-as-retries": storingOnQuery((stored) => ({
      ...stored,
      retryCount: stored.retryCount + 1,
    })),
    "gives-a-new-id-on-query": storingOnQuery((stored) => ({ ...stored, id: stored.id + 1n })),
    "disables-after-fifteen-queries": storingEvery(15, (stored) => ({ ...stored, status: 0 })),
    "lengthens-the-url-on-query": storingOnQuery((stored) => ({
      ...stored,
      callbackUrl: `${stored.callbackUrl}/`,
    })),
    "lengthens-the-url-on-every-twelfth-query": storingEvery(12, (stored) => ({
      ...stored,
      callbackUrl: `${stored.callbackUrl}/`,
    })),
    "sets-create-time-on-query": storingOnQuery((stored) => ({
      ...stored,
      createTime: stored.createTime + SECOND,
      updateTime: stored.updateTime + SECOND,
    })),
    "registers-by-a-query-with-a-body": replacing("query.perform", (perform) => async (call, owner) => {
      if (call.body.length > 0) await call.rules.register.perform(call, owner);
      return perform(call, owner);
    }),
  },
  "disable.lasts": {
    "enables-on-query": storingOnQuery((stored) => ({ ...stored, status: 1 })),
  },
});
