import type { Call } from "../../../lib/reference/call.ts";
import type { Change } from "../../../lib/reference/mutant.ts";

const PREFIX = "/abc/v1/";

/** Keys that are the same to this server. */
export function alike(same: (presented: string, issued: string) => boolean): Change {
  return () => ({
    authentication: {
      merchantOfKey: ({ merchants }, key) => merchants.find(({ apiKey }) => same(key, apiKey)),
    },
  });
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

function at(path: string, call: Call): Call {
  return { ...call, path, operation: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path };
}
