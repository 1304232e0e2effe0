import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { Call } from "../../lib/reference/call.ts";
import { type Change, mutant, type Mutant } from "../../lib/reference/mutant.ts";
import type { Rules } from "../../lib/reference/rules/rules.ts";
import { accepting } from "../webhook/callback-url/faults.ts";
import { onlyWhere } from "./only-where.ts";

const STATES = ["none", "enabled", "disabled"] as const;
const MERCHANTS = [0, 1] as const;
/** The first requests of a run do not count as late. */
const LATE_FROM = 300;

/** The requests to which a rule does not apply in a cell, by their time and connection. */
const TIMES = {
  "at any time": () => true,
  "on a new connection": ({ connection }) => connection.requests === 1,
  "on a used connection": ({ connection }) => connection.requests > 1,
  "late in the run": ({ number }) => number >= LATE_FROM,
} as const satisfies Readonly<Record<string, (call: Call) => boolean>>;

/** A state of a configuration, the place of its merchant, and a time. */
interface Cell {
  readonly state: (typeof STATES)[number];
  readonly merchant: (typeof MERCHANTS)[number];
  readonly time: keyof typeof TIMES;
}

/** A group of rules that a server does not apply. */
interface Group {
  readonly name: string;
  readonly breaks: string;
  readonly mode: "api-key" | "signed";
  readonly change: (cell: Cell) => Change;
}

/** Serves the merchant of a cell to requests without a valid key. */
const open =
  (accepts: (key: string) => boolean) =>
  ({ merchant }: Cell): Change =>
  ({ authentication }) => ({
    authentication: {
      authenticate: (call) => {
        const known = authentication.authenticate(call);
        const owner = call.merchants[merchant];
        const isOpen = accepts(call.headers.get("x-api-key") ?? "");
        return "refused" in known && owner !== undefined && isOpen ? owner : known;
      },
    },
  });

const GROUPS: readonly Group[] = [
  { name: "any key", breaks: "api-key.unknown", mode: "api-key", change: open((key) => key !== "") },
  { name: "no key", breaks: "api-key.absent", mode: "api-key", change: open((key) => key === "") },
  {
    name: "any URL",
    breaks: "callback-url.not-a-url",
    mode: "api-key",
    change: () => accepting(() => true, ["not-https", "not-a-url", "url-too-long"]),
  },
  {
    name: "any signature",
    breaks: "signature.wrong",
    mode: "signed",
    change: () => () => ({ signature: { matches: async () => true } }),
  },
  {
    name: "any nonce",
    breaks: "freshness.nonce-replayed",
    mode: "signed",
    change: () => () => ({ signature: { isSpent: () => false } }),
  },
  {
    name: "any timestamp",
    breaks: "freshness.timestamp-too-old",
    mode: "signed",
    change: () => () => ({ signature: { notTooOld: () => true, notTooNew: () => true } }),
  },
  {
    name: "a code in a string",
    breaks: "envelope.code-integer",
    mode: "api-key",
    change:
      () =>
      ({ envelope }) => ({
        envelope: { code: (call, outcome) => JSON.stringify(envelope.code(call, outcome)) },
      }),
  },
];

function isIn({ state, merchant, time }: Cell, call: Call, bad: Rules): boolean {
  const owner = call.merchants[merchant];
  if (owner === undefined || !TIMES[time](call)) return false;
  const stored = call.store.configurationOf(owner.name);
  const now = stored === undefined ? "none" : stored.status === 0 ? "disabled" : "enabled";
  const caller = bad.authentication.authenticate({ ...call, rules: bad });
  return now === state && ("refused" in caller || caller.name === owner.name);
}

/** The reference that breaks a group of rules in one cell alone. */
function mutantOf({ name, breaks, mode, change }: Group, cell: Cell): Mutant {
  const { state, merchant, time } = cell;
  const of = mutant(`${name}, merchant ${merchant + 1}, ${state}, ${time}`, breaks, change(cell), { mode });
  return onlyWhere(of, (call, _rules, bad) => isIn(cell, call, bad));
}

/** Every cell exists but that of a late request without a configuration: the run has created them by then. */
const CELLS: readonly Cell[] = STATES.flatMap((state) =>
  MERCHANTS.flatMap((merchant) =>
    (["at any time", "on a new connection", "on a used connection", "late in the run"] as const)
      .filter((time) => state !== "none" || time !== "late in the run")
      .map((time) => ({ state, merchant, time })),
  ),
);

/**
 * Whether a run sends requests in a cell that break the rules of a group. Without a configuration nothing is accepted
 * that could be sent again with its nonce. No wrong credentials are sent before the first valid register of a run,
 * because they may lock out the first merchant.
 */
function isReached({ name, breaks }: Group, { state, merchant }: Cell): boolean {
  if (state !== "none") return true;
  const isOfCredentials = ["api-key", "signature", "freshness"].includes(areaOf(breaks));
  return name !== "any nonce" && (merchant !== 0 || !isOfCredentials);
}

/** For each group of rules and each cell, the reference that breaks the group there and nowhere else. */
export const cellMutants: readonly Mutant[] = GROUPS.flatMap((group) =>
  CELLS.filter((cell) => isReached(group, cell)).map((cell) => mutantOf(group, cell)),
);
