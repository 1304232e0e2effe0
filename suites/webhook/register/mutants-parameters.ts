import type { Call } from "../../../lib/reference/call.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { instead } from "../../../lib/reference/changes.ts";

const inQuery = ({ query }: Pick<Call, "query">) =>
  new URLSearchParams(query).get("callbackUrl") ?? undefined;

const textOf = ({ body }: Pick<Call, "body">) => Buffer.from(body).toString();

/** Faults that read a register from elsewhere than its body. */
export const registerParameterMutants = toMutants({
  "register.reads-body-alone": {
    "takes-the-url-from-the-query-string": instead("register.judge", inQuery),
    "takes-the-url-from-the-query-string-where-the-body-has-none": instead("register.judge", (call) =>
      textOf(call) === "{}" ? inQuery(call) : undefined,
    ),
    "takes-the-url-from-the-query-string-where-no-body-is": instead("register.judge", (call) =>
      call.body.length === 0 ? inQuery(call) : undefined,
    ),
  },
});
