import { createHash } from "node:crypto";
import * as fc from "fast-check";
import type { GeneratedCase } from "../engine/record/result.ts";
import { AnswerLog } from "../api/exchange/answer-log.ts";
import type { Mcp } from "../mcp/service/mcp.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import { Operations } from "../api/operations/operations.ts";
import type { Claims } from "../api/merchant/merchants-context.ts";
import type { Context } from "./requirement.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import type { RunParts } from "./run-parts.ts";
import type { SessionSetup } from "./session-setup.ts";
import { type Budget, type Depth, Effort } from "../engine/requirement/effort.ts";
import type { RequirementId } from "../engine/requirement/requirement.ts";
import type { StandingRefusal } from "../api/webhook/standing-refusal.ts";
import type { WebhookContext } from "../api/webhook/webhook-context.ts";
import { InapplicableError, Violation } from "../engine/record/verdict.ts";
import { forAll } from "../engine/judge/for-all.ts";
import { locatedCase } from "../engine/record/located.ts";
import type { Findings } from "../engine/record/findings.ts";
import type { EvidenceRecord } from "../engine/record/target.ts";

/** The part of a context that all checks of a lane share. */
export interface Shared
  extends
    Pick<RunParts, "urls" | "operations" | "deliveries" | "findings" | "signer" | "seen">,
    Pick<SessionSetup, "depth" | "seed">,
    Pick<Profile, "pins"> {
  /** The merchants of the lane. Empty: it checks the MCP service alone. */
  readonly merchants: readonly Merchant[];
  /** The API keys of all merchants of the profile. */
  readonly issuedKeys: ReadonlySet<string>;
  readonly refusals: () => readonly StandingRefusal[];
  /** Undefined: the profile has none. */
  readonly mcp: Mcp | undefined;
  readonly claims: Claims;
  readonly measures: Context["measures"];
  readonly now: () => number;
  readonly lag: WebhookContext["readLag"];
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a configuration existed before the run. */
  readonly existedBefore: () => boolean;
  readonly decideByListening: (requirement: RequirementId, context: Context) => void;
}

/** How often the second round of a check repeats, by the depth of the run. It tries the same items of each list. */
const DEPTH_OF_SECOND_ROUND: Readonly<Record<Depth, Depth | undefined>> = {
  quick: undefined,
  standard: "quick",
  deep: "standard",
};

/** How one check is carried out. */
export interface Trial {
  readonly record: EvidenceRecord;
  /** Run this generated case alone. */
  readonly only: GeneratedCase | undefined;
}

/** A round of a check: how often it repeats, and how far it has come. */
interface Round {
  readonly effort: Effort;
  readonly isSecond: boolean;
  /** The uses of generated inputs so far. */
  samples: number;
  listening: boolean;
}

/** A check, and its current round. */
interface Checking {
  readonly shared: Shared;
  readonly requirement: RequirementId;
  readonly trial: Trial;
  readonly round: Round;
}

/** Builds the context of one check. */
export function contextOf(shared: Shared, requirement: RequirementId, trial: Trial): SessionContext {
  const round = { effort: new Effort(shared.depth), isSecond: false, samples: 0, listening: false };
  return contextIn({ shared, requirement, trial, round });
}

type SessionContext = Context & { readonly listening: boolean };

function contextIn(checking: Checking): SessionContext {
  const { shared, requirement, trial, round } = checking;
  const { merchants, mcp, findings, sleep } = shared;
  const context: SessionContext = {
    ...commonMeans(shared),
    get merchant() {
      return merchants[0] ?? cannotJudge(requirement, "the profile has no merchant");
    },
    get rival() {
      return merchants[1] ?? cannotJudge(requirement, "its row does not say that it needs a second merchant");
    },
    get mcp() {
      return mcp ?? cannotJudge(requirement, "its row does not say that it needs an MCP service");
    },
    others: merchants.slice(1, 2),
    effort: round.effort,
    isSecondRound: round.isSecond,
    get secondRound() {
      return secondRoundOf(checking);
    },
    get refusals() {
      return shared.refusals();
    },
    get existedBefore() {
      return shared.existedBefore();
    },
    get listening() {
      return round.listening;
    },
    listen: () => void (round.listening = true),
    probes: (part) => !round.effort.isQuick || isPinned(shared.pins[requirement], part),
    sent: () => trial.record.exchanges.length,
    forAll: async (...given) => generate(checking, ...given),
    decideByListening: () => shared.decideByListening(requirement, context),
    wasKept: (other) => findings.timesKept(other) > 0,
    pause: async (ms) => sleep(ms),
    timestamp: (offsetSeconds) => timestampIn(shared, offsetSeconds),
  };
  return context;
}

/** The means that every check of a lane uses as they are. */
function commonMeans({ issuedKeys, urls, operations, deliveries, claims, seen, measures, lag }: Shared) {
  return { issuedKeys, urls, operations, deliveries, claims, seen, measures, readLag: lag };
}

function cannotJudge(requirement: RequirementId, why: string): never {
  throw new Error(`Cannot judge ${requirement}: ${why}`);
}

function isPinned(pin: unknown, part: string): boolean {
  return typeof pin === "object" && pin !== null ? Object.hasOwn(pin, part) : pin !== undefined;
}

function timestampIn({ signer, now }: Shared, offsetSeconds: number): string {
  if (signer === undefined) throw new InapplicableError("Requests are not signed.");
  return signer.timestampOf(now() + offsetSeconds * 1000);
}

/** Without operations: their records belong to the first merchant alone. */
function secondRoundOf({ shared, requirement, trial, round }: Checking): SessionContext | undefined {
  const depth = DEPTH_OF_SECOND_ROUND[shared.depth];
  if (depth === undefined) return undefined;
  const [merchant, rival] = shared.merchants;
  const merchants = [rival, merchant].filter((one) => one !== undefined);
  const operations = new Operations({}, new AnswerLog());
  const effort = new Effort(depth, shared.depth);
  return contextIn({
    shared: { ...shared, merchants, operations, urls: shared.urls.ofSecondRound() },
    requirement,
    trial,
    round: { effort, isSecond: true, samples: round.samples, listening: false },
  });
}

async function generate<T>(
  { shared, requirement, trial, round }: Checking,
  inputs: fc.Arbitrary<T>,
  body: (input: T) => Promise<void>,
  cases?: Budget,
): Promise<void> {
  round.samples += 1;
  const { samples: use, effort } = round;
  const { only } = trial;
  if (only !== undefined && only.use !== use) return;
  await forAll({
    inputs,
    use,
    runs: cases === undefined ? effort.cases : effort.at(cases),
    seed: seedOf(shared.seed, `${requirement}#${use}`),
    path: only?.path,
    maxShrinks: effort.shrinks,
    body: async (input) =>
      locatedCase(trial.record, async () => {
        const heardBefore = shared.findings.claimable.length;
        await body(input);
        if (round.listening) raiseNews(shared.findings, heardBefore);
      }),
  });
}

/** The first violation that this case of a listening check has shown. Earlier violations belong to other cases. */
function raiseNews({ claimable }: Findings, heardBefore: number): void {
  const first = claimable[heardBefore];
  if (first !== undefined) throw new Violation(first.evidence, first.requirement);
}

/** Derives a seed for each use, so that a new check does not change the inputs of the others. */
function seedOf(runSeed: number, use: string): number {
  return createHash("sha256").update(`${runSeed}:${use}`).digest().readInt32BE(0);
}
