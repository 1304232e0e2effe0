import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import { is } from "../../webhook/isolation/faults.ts";
import { replacing } from "../../../lib/reference/changes.ts";

const PREFIX = "/abc/v1/";

/** Keys that are the same to this server. */
export function alike(same: (presented: string, issued: string) => boolean): Change {
  return replacing(
    "authentication.merchantOfKey",
    () =>
      ({ merchants }, key) =>
        merchants.find(({ apiKey }) => same(key, apiKey)),
  );
}

/** Operations are found where this reading of the path leads, and not where it is written. */
export function readingPaths(read: (path: string) => string): Change {
  return ({ flow }) => ({
    flow: {
      knows: (call) => flow.knows(at(read(call.path), call)),
      operate: (call, owner) => flow.operate(at(read(call.path), call), owner),
    },
  });
}

/**
 * Remembers callers by a cookie, and serves whoever brings it, whatever the key.
 * @param on the operation whose answer sets the cookie
 */
export function settingCookies({ on, for: operation }: { on: string; for?: string }): Change {
  return ({ authentication, flow }) => {
    const sessions = new Map<string, ReferenceMerchant>();
    const remembered = (call: Call) =>
      operation === undefined || is(operation, call)
        ? sessions.get(/session-id=(\w+)/.exec(call.headers.get("cookie") ?? "")?.[1] ?? "")
        : undefined;
    return {
      authentication: { authenticate: (call) => remembered(call) ?? authentication.authenticate(call) },
      flow: {
        respond: async (call, outcome) => {
          const response = await flow.respond(call, outcome);
          const caller = authentication.authenticate(call);
          if (outcome.refused || "refused" in caller || !is(on, call)) return response;
          const id = `s${sessions.size}`;
          sessions.set(id, caller);
          response.headers.append("set-cookie", `session-id=${id}; Path=/; HttpOnly`);
          return response;
        },
      },
    };
  };
}

function at(path: string, call: Call): Call {
  return { ...call, path, operation: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path };
}
