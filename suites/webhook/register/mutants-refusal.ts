import type { Call } from "../../../lib/reference/call.ts";
import { before, changing, giving, instead, together, where } from "../../../lib/reference/changes.ts";
import {
  all,
  answering,
  bodyOf,
  disabled,
  editStored,
  enabled,
  hasBody,
  not,
  SECOND,
  showing,
  withNewId,
  withoutUrl,
} from "../../../lib/reference/faults.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { success } from "../../../lib/reference/outcome.ts";
import { jsonIn, onRefusal, readingBody, urlIn } from "./faults.ts";

const NOT_CLOSED = /^\{"callbackUrl":"(https:[^"]+)"$/;
const FOLLOWED = /^(\{"callbackUrl":"https:[^"]+"\})[^]+$/;

/** Says that a register succeeded, and does nothing. */
const doingNothing = answering("register", success(true));
const isMalformed = (call: Call) => jsonIn(bodyOf(call)) === undefined;
const isNoObject = (call: Call) => !/^\s*\{/.test(bodyOf(call));

const createsRefused = changing("register.perform", (outcome, call, owner) => {
  const { create, save } = call.rules.register;
  if (outcome.refused && call.store.configurationOf(owner.name) === undefined)
    save(call, owner, create(call, owner, outcome.offending ?? ""));
  return outcome;
});

const fromQueryString = instead(
  "register.judge",
  ({ query }) => new URLSearchParams(query).get("callbackUrl") ?? undefined,
);

/** Faults with bodies that are to be refused, and with what a refusal leaves behind. */
export const registerRefusalMutants = toMutants({
  "register.refuses-missing-body": {
    "takes-a-missing-body-for-no-change": where(not(hasBody), doingNothing),
    "registers-a-default-without-body": readingBody((text) =>
      text === "" ? "https://callback.invalid/default" : undefined,
    ),
  },
  "register.refuses-malformed-body": {
    "takes-a-malformed-body-for-no-change": where(all(hasBody, isMalformed), doingNothing),
    "finds-the-url-in-malformed-bodies": readingBody((text, value) =>
      value === undefined ? /https:\/\/[^"'\s]+/.exec(text)?.[0] : undefined,
    ),
  },
  "register.refuses-non-object-body": {
    "unwraps-a-list": readingBody((_text, value) => {
      const first: unknown = Array.isArray(value) ? value[0] : undefined;
      return typeof first === "string" ? first : urlIn(first);
    }),
    "takes-a-string-for-the-url": readingBody((_text, value) =>
      typeof value === "string" ? value : undefined,
    ),
    "takes-other-values-for-no-change": where((call) => !isMalformed(call) && isNoObject(call), doingNothing),
  },
  "register.refusal-changes-nothing": {
    "stores-refused-urls": onRefusal(({ callbackUrl }, { offending = callbackUrl }) => ({
      callbackUrl: offending,
    })),
    "stores-too-long-urls-before-it-refuses": onRefusal(
      ({ callbackUrl }, { offending = callbackUrl }) => ({ callbackUrl: offending.slice(0, 512) }),
      "url-too-long",
    ),
    "creates-on-a-refused-register": createsRefused,
    "creates-on-a-refused-register-and-shows-no-url": together(
      createsRefused,
      showing((_shown, { callbackUrl }) => (callbackUrl.startsWith("https:") ? {} : { callbackUrl: null })),
    ),
    "disables-on-a-refused-register": onRefusal(disabled),
    "disables-on-a-register-without-url": onRefusal(disabled, "missing-url"),
    "enables-on-a-refused-register": onRefusal(enabled),
    "empties-the-url-on-a-refused-register": onRefusal(withoutUrl, "missing-url"),
    "sets-update-time-on-a-refused-register": onRefusal(({ updateTime }) => ({
      updateTime: updateTime + SECOND,
    })),
    "gives-a-new-id-on-a-refused-register": onRefusal(withNewId),
  },
  "register.reads-body-alone": {
    "takes-the-url-from-the-query-string": fromQueryString,
    "takes-the-url-from-the-query-string-where-the-body-has-none": where(
      (call) => bodyOf(call) === "{}",
      fromQueryString,
    ),
    "takes-the-url-from-the-query-string-where-no-body-is": where(not(hasBody), fromQueryString),
  },
  "register.damaged-bodies": {
    "stores-the-url-of-an-object-that-is-not-closed-and-rejects-it": before(
      "register.perform",
      (call, owner) => {
        const [, callbackUrl] = NOT_CLOSED.exec(bodyOf(call)) ?? [];
        if (callbackUrl !== undefined) editStored(call, owner, () => ({ callbackUrl }));
      },
    ),
    "accepts-text-behind-the-object-and-stores-half-of-the-url": where(
      (call) => FOLLOWED.test(bodyOf(call)),
      together(
        giving("register.judge", (call) => [
          { ...call, body: Buffer.from(bodyOf(call).replace(FOLLOWED, "$1")) },
        ]),
        changing("register.judge", (url) => (typeof url === "string" ? url.slice(0, -1) : url)),
      ),
    ),
  },
});
