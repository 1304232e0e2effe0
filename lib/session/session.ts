import type { Requirement } from "./requirement.ts";
import { diagnosisText } from "../api/diagnosis/diagnosis.ts";
import type { JudgedTarget } from "../engine/run/steps.ts";
import { type Calibration, calibrateTarget } from "./calibrate.ts";
import { judge } from "../engine/judge/judge.ts";
import { warningsOf } from "../api/merchant/allowances.ts";
import type { RunExtras } from "./run-extras.ts";
import { areSeparate, joinLane } from "./join-lane.ts";
import { asksMcp, countLanes, merchantsOf } from "./lanes-of.ts";
import { openLanes, type OpenTarget } from "./open-target.ts";
import type { SessionSetup, Substitutes } from "./session-setup.ts";
import { withoutConfiguration } from "../api/exchange/read-only.ts";
import { UnofferedError } from "../engine/record/verdict.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";

export type { SessionSetup };

/** A target being judged, check after check. Judging never throws for the target's fault. */
export interface Session extends Required<JudgedTarget<Requirement, RunExtras>> {
  readonly calibration: Calibration;
}

/** Opens a session and calibrates it: from here on the merchants' configurations are overwritten. */
export async function openSession(
  setup: SessionSetup,
  requirements: readonly Requirement[],
  substitutes?: Substitutes,
): Promise<Session> {
  const { profile } = setup;
  const reception = await receptionOf(setup, substitutes);
  const { receiver } = reception;
  const means = { ...substitutes, ...(receiver && { receiver }) };
  const { target, further, ofMcp } = await openAllLanes(setup, requirements, means);
  let separation: Promise<boolean> | undefined;
  const calibration = await calibrateTarget(target, setup, { requirements, further });
  const { diagnosis } = calibration;
  return {
    async judge(one, only, lane = 0) {
      const judged = asksMcp(one) ? ofMcp : (further[lane - 1] ?? target);
      return judge(profile.run.readOnly ? asQueried(one) : one, judged, only);
    },
    async join(lane) {
      const opened = further[lane - 1];
      separation ??= areSeparate(target, profile, requirements);
      return opened !== undefined && (await separation) && joinLane(opened, target);
    },
    async judgeBroken(one) {
      if (one.observe !== undefined || target.findings.violationOf(one.id) === undefined) return undefined;
      const { check: _, ...heard } = one;
      return judge(heard, target);
    },
    counts: target.allCounts,
    get returned() {
      return target.returned.names;
    },
    get extras() {
      const { coverage, vocabulary } = target.shared.operations;
      const shown = (values: readonly string[]) => values.map((value) => target.recorder.redact(value));
      const words = { types: shown(vocabulary.types), statuses: shown(vocabulary.statuses) };
      return { operations: coverage, words };
    },
    calibration,
    refusal: diagnosis && { code: diagnosis.code, reason: diagnosisText(diagnosis) },
    get noticed() {
      return warningsOf(target.allowances).map(({ code, reason }) => ({
        code,
        reason: target.recorder.redact(reason),
      }));
    },
    get waiting() {
      return target.waiting;
    },
    get sighting() {
      return target.sighting;
    },
    async close() {
      await target.close();
      await reception.close();
    },
  };
}

/** The lanes of a session: the first one, further ones, and that of the MCP service. */
interface SessionLanes {
  readonly target: OpenTarget;
  readonly further: readonly OpenTarget[];
  readonly ofMcp: OpenTarget;
}

async function openAllLanes(...means: Parameters<typeof openLanes>): Promise<SessionLanes> {
  const [{ profile }] = means;
  const openLane = await openLanes(...means);
  const openPair = (lane: number) => openLane({ merchants: merchantsOf(profile, lane), hasMcp: false });
  return {
    target: openPair(0),
    further: Array.from({ length: countLanes(profile) - 1 }, (_, at) => openPair(at + 1)),
    ofMcp: openLane({ merchants: [], hasMcp: true }),
  };
}

/** A requirement as a read-only run decides it. If no answer is relevant, the run sends no write to get one. */
function asQueried(one: Requirement): Requirement {
  const { rule, reads = [], readsOneOf = [] } = one;
  if (rule === undefined) return one;
  const isAboutFields = reads.length > 0 || readsOneOf.length > 0;
  return {
    ...one,
    silence: ({ existedBefore }) => {
      if (existedBefore && isAboutFields) return undefined;
      throw withoutConfiguration();
    },
  };
}

interface Reception extends Pick<Substitutes, "receiver"> {
  close(): Promise<void>;
}

/**
 * Opens the receiver of a session before its first request: a target may verify every callback URL. Its server loads when
 * it is needed.
 */
async function receptionOf(setup: SessionSetup, substitutes: Substitutes = {}): Promise<Reception> {
  const { events } = setup.profile;
  if (substitutes.receiver !== undefined) return { receiver: substitutes.receiver, close: leaveOpen };
  if (events.receiver === null || setup.ephemeral === true) return { close: leaveOpen };
  const { openReceiver } = await import("./open-receiver.ts");
  const receiver = openReceiver(events, substitutes.clock ?? SYSTEM_CLOCK, setup.runId);
  const opened = await receiver.catch(unlessUnoffered);
  return { receiver, close: async () => opened?.close() };
}

async function leaveOpen(): Promise<void> {}

function unlessUnoffered(error: unknown): undefined {
  if (!(error instanceof UnofferedError)) throw error;
}
