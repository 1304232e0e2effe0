import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { refusal, success } from "../../../lib/reference/outcome.ts";
import { urlParts } from "../../../lib/reference/url-parts.ts";
import { everyNth, isReused, storing, updating } from "../../../lib/reference/faults.ts";
import { performing, ignoringWhere, offeredUrl, withoutQuery } from "./faults.ts";
import { giving, replacing } from "../../../lib/reference/changes.ts";

/** Ignores a URL that differs from the stored one in some signs only. */
const ignoringSigns = (signs: RegExp) =>
  ignoringWhere((next, current) => next.replaceAll(signs, "_") === current.replaceAll(signs, "_"));

export const registerMutants = toMutants({
  "register.replaces": {
    "answers-false-to-an-update": replacing("register.perform", (perform) => async (call, owner) => {
      const isUpdate = call.store.configurationOf(owner.name) !== undefined;
      const outcome = await perform(call, owner);
      return isUpdate && !outcome.refused ? success(false) : outcome;
    }),
    "refuses-a-second-register": performing((_call, _owner, current) =>
      current === undefined ? undefined : refusal("already-disabled"),
    ),
    "keeps-the-first-url": updating((next, current) => ({ ...next, callbackUrl: current.callbackUrl })),
    "replaces-only-once": (rules) => {
      const updates = new Map<bigint, number>();
      return updating((next, current) => {
        const count = (updates.get(current.id) ?? 0) + 1;
        updates.set(current.id, count);
        return count > 1 ? { ...next, callbackUrl: current.callbackUrl } : next;
      })(rules);
    },
    "appends-new-urls": updating((next, current) => ({
      ...next,
      callbackUrl: `${current.callbackUrl},${next.callbackUrl}`.slice(-1024),
    })),
  },
  "register.accepts": {
    "refuses-every-twentieth-register": (rules) => {
      const now = everyNth(20);
      return performing(() => (now() ? refusal("not-available") : undefined))(rules);
    },
    "refuses-every-twelfth-register-as-one-without-url": only(
      { choices: { refusalStatus: "200" } },
      (rules) => {
        const now = everyNth(12);
        return performing(() => (now() ? refusal("missing-url") : undefined))(rules);
      },
    ),
    "refuses-register-on-reused-connections": performing((call) =>
      isReused(call) && call.connection.requests % 5 === 0 ? refusal("not-available") : undefined,
    ),
  },
  "register.creates": {
    "creates-nothing-at-first": (rules) => {
      const seen = new Set<string>();
      return performing((call, { name }) => {
        if (seen.has(name) || typeof rules.register.judge(call) !== "string") return undefined;
        seen.add(name);
        return success(true);
      })(rules);
    },
    "creates-with-a-url-of-its-own": giving("register.create", (call, owner, url) => [
      call,
      owner,
      `${url}/created`,
    ]),
  },
  "register.stores": {
    "stores-only-the-origin": storing((url) => `https://${urlParts(url).authority}`),
  },
  "register.replaces-near-identical": {
    "ignores-updates-in-letter-case": ignoringWhere(
      (next, current) => next !== current && next.toLowerCase() === current.toLowerCase(),
    ),
    "ignores-longer-urls": ignoringWhere((next, current) => next.startsWith(current)),
    "ignores-shorter-urls": ignoringWhere((next, current) => current.startsWith(next)),
    "ignores-updates-of-the-query": ignoringWhere(
      (next, current) => withoutQuery(next) === withoutQuery(current),
    ),
    "ignores-updates-of-a-trailing-slash": ignoringWhere(
      (next, current) => next.replace(/\/$/, "") === current.replace(/\/$/, ""),
    ),
    "ignores-updates-of-dashes": ignoringSigns(/[-_]/g),
    "ignores-updates-of-dots": ignoringSigns(/\./g),
    "ignores-updates-of-blanks": ignoringSigns(/\+|%20/g),
    "ignores-updates-of-the-last-character": ignoringWhere(
      (next, current) => next.slice(0, -1) === current.slice(0, -1),
    ),
    "compares-255-characters-of-urls": ignoringWhere(
      (next, current) => next.length > 255 && next.slice(0, 255) === current.slice(0, 255),
    ),
  },
  "register.same-url-again": {
    "refuses-the-same-url": performing((call, _owner, current) => {
      return current !== undefined && current.callbackUrl === offeredUrl(call)
        ? refusal("already-disabled")
        : undefined;
    }),
    "removes-the-url-on-the-same-url": updating((next, current) =>
      next.callbackUrl === current.callbackUrl ? { ...next, callbackUrl: "" } : next,
    ),
  },
  "register.replaces-on-disabled": {
    "ignores-updates-of-disabled-ones": updating((next, current) =>
      current.status === 0 ? { ...next, callbackUrl: current.callbackUrl } : next,
    ),
    "refuses-updates-of-disabled-ones": performing((_call, _owner, current) =>
      current?.status === 0 ? refusal("already-disabled") : undefined,
    ),
  },
});
