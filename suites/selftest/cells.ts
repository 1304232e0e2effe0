import { catalogue } from "../../lib/cli/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { Call } from "../../lib/reference/call.ts";
import { OPERATIONS, type Operation } from "../../lib/api/request/draft.ts";
import { type Change, mutant, type Mutant, replaceRules } from "../../lib/reference/mutant.ts";
import type { Rules } from "../../lib/reference/rules/rules.ts";
import { isInSample } from "./is-in-sample.ts";

/** Whether a server is wrong for a request. `rules` are those of a conformant server, `bad` those of the mutant. */
type IsWrong = (call: Call, rules: Rules, bad: Rules) => boolean;

/** The mutant that is wrong for some requests alone. The server decides this once for each request. */
function onlyWhere(of: Mutant, isWrong: IsWrong): Mutant {
  return {
    ...of,
    apply(rules) {
      const bad = of.apply(rules);
      const decided = new WeakMap<Call, Call>();
      const decide = (call: Call) => {
        const known = decided.get(call) ?? (isWrong(call, rules, bad) ? { ...call, rules: bad } : call);
        decided.set(call, known);
        return known;
      };
      const flowOf = (call: Call) => (call.rules === bad ? bad : rules).flow;
      return replaceRules(rules, {
        flow: {
          perform: async (call) => flowOf(decide(call)).perform(decide(call)),
          respond: async (call, outcome) => flowOf(decide(call)).respond(decide(call), outcome),
        },
      });
    },
  };
}

const STATES = ["none", "enabled", "disabled"] as const;
const MERCHANTS = [0, 1] as const;
/** The first requests of a run do not count as late. */
const LATE_FROM = 300;

/** The requests to which a requirement does not apply in a cell, by their time and connection. */
const TIMES = {
  "on a new connection": ({ connection }) => connection.requests === 1,
  "on a used connection": ({ connection }) => connection.requests > 1,
  "late in the run": ({ number }) => number >= LATE_FROM,
} as const satisfies Readonly<Record<string, (call: Call) => boolean>>;

/** A door, a state of a configuration, the place of its merchant, and a time. Two of them matter. */
interface Cell {
  readonly door?: Operation;
  readonly state?: (typeof STATES)[number];
  readonly merchant?: (typeof MERCHANTS)[number];
  readonly time?: keyof typeof TIMES;
}

/** Serves the merchant of a cell, or the first one, to requests without a valid key. */
const open =
  (accepts: (key: string) => boolean) =>
  ({ merchant = 0 }: Cell): Change =>
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

/** Replaces the first mutants of some requirements, which concern one merchant only. */
const CHANGES: Readonly<Record<string, (cell: Cell) => Change>> = {
  "api-key.absent": open((key) => key === ""),
  "api-key.empty": open((key) => key === ""),
  "api-key.unknown": open((key) => key !== ""),
  "freshness.nonce-replayed": () => () => ({ signature: { isSpent: () => false } }),
};

function isIn({ door, state, merchant, time }: Cell, call: Call, bad: Rules): boolean {
  if (time !== undefined && !TIMES[time](call)) return false;
  if (door !== undefined && call.operation !== `webhook/${door}`) return false;
  const caller = bad.authentication.authenticate({ ...call, rules: bad });
  return call.merchants.some((owner, place) => {
    const stored = call.store.configurationOf(owner.name);
    const now = stored === undefined ? "none" : stored.status === 0 ? "disabled" : "enabled";
    const isOwner = "refused" in caller || caller.name === owner.name;
    return isOwner && (state ?? now) === now && (merchant ?? place) === place;
  });
}

/** The first mutant of a requirement, in one cell only. */
function mutantIn(first: Mutant, cell: Cell): Mutant {
  const { breaks, mode } = first;
  const change = CHANGES[breaks]?.(cell);
  const where = [
    cell.merchant === undefined ? [] : `merchant ${cell.merchant + 1}`,
    cell.state ?? [],
    cell.time ?? [],
    cell.door ?? [],
  ];
  const name = `${breaks}, ${where.flat().join(", ")}`;
  const of = change === undefined ? first : mutant(name, breaks, change, mode && { mode });
  return onlyWhere({ ...of, name }, (call, _rules, bad) => isIn(cell, call, bad));
}

const FACTORS: { readonly [Factor in keyof Cell]-?: readonly Cell[] } = {
  door: OPERATIONS.map((door) => ({ door })),
  state: STATES.map((state) => ({ state })),
  merchant: MERCHANTS.map((merchant) => ({ merchant })),
  time: [{ time: "on a new connection" }, { time: "on a used connection" }, { time: "late in the run" }],
};

/** Each value of each factor with each value of each other factor. */
const CELLS: readonly Cell[] = Object.values(FACTORS).flatMap((values, at, factors) =>
  factors
    .slice(at + 1)
    .flatMap((others) => values.flatMap((one) => others.map((other) => ({ ...one, ...other })))),
);

/**
 * Whether a run sends requests in a cell that break a requirement. Only register has a body: the cells without a door are enough
 * for what concerns bodies. A run has created the configurations when a request is late. Before that it sends no wrong
 * credentials, because they may lock out the first merchant.
 */
function isReached(breaks: string, { door, state, time }: Cell): boolean {
  const isOfCredentials = ["api-key", "signature", "freshness"].includes(areaOf(breaks));
  if (door !== undefined && (!isOfCredentials || breaks === "signature.covers-body")) return false;
  return state !== "none" || (time !== "late in the run" && !isOfCredentials);
}

/** The first mutant of each requirement that says what is refused in every state. */
const firstMutants: readonly Mutant[] = catalogue.requirements
  .filter((one) => (one.refusedFirst ?? one.refusedCredentials ?? one.refusedReplays) !== undefined)
  .filter(({ level }) => level !== "advisory")
  .flatMap(({ id }) => mutants.find(({ breaks, beyondWebhooks }) => breaks === id && !beyondWebhooks) ?? []);

/** For each requirement and each cell, the reference that breaks the requirement there and nowhere else. */
export const cellMutants: readonly Mutant[] = firstMutants.flatMap((first) =>
  CELLS.filter((cell) => isReached(first.breaks, cell)).map((cell) => mutantIn(first, cell)),
);

/** The areas in which a rule of one merchant shows nothing of another. Wrong credentials belong to no merchant. */
const OF_ONE_MERCHANT = ["register", "callback-url", "dialects", "query", "disable"];
/** They cannot be wrong for the second merchant alone: wrong keys belong to no merchant, and one is of the first merchant. */
const NEVER_OF_THE_SECOND = [
  "accepts-any-key-while-disabled",
  "takes-anything-of-the-first-merchant-at-first",
];

/** Some mutants of these areas that are no mere warning, each wrong for the second merchant alone. */
export const secondMerchantMutants: readonly Mutant[] = mutants
  .filter(({ breaks }) => OF_ONE_MERCHANT.includes(areaOf(breaks)))
  .filter(({ breaks }) => catalogue.find(breaks)?.level !== "advisory")
  .filter(({ name }) => !NEVER_OF_THE_SECOND.includes(name) && isInSample(name, 12))
  .map((one) =>
    onlyWhere(one, (call, { authentication }) => {
      const caller = authentication.authenticate(call);
      return !("refused" in caller) && caller.name === call.merchants[1]?.name;
    }),
  );
