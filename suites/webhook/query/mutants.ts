import { isObject } from "../../../lib/api/json/json.ts";
import { changing, replacing, where } from "../../../lib/reference/changes.ts";
import {
  all,
  answering,
  atEvery,
  disabled,
  editStored,
  enabled,
  hasBody,
  hasHeader,
  isDisabled,
  isNew,
  isNthOfConnection,
  not,
  refusing,
  SECOND,
  urlOf,
  withNewId,
  withOneRetryMore,
} from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { success } from "../../../lib/reference/outcome.ts";
import { member, succeeded } from "../../../lib/reference/rewriting.ts";
import type { Configuration } from "../../../lib/reference/store.ts";

const ofStored = (change: Change): Change => where(not(isNew), change);

/** Every query changes the configuration behind its answer. */
const storing = (edit: (stored: Configuration) => Partial<Configuration>): Change =>
  changing("query.read", (stored, call, owner) => {
    editStored(call, owner, edit);
    return stored;
  });

const longer = ({ callbackUrl }: Configuration) => ({ callbackUrl: `${callbackUrl}/` });

export const queryMutants = toMutants({
  "query.answers": {
    "refuses-to-show-disabled-configurations": where(isDisabled, refusing("query", "no-configuration")),
    "shows-nothing-of-long-urls": where(
      (call) => urlOf(call).length > 400,
      answering("query", success(null)),
    ),
    "answers-queries-without-data": member("data", () => undefined, succeeded("query")),
    "shows-the-configuration-beside-code": changing("envelope.members", (members, call, outcome) => {
      const { data, ...others } = members;
      return succeeded("query")(call, outcome) && isObject(data) ? { ...others, ...data } : members;
    }),
    "answers-every-twentieth-query-with-null": ofStored(atEvery(20, answering("query", success(null)))),
    "refuses-every-tenth-query-of-a-connection": where(
      all(isNthOfConnection(10), not(isNew)),
      refusing("query", "not-available"),
    ),
    "refuses-every-fifteenth-query-as-one-without-key": only(
      { choices: { refusalStatus: "200" } },
      ofStored(atEvery(15, refusing("query", "missing-key"))),
    ),
    "refuses-every-fifteenth-query-by-the-one-code": only(
      { choices: { refusalStatus: "400", refusalCode: "one" } },
      ofStored(atEvery(15, refusing("query", "too-fast"))),
    ),
  },
  "query.needs-no-body": {
    "wants-a-content-type-for-query": where(
      all(not(hasHeader("content-type")), not(isNew)),
      refusing("query", "content-type"),
    ),
    "wants-a-body-for-query": where(all(not(hasBody), not(isNew)), refusing("query", "malformed-body")),
  },
  "query.changes-nothing": {
    "sets-update-time-on-query": storing(({ updateTime }) => ({ updateTime: updateTime + SECOND })),
    "counts-queries-as-retries": storing(withOneRetryMore),
    "gives-a-new-id-on-query": storing(withNewId),
    "disables-after-fifteen-queries": ofStored(atEvery(15, storing(disabled))),
    "lengthens-the-url-on-query": storing(longer),
    "lengthens-the-url-on-every-twelfth-query": ofStored(atEvery(12, storing(longer))),
    "sets-create-time-on-query": storing(({ createTime, updateTime }) => ({
      createTime: createTime + SECOND,
      updateTime: updateTime + SECOND,
    })),
    "registers-by-a-query-with-a-body": where(
      hasBody,
      replacing("query.perform", (perform) => async (call, owner) => {
        await call.rules.register.perform(call, owner);
        return perform(call, owner);
      }),
    ),
  },
  "disable.lasts": {
    "enables-on-query": storing(enabled),
  },
});
