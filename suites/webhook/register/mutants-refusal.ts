import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { showing } from "../../../lib/reference/faults.ts";
import { success } from "../../../lib/reference/outcome.ts";
import { jsonIn, onRefusal, performing, readingBody } from "./faults.ts";

const SECOND = 1_000_000_000n;
const bodyOf = ({ body }: { readonly body: Uint8Array }) => Buffer.from(body).toString();

const createsRefused: Change = ({ register }) => ({
  register: {
    perform: async (call, owner) => {
      const outcome = await register.perform(call, owner);
      if (outcome.refused && call.store.configurationOf(owner.name) === undefined) {
        register.save(call, owner, register.create(call, owner, outcome.offending ?? ""));
      }
      return outcome;
    },
  },
});

/** Faults with bodies that are to be refused, and with what a refusal leaves behind. */
export const registerRefusalMutants = toMutants({
  "register.refuses-missing-body": {
    "takes-a-missing-body-for-no-change": performing((call) =>
      call.body.length === 0 ? success(true) : undefined,
    ),
    "registers-a-default-without-body": readingBody((text) =>
      text === "" ? "https://callback.invalid/default" : undefined,
    ),
  },
  "register.refuses-malformed-body": {
    "takes-a-malformed-body-for-no-change": performing((call) =>
      call.body.length > 0 && jsonIn(bodyOf(call)) === undefined ? success(true) : undefined,
    ),
    "finds-the-url-in-malformed-bodies": readingBody((text) =>
      jsonIn(text) === undefined ? /https:\/\/[^"'\s]+/.exec(text)?.[0] : undefined,
    ),
  },
  "register.refuses-non-object-body": {
    "unwraps-a-list": readingBody((text) => {
      const value = jsonIn(text);
      const first: unknown = Array.isArray(value) ? value[0] : undefined;
      if (typeof first === "string") return first;
      return typeof first === "object" && first !== null && "callbackUrl" in first
        ? first.callbackUrl
        : undefined;
    }),
    "takes-a-string-for-the-url": readingBody((text) => {
      const value = jsonIn(text);
      return typeof value === "string" ? value : undefined;
    }),
    "takes-other-values-for-no-change": performing((call) => {
      const value = jsonIn(bodyOf(call));
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      return value === undefined || isObject ? undefined : success(true);
    }),
  },
  "register.refusal-changes-nothing": {
    "stores-refused-urls": onRefusal((current, { offending }) =>
      offending === undefined ? current : { ...current, callbackUrl: offending },
    ),
    "stores-too-long-urls-before-it-refuses": onRefusal(
      (current, { reason, offending = current.callbackUrl }) =>
        reason === "url-too-long" ? { ...current, callbackUrl: offending.slice(0, 512) } : current,
    ),
    "creates-on-a-refused-register": createsRefused,
    "creates-on-a-refused-register-and-shows-no-url": (rules) => ({
      ...createsRefused(rules),
      ...showing((_shown, { callbackUrl }) => ({
        callbackUrl: callbackUrl.startsWith("https:") ? callbackUrl : null,
      }))(rules),
    }),
    "disables-on-a-refused-register": onRefusal((current) => ({ ...current, status: 0 })),
    "disables-on-a-register-without-url": onRefusal((current, { reason }) =>
      reason === "missing-url" ? { ...current, status: 0 } : current,
    ),
    "enables-on-a-refused-register": onRefusal((current) => ({ ...current, status: 1 })),
    "empties-the-url-on-a-refused-register": onRefusal((current, { reason }) =>
      reason === "missing-url" ? { ...current, callbackUrl: "" } : current,
    ),
    "sets-update-time-on-a-refused-register": onRefusal((current) => ({
      ...current,
      updateTime: current.updateTime + SECOND,
    })),
    "gives-a-new-id-on-a-refused-register": onRefusal((current) => ({ ...current, id: current.id + 1n })),
  },
});
