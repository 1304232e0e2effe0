import { type Change, mutant } from "../../../lib/reference/mutant.ts";
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
export const registerRefusalMutants = [
  mutant(
    "takes-a-missing-body-for-no-change",
    "register.refuses-missing-body",
    performing((call) => (call.body.length === 0 ? success(true) : undefined)),
  ),
  mutant(
    "registers-a-default-without-body",
    "register.refuses-missing-body",
    readingBody((text) => (text === "" ? "https://callback.invalid/default" : undefined)),
  ),
  mutant(
    "takes-a-malformed-body-for-no-change",
    "register.refuses-malformed-body",
    performing((call) =>
      call.body.length > 0 && jsonIn(bodyOf(call)) === undefined ? success(true) : undefined,
    ),
  ),
  mutant(
    "finds-the-url-in-malformed-bodies",
    "register.refuses-malformed-body",
    readingBody((text) => (jsonIn(text) === undefined ? /https:\/\/[^"'\s]+/.exec(text)?.[0] : undefined)),
  ),
  mutant(
    "unwraps-a-list",
    "register.refuses-non-object-body",
    readingBody((text) => {
      const value = jsonIn(text);
      const first: unknown = Array.isArray(value) ? value[0] : undefined;
      if (typeof first === "string") return first;
      return typeof first === "object" && first !== null && "callbackUrl" in first
        ? first.callbackUrl
        : undefined;
    }),
  ),
  mutant(
    "takes-a-string-for-the-url",
    "register.refuses-non-object-body",
    readingBody((text) => {
      const value = jsonIn(text);
      return typeof value === "string" ? value : undefined;
    }),
  ),
  mutant(
    "takes-other-values-for-no-change",
    "register.refuses-non-object-body",
    performing((call) => {
      const value = jsonIn(bodyOf(call));
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      return value === undefined || isObject ? undefined : success(true);
    }),
  ),

  mutant(
    "stores-refused-urls",
    "register.refusal-changes-nothing",
    onRefusal((current, { offending }) =>
      offending === undefined ? current : { ...current, callbackUrl: offending },
    ),
  ),
  mutant(
    "stores-too-long-urls-before-it-refuses",
    "register.refusal-changes-nothing",
    onRefusal((current, { reason, offending = current.callbackUrl }) =>
      reason === "url-too-long" ? { ...current, callbackUrl: offending.slice(0, 512) } : current,
    ),
  ),
  mutant("creates-on-a-refused-register", "register.refusal-changes-nothing", createsRefused),
  mutant("creates-on-a-refused-register-and-shows-no-url", "register.refusal-changes-nothing", (rules) => ({
    ...createsRefused(rules),
    ...showing((_shown, { callbackUrl }) => ({
      callbackUrl: callbackUrl.startsWith("https:") ? callbackUrl : null,
    }))(rules),
  })),
  mutant(
    "disables-on-a-refused-register",
    "register.refusal-changes-nothing",
    onRefusal((current) => ({ ...current, status: 0 })),
  ),
  mutant(
    "disables-on-a-register-without-url",
    "register.refusal-changes-nothing",
    onRefusal((current, { reason }) => (reason === "missing-url" ? { ...current, status: 0 } : current)),
  ),
  mutant(
    "enables-on-a-refused-register",
    "register.refusal-changes-nothing",
    onRefusal((current) => ({ ...current, status: 1 })),
  ),
  mutant(
    "empties-the-url-on-a-refused-register",
    "register.refusal-changes-nothing",
    onRefusal((current, { reason }) =>
      reason === "missing-url" ? { ...current, callbackUrl: "" } : current,
    ),
  ),
  mutant(
    "sets-update-time-on-a-refused-register",
    "register.refusal-changes-nothing",
    onRefusal((current) => ({ ...current, updateTime: current.updateTime + SECOND })),
  ),
  mutant(
    "gives-a-new-id-on-a-refused-register",
    "register.refusal-changes-nothing",
    onRefusal((current) => ({ ...current, id: current.id + 1n })),
  ),
];
