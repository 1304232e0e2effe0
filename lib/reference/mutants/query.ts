import type { Call } from "../call.ts";
import { mutant, type Change } from "../mutant.ts";
import { refusal, success, type Outcome } from "../outcome.ts";
import type { Configuration } from "../store.ts";
import { also, everyNth } from "./faults.ts";

const SECOND = 1_000_000_000n;
const NOT_ANSWERED = also("a valid query is refused", "query.answers");

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
    also("the status cannot be read", "disable.sets-status"),
  ),
  mutant(
    "shows-nothing-of-long-urls",
    "query.answers",
    answering((_call, { callbackUrl }) => (callbackUrl.length > 400 ? success(null) : undefined)),
    also("a long URL cannot be read", "callback-url.max-length", "envelope.no-nulls"),
  ),
  mutant(
    "answers-every-twentieth-query-with-null",
    "query.answers",
    (rules) => {
      const now = everyNth(20);
      return answering(() => (now() ? success(null) : undefined))(rules);
    },
    also("there is no data", "envelope.no-nulls"),
  ),
  mutant(
    "refuses-every-tenth-query-of-a-connection",
    "query.answers",
    answering(({ connection }) => (connection.requests % 10 === 0 ? refusal("not-available") : undefined)),
  ),
  mutant(
    "wants-a-content-type-for-query",
    "query.needs-no-body",
    answering(({ headers }) => (headers.has("content-type") ? undefined : refusal("content-type"))),
    NOT_ANSWERED,
  ),
  mutant(
    "wants-a-body-for-query",
    "query.needs-no-body",
    answering(({ body }) => (body.length > 0 ? undefined : refusal("malformed-body"))),
    NOT_ANSWERED,
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
    also("the id changes between two reads", "register.keeps-id", "disable.keeps-id"),
  ),
  mutant(
    "enables-on-query",
    "disable.lasts",
    changing((stored) => ({ ...stored, status: 1 })),
    also("a disabled configuration is enabled", "disable.lasts"),
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
    also("createTime changes between two reads", "register.keeps-create-time", "disable.keeps-create-time"),
  ),
];
