import { currentOf } from "../callback-url/faults.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { replacing } from "../../../lib/reference/changes.ts";

const NOT_CLOSED = /^\{"callbackUrl":"(https:[^"]+)"$/;
const FOLLOWED = /^(\{"callbackUrl":"https:[^"]+"\})[^]+$/;

/** Faults with bodies that some parsers read and others do not. */
export const bodyMutants = toMutants({
  "register.damaged-bodies": {
    "stores-the-url-of-an-object-that-is-not-closed-and-rejects-it": ({ register }) => ({
      register: {
        perform: async (call, owner) => {
          const [, callbackUrl] = NOT_CLOSED.exec(Buffer.from(call.body).toString()) ?? [];
          const current = currentOf(call);
          if (callbackUrl !== undefined && current !== undefined)
            register.save(call, owner, { ...current, callbackUrl });
          return register.perform(call, owner);
        },
      },
    }),
    "accepts-text-behind-the-object-and-stores-half-of-the-url": replacing(
      "register.judge",
      (judge) => (call) => {
        const [, body] = FOLLOWED.exec(Buffer.from(call.body).toString()) ?? [];
        if (body === undefined) return judge(call);
        const url = judge({ ...call, body: Buffer.from(body) });
        return typeof url === "string" ? url.slice(0, -1) : url;
      },
    ),
  },
});
