import type { Call } from "../../../lib/reference/call.ts";
import { mutant, type Change } from "../../../lib/reference/mutant.ts";
import { refusal, success, type Outcome } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { member, succeeded } from "../../../lib/reference/rewriting.ts";
import { everyNth } from "../../../lib/reference/faults.ts";

const SECOND = 1_000_000_000n;

/** Query answers something else where `instead` has an answer. */
function answering(instead: (call: Call, stored: Configuration) => Outcome | undefined): Change {
  return ({ query }) => ({
    query: {
      perform: (call, owner) => {
        const stored = call.store.configurationOf(owner.name);
        return (stored && instead(call, stored)) ?? query.perform(call, owner);
      },
    },
  });
}

/** Every query changes the configuration behind its answer. */
function changing(change: (stored: Configuration) => Configuration): Change {
  return ({ query }) => ({
    query: {
      read: (call, owner) => {
        const stored = query.read(call, owner);
        if (stored !== undefined) call.store.save(owner.name, change(stored));
        return stored;
      },
    },
  });
}

/** As {@link changing}, at every nth query only. */
const changingEvery =
  (n: number, change: (stored: Configuration) => Configuration): Change =>
  (rules) => {
    const now = everyNth(n);
    return changing((stored) => (now() ? change(stored) : stored))(rules);
  };

export const queryMutants = [
  mutant(
    "refuses-to-show-disabled-configurations",
    "query.answers",
    answering((_call, { status }) => (status === 0 ? refusal("no-configuration") : undefined)),
  ),
  mutant(
    "shows-nothing-of-long-urls",
    "query.answers",
    answering((_call, { callbackUrl }) => (callbackUrl.length > 400 ? success(null) : undefined)),
  ),
  mutant(
    "answers-queries-without-data",
    "query.answers",
    member("data", () => undefined, succeeded("query")),
  ),
  mutant("answers-every-twentieth-query-with-null", "query.answers", (rules) => {
    const now = everyNth(20);
    return answering(() => (now() ? success(null) : undefined))(rules);
  }),
  mutant(
    "refuses-every-tenth-query-of-a-connection",
    "query.answers",
    answering(({ connection }) => (connection.requests % 10 === 0 ? refusal("not-available") : undefined)),
  ),
  mutant(
    "refuses-every-fifteenth-query-as-one-without-key",
    "query.answers",
    (rules) => {
      const now = everyNth(15);
      return answering(() => (now() ? refusal("missing-key") : undefined))(rules);
    },
    { choices: { refusalStatus: "200" } },
  ),
  mutant(
    "refuses-every-fifteenth-query-by-the-one-code",
    "query.answers",
    (rules) => {
      const now = everyNth(15);
      return answering(() => (now() ? refusal("too-fast") : undefined))(rules);
    },
    { choices: { refusalStatus: "400", refusalCode: "one" } },
  ),
  mutant(
    "wants-a-content-type-for-query",
    "query.needs-no-body",
    answering(({ headers }) => (headers.has("content-type") ? undefined : refusal("content-type"))),
  ),
  mutant(
    "wants-a-body-for-query",
    "query.needs-no-body",
    answering(({ body }) => (body.length > 0 ? undefined : refusal("malformed-body"))),
  ),

  mutant(
    "sets-update-time-on-query",
    "query.changes-nothing",
    changing((stored) => ({ ...stored, updateTime: stored.updateTime + SECOND })),
  ),
  mutant(
    "counts-queries-as-retries",
    "query.changes-nothing",
    changing((stored) => ({ ...stored, retryCount: stored.retryCount + 1 })),
  ),
  mutant(
    "gives-a-new-id-on-query",
    "query.changes-nothing",
    changing((stored) => ({ ...stored, id: stored.id + 1n })),
  ),
  mutant(
    "enables-on-query",
    "disable.lasts",
    changing((stored) => ({ ...stored, status: 1 })),
  ),
  mutant(
    "disables-after-fifteen-queries",
    "query.changes-nothing",
    changingEvery(15, (stored) => ({ ...stored, status: 0 })),
  ),
  mutant(
    "lengthens-the-url-on-query",
    "query.changes-nothing",
    changing((stored) => ({ ...stored, callbackUrl: `${stored.callbackUrl}/` })),
  ),
  mutant(
    "lengthens-the-url-on-every-twelfth-query",
    "query.changes-nothing",
    changingEvery(12, (stored) => ({ ...stored, callbackUrl: `${stored.callbackUrl}/` })),
  ),
  mutant(
    "sets-create-time-on-query",
    "query.changes-nothing",
    changing((stored) => ({
      ...stored,
      createTime: stored.createTime + SECOND,
      updateTime: stored.updateTime + SECOND,
    })),
  ),
  mutant("registers-by-a-query-with-a-body", "query.changes-nothing", ({ query }) => ({
    query: {
      perform: async (call, owner) => {
        if (call.body.length > 0) await call.rules.register.perform(call, owner);
        return query.perform(call, owner);
      },
    },
  })),
];
