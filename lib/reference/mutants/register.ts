import { mutant } from "../mutant.ts";
import { refusal, success } from "../outcome.ts";
import { urlParts } from "../url-parts.ts";
import { also, everyNth, isReused, storing, updating } from "./faults.ts";
import { performing, ignoringWhere, offeredUrl, withoutQuery } from "./register-faults.ts";

export const registerMutants = [
  mutant(
    "answers-false-to-an-update",
    "register.accepts",
    ({ register }) => ({
      register: {
        perform: async (call, owner) => {
          const isUpdate = call.store.configurationOf(owner.name) !== undefined;
          const outcome = await register.perform(call, owner);
          return isUpdate && !outcome.refused ? success(false) : outcome;
        },
      },
    }),
    also("the update counts as refused", "register.replaces", "register.refusal-changes-nothing"),
  ),
  mutant(
    "refuses-a-second-register",
    "register.accepts",
    performing((_call, _owner, current) => (current === undefined ? undefined : refusal("already-disabled"))),
    also("nothing can be updated", "register.replaces"),
  ),
  mutant("refuses-every-twentieth-register", "register.accepts", (rules) => {
    const now = everyNth(20);
    return performing(() => (now() ? refusal("not-available") : undefined))(rules);
  }),
  mutant(
    "refuses-register-on-reused-connections",
    "register.accepts",
    performing((call) =>
      isReused(call) && call.connection.requests % 5 === 0 ? refusal("not-available") : undefined,
    ),
  ),
  mutant(
    "creates-nothing-at-first",
    "register.creates",
    (rules) => {
      const seen = new Set<string>();
      return performing((call, { name }) => {
        if (seen.has(name) || typeof rules.register.judge(call) !== "string") return undefined;
        seen.add(name);
        return success(true);
      })(rules);
    },
    also("there is no configuration to answer with", "query.answers", "register.stores"),
  ),
  mutant(
    "creates-with-a-url-of-its-own",
    "register.creates",
    ({ register }) => ({
      register: { create: (call, owner, url) => register.create(call, owner, `${url}/created`) },
    }),
    also("another URL is stored", "register.stores"),
  ),

  mutant(
    "stores-only-the-origin",
    "register.stores",
    storing((url) => `https://${urlParts(url).authority}`),
    also("nothing but the host is kept", "register.replaces"),
  ),

  mutant(
    "keeps-the-first-url",
    "register.replaces",
    updating((next, current) => ({ ...next, callbackUrl: current.callbackUrl })),
    also("another URL is stored", "register.stores"),
  ),
  mutant(
    "replaces-only-once",
    "register.replaces",
    (rules) => {
      const updates = new Map<bigint, number>();
      return updating((next, current) => {
        const count = (updates.get(current.id) ?? 0) + 1;
        updates.set(current.id, count);
        return count > 1 ? { ...next, callbackUrl: current.callbackUrl } : next;
      })(rules);
    },
    also("another URL is stored", "register.stores"),
  ),
  mutant(
    "appends-new-urls",
    "register.replaces",
    updating((next, current) => ({
      ...next,
      callbackUrl: `${current.callbackUrl},${next.callbackUrl}`.slice(-1024),
    })),
    also("another URL is stored", "register.stores"),
  ),
  mutant(
    "ignores-updates-in-letter-case",
    "register.replaces-near-identical",
    ignoringWhere((next, current) => next !== current && next.toLowerCase() === current.toLowerCase()),
  ),
  mutant(
    "ignores-longer-urls",
    "register.replaces-near-identical",
    ignoringWhere((next, current) => next.startsWith(current)),
  ),
  mutant(
    "ignores-shorter-urls",
    "register.replaces-near-identical",
    ignoringWhere((next, current) => current.startsWith(next)),
  ),
  mutant(
    "ignores-updates-of-the-query",
    "register.replaces-near-identical",
    ignoringWhere((next, current) => withoutQuery(next) === withoutQuery(current)),
  ),
  mutant(
    "ignores-updates-of-a-trailing-slash",
    "register.replaces-near-identical",
    ignoringWhere((next, current) => next.replace(/\/$/, "") === current.replace(/\/$/, "")),
  ),
  mutant(
    "ignores-updates-of-the-last-character",
    "register.replaces-near-identical",
    ignoringWhere((next, current) => next.slice(0, -1) === current.slice(0, -1)),
  ),
  mutant(
    "compares-255-characters-of-urls",
    "register.replaces-near-identical",
    ignoringWhere((next, current) => next.length > 255 && next.slice(0, 255) === current.slice(0, 255)),
    also("long URLs that begin alike are one to it", "callback-url.max-length", "register.replaces"),
  ),
  mutant(
    "refuses-the-same-url",
    "register.same-url-again",
    performing((call, _owner, current) => {
      return current !== undefined && current.callbackUrl === offeredUrl(call)
        ? refusal("already-disabled")
        : undefined;
    }),
    also("a valid URL is refused", "register.accepts"),
  ),
  mutant(
    "removes-the-url-on-the-same-url",
    "register.same-url-again",
    updating((next, current) =>
      next.callbackUrl === current.callbackUrl ? { ...next, callbackUrl: "" } : next,
    ),
    also("another URL is stored", "register.stores"),
  ),
  mutant(
    "ignores-updates-of-disabled-ones",
    "register.replaces-on-disabled",
    updating((next, current) =>
      current.status === 0 ? { ...next, callbackUrl: current.callbackUrl } : next,
    ),
    also("another URL is stored", "register.stores"),
  ),
  mutant(
    "refuses-updates-of-disabled-ones",
    "register.accepts",
    performing((_call, _owner, current) => (current?.status === 0 ? refusal("already-disabled") : undefined)),
    also("nothing can be replaced", "register.replaces-on-disabled"),
  ),
];
