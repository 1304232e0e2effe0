import type { Call } from "../../../lib/reference/call.ts";
import { mutant } from "../../../lib/reference/mutant.ts";

const inQuery = ({ query }: Pick<Call, "query">) => new URLSearchParams(query).get("callbackUrl");

const textOf = ({ body }: Pick<Call, "body">) => Buffer.from(body).toString();

/** Faults that read a register from elsewhere than its body. */
export const registerParameterMutants = [
  mutant("takes-the-url-from-the-query-string", "register.reads-body-alone", ({ register }) => ({
    register: { judge: (call) => inQuery(call) ?? register.judge(call) },
  })),
  mutant(
    "takes-the-url-from-the-query-string-where-the-body-has-none",
    "register.reads-body-alone",
    ({ register }) => ({
      register: {
        judge: (call) => (textOf(call) === "{}" ? inQuery(call) : undefined) ?? register.judge(call),
      },
    }),
  ),
  mutant(
    "takes-the-url-from-the-query-string-where-no-body-is",
    "register.reads-body-alone",
    ({ register }) => ({
      register: {
        judge: (call) => (call.body.length === 0 ? inQuery(call) : undefined) ?? register.judge(call),
      },
    }),
  ),
];
