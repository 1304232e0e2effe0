import { succeeded } from "../api/exchange/answer.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import { sendTogether } from "../api/merchant/send-together.ts";
import { registerDraft } from "../api/request/draft.ts";
import type { CallbackUrls } from "../api/webhook/model/callback-urls.ts";
import { thrownBy } from "../engine/judge/outcome.ts";
import { InapplicableError, InconclusiveError, UnofferedError, Violation } from "../engine/record/verdict.ts";
import { whyUnjudged } from "../engine/plan/why-unjudged.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import type { OpenTarget } from "./open-target.ts";
import type { Requirement } from "./requirement.ts";
import { contextOf } from "./session-context.ts";

const OF_THE_TARGET = [Violation, InconclusiveError, InapplicableError, UnofferedError];

/**
 * Whether merchants leave each other alone, so that their lanes can go on at once. Tries the checks that lanes
 * presume, at quick depth. The run checks the same requirements later at its own depth.
 */
export async function areSeparate(
  target: OpenTarget,
  profile: Profile,
  requirements: readonly Requirement[],
): Promise<boolean> {
  const { shared, recorder } = target;
  const presumed = requirements.filter((one) => one.separates === true);
  for (const one of presumed.filter((row) => whyUnjudged(row, profile) === undefined)) {
    target.begin(one.id);
    const context = contextOf({ ...shared, depth: "quick" }, one.id, {
      record: recorder,
      only: undefined,
    });
    const error = await obstacleOf(async () => one.check?.(context));
    shared.findings.settle({ explained: error instanceof Violation });
    if (error !== undefined) return false;
  }
  return true;
}

/** A target that has stored two configurations of one merchant may show each of them in turn. */
const READINGS = 2;

/**
 * Opens a further lane: registers a first callback URL for each of its merchants, and two for one of them, all at the same
 * time. The rules judge what query shows afterwards. So no request of the lane meets a merchant without a configuration: the first lane checks that.
 * @returns whether it can judge: its registers are accepted, and leave the first lane as it is
 */
export async function joinLane(lane: OpenTarget, first: OpenTarget): Promise<boolean> {
  const { merchants, urls } = lane.shared;
  const [other] = first.shared.merchants;
  if (other === undefined) return false;
  let isJoined = false;
  await obstacleOf(async () => {
    const before = await other.settled();
    if (!(await registerAtOnce(merchants, urls))) return;
    for (let reading = 0; reading < READINGS; reading += 1)
      for (const merchant of merchants) await merchant.configuration();
    const after = await other.configuration();
    isJoined = after.callbackUrl === before.callbackUrl;
  });
  lane.shared.findings.settle({ explained: false });
  return isJoined;
}

/** Whether each merchant has a configuration now: of two registers of one merchant at once, one may be rejected. */
async function registerAtOnce(
  [one, ...others]: readonly Merchant[],
  urls: Pick<CallbackUrls, "fresh">,
): Promise<boolean> {
  if (one === undefined) return false;
  const twice = [urls.fresh(), urls.fresh()].map((url) => ({ merchant: one, draft: registerDraft(url) }));
  const once = others.map(async (other) =>
    other.send({ ...registerDraft(urls.fresh()), lane: `first-of-${other.name}` }),
  );
  const [overlapping, ...answers] = await Promise.all([sendTogether(twice), ...once]);
  const isCreated = overlapping.some(({ answer }) => answer !== undefined && succeeded(answer));
  return isCreated && answers.every(succeeded);
}

/** Runs a part of the opening. @returns what ended it early at the target; a defect of the suite is thrown on */
export async function obstacleOf(run: () => Promise<void>): Promise<unknown> {
  const error = await thrownBy(run);
  if (error === undefined || OF_THE_TARGET.some((kind) => error instanceof kind)) return error;
  throw error;
}
