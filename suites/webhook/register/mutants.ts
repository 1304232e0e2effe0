import { mutant } from "../../../lib/reference/mutant.ts";
import { refusal, success } from "../../../lib/reference/outcome.ts";
import { urlParts } from "../../../lib/reference/url-parts.ts";
import { everyNth, isReused, storing, updating } from "../../../lib/reference/faults.ts";
import { performing, ignoringWhere, offeredUrl, withoutQuery } from "./faults.ts";

export const registerMutants = [
  mutant("answers-false-to-an-update", "register.replaces", ({ register }) => ({
    register: {
      perform: async (call, owner) => {
        const isUpdate = call.store.configurationOf(owner.name) !== undefined;
        const outcome = await register.perform(call, owner);
        return isUpdate && !outcome.refused ? success(false) : outcome;
      },
    },
  })),
  mutant(
    "refuses-a-second-register",
    "register.replaces",
    performing((_call, _owner, current) => (current === undefined ? undefined : refusal("already-disabled"))),
  ),
  mutant("refuses-every-twentieth-register", "register.accepts", (rules) => {
    const now = everyNth(20);
    return performing(() => (now() ? refusal("not-available") : undefined))(rules);
  }),
  mutant(
    "refuses-every-twelfth-register-as-one-without-url",
    "register.accepts",
    (rules) => {
      const now = everyNth(12);
      return performing(() => (now() ? refusal("missing-url") : undefined))(rules);
    },
    { choices: { refusalStatus: "200" } },
  ),
  mutant(
    "refuses-register-on-reused-connections",
    "register.accepts",
    performing((call) =>
      isReused(call) && call.connection.requests % 5 === 0 ? refusal("not-available") : undefined,
    ),
  ),
  mutant("creates-nothing-at-first", "register.creates", (rules) => {
    const seen = new Set<string>();
    return performing((call, { name }) => {
      if (seen.has(name) || typeof rules.register.judge(call) !== "string") return undefined;
      seen.add(name);
      return success(true);
    })(rules);
  }),
  mutant("creates-with-a-url-of-its-own", "register.creates", ({ register }) => ({
    register: { create: (call, owner, url) => register.create(call, owner, `${url}/created`) },
  })),

  mutant(
    "stores-only-the-origin",
    "register.stores",
    storing((url) => `https://${urlParts(url).authority}`),
  ),

  mutant(
    "keeps-the-first-url",
    "register.replaces",
    updating((next, current) => ({ ...next, callbackUrl: current.callbackUrl })),
  ),
  mutant("replaces-only-once", "register.replaces", (rules) => {
    const updates = new Map<bigint, number>();
    return updating((next, current) => {
      const count = (updates.get(current.id) ?? 0) + 1;
      updates.set(current.id, count);
      return count > 1 ? { ...next, callbackUrl: current.callbackUrl } : next;
    })(rules);
  }),
  mutant(
    "appends-new-urls",
    "register.replaces",
    updating((next, current) => ({
      ...next,
      callbackUrl: `${current.callbackUrl},${next.callbackUrl}`.slice(-1024),
    })),
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
  ...Object.entries({ dashes: /[-_]/g, dots: /\./g, blanks: /\+|%20/g }).map(([name, signs]) =>
    mutant(
      `ignores-updates-of-${name}`,
      "register.replaces-near-identical",
      ignoringWhere((next, current) => next.replaceAll(signs, "_") === current.replaceAll(signs, "_")),
    ),
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
  ),
  mutant(
    "refuses-the-same-url",
    "register.same-url-again",
    performing((call, _owner, current) => {
      return current !== undefined && current.callbackUrl === offeredUrl(call)
        ? refusal("already-disabled")
        : undefined;
    }),
  ),
  mutant(
    "removes-the-url-on-the-same-url",
    "register.same-url-again",
    updating((next, current) =>
      next.callbackUrl === current.callbackUrl ? { ...next, callbackUrl: "" } : next,
    ),
  ),
  mutant(
    "ignores-updates-of-disabled-ones",
    "register.replaces-on-disabled",
    updating((next, current) =>
      current.status === 0 ? { ...next, callbackUrl: current.callbackUrl } : next,
    ),
  ),
  mutant(
    "refuses-updates-of-disabled-ones",
    "register.replaces-on-disabled",
    performing((_call, _owner, current) => (current?.status === 0 ? refusal("already-disabled") : undefined)),
  ),
];
