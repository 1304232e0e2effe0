import type { Call } from "../call.ts";
import type { Choices } from "../choices.ts";
import { refusal, type Refusal } from "../outcome.ts";
import { parseJsonObject } from "../parse-json-object.ts";

/** The content of a register request; `callbackUrl` undefined: the member is absent. */
export interface RegisterBody {
  readonly callbackUrl: unknown;
}

/** How request bodies are read (§2.2, §4.2). */
export interface BodyRules {
  /** Whether the Content-Type of a register is one that is read. */
  readonly readsContentType: (call: Call) => boolean;
  readonly readRegister: (call: Call) => RegisterBody | Refusal;
  /** A refusal of a body where none is due. */
  readonly refuseUnexpected: (call: Call) => Refusal | undefined;
}

function isCallbackUrl(name: string, { memberCase }: Choices): boolean {
  return name === "callbackUrl" || (memberCase === "any" && name.toLowerCase() === "callbackurl");
}

export const bodyRules: BodyRules = {
  readsContentType(call) {
    if (call.choices.otherContentType === "accepted") return true;
    return /^\s*application\/json\s*(;|$)/i.test(call.headers.get("content-type") ?? "");
  },
  readRegister(call) {
    if (!call.rules.body.readsContentType(call)) return refusal("content-type");
    const body = parseJsonObject(call.body, call.choices);
    if (body === undefined) return refusal("malformed-body");
    const known = (name: string) => isCallbackUrl(name, call.choices);
    const unknown = Object.keys(body).find((name) => !known(name));
    if (unknown !== undefined && call.choices.unknownMembers === "refused") {
      return refusal("unknown-member", unknown);
    }
    return { callbackUrl: Object.entries(body).findLast(([name]) => known(name))?.[1] };
  },
  refuseUnexpected: (call) =>
    call.body.length > 0 && call.choices.unexpectedBody === "refused"
      ? refusal("unexpected-body")
      : undefined,
};
