import { before, changing, giving, together, where } from "../../../lib/reference/changes.ts";
import { bodyOf, editStored } from "../../../lib/reference/faults.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";

const NOT_CLOSED = /^\{"callbackUrl":"(https:[^"]+)"$/;
const FOLLOWED = /^(\{"callbackUrl":"https:[^"]+"\})[^]+$/;

export const bodyMutants = toMutants({
  "register.damaged-bodies": {
    "stores-the-url-of-an-object-that-is-not-closed-and-rejects-it": before(
      "register.perform",
      (call, owner) => {
        const [, callbackUrl] = NOT_CLOSED.exec(bodyOf(call)) ?? [];
        if (callbackUrl !== undefined) editStored(call, owner, () => ({ callbackUrl }));
      },
    ),
    "checks-the-first-of-two-urls-and-stores-the-last": changing("register.judge", (url, call) => {
      const named = [...bodyOf(call).matchAll(/"callbackUrl":"([^"]*)"/gi)].map(([, text = ""]) => text);
      const [first, last] = [named.at(0), named.at(-1)];
      return first?.startsWith("https:") === true && last !== undefined && last !== first ? last : url;
    }),
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
