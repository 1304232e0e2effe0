import type { Call } from "../call.ts";
import type { Choices } from "../choices.ts";
import { refusal, type Refusal } from "../outcome.ts";
import { parseJsonObject } from "../parse-json-object.ts";

/** The content of a register request; `callbackUrl` undefined: the member is absent. */
export interface RegisterBody {
  readonly callbackUrl: unknown;
}

function isCallbackUrl(name: string, { memberCase }: Choices): boolean {
  return name === "callbackUrl" || (memberCase === "any" && name.toLowerCase() === "callbackurl");
}

/** How request bodies are read (§2.2, §4.2). */
export const bodyRules = {
  readsContentType(call: Call) {
    if (call.choices.otherContentType === "accepted") return true;
    return /^\s*application\/json\s*(;|$)/i.test(call.headers.get("content-type") ?? "");
  },
  readRegister(call: Call): RegisterBody | Refusal {
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
  /** A refusal of a body where none is due. */
  refuseUnexpected: (call: Call) =>
    call.body.length > 0 && call.choices.unexpectedBody === "refused"
      ? refusal("unexpected-body")
      : undefined,
};
