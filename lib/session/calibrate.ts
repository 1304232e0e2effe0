import { type Answer, describeAnswer, succeeded } from "../api/exchange/answer.ts";
import { disableDraft, queryDraft, registerDraft } from "../api/request/draft.ts";
import { firstEvent } from "../api/events/deliveries/registration.ts";
import type { Diagnosis } from "../api/diagnosis/diagnosis.ts";
import { provenSetting } from "../api/diagnosis/diagnose-signature.ts";
import { nothingAccepted } from "../api/diagnosis/nothing-accepted.ts";
import type { Patient } from "../api/diagnosis/patient.ts";
import type { Requirement } from "./requirement.ts";
import { Effort } from "../engine/requirement/effort.ts";
import { InconclusiveError, Violation } from "../engine/record/verdict.ts";
import { temptingUrl } from "../api/webhook/inputs/callback-url.ts";
import { firstRegister, laterRegister, preferBase } from "./callback-base.ts";
import { obstacleOf } from "./join-lane.ts";
import type { OpenTarget } from "./open-target.ts";
import { newcomersOf, refuseFirst, refuseImpostors, refuseInvalid } from "./refused-first.ts";
import type { SessionSetup } from "./session-setup.ts";
import { withTheirClock } from "./their-clock.ts";

/** How a target says yes and no. It explains verdicts; nothing is judged by it. */
export interface Calibration {
  /** The answers to a valid register and query, and to a register that must be refused. */
  readonly answers: Readonly<Record<string, string>>;
  /** Why the target accepts no valid request of a merchant. If present, no check runs. */
  readonly diagnosis?: Diagnosis;
}

export interface CalibrationTerms {
  readonly requirements: readonly Requirement[];
  readonly further: readonly OpenTarget[];
}

/** Enough to see whether the answer is always the same. */
const DISABLES_OF_NOTHING = 2;

/**
 * The first requests of a session: what exists, and one call of each kind but disable, which some targets cannot undo.
 * While a merchant has no configuration, refusals can be seen to create none, and a disable has nothing to undo.
 */
export async function calibrateTarget(
  target: OpenTarget,
  {
    profile,
    sparesMerchants = false,
    hasEvents = false,
  }: Pick<SessionSetup, "profile" | "sparesMerchants" | "hasEvents">,
  { requirements, further }: CalibrationTerms,
): Promise<Calibration> {
  const answers: Record<string, string> = {};
  let diagnosis: Diagnosis | undefined;
  const { merchants, urls, findings, deliveries } = target.shared;
  const [merchant] = merchants;
  if (merchant === undefined || sparesMerchants) return { answers };
  if (!merchant.mayWrite) return { answers: await readOnlyAnswers(target) };
  try {
    await preferBase({ profile, urls, deliveries });
    const met = await meetAll(target);
    const [query] = met;
    await Promise.all(further.map(meetAll));
    answers["refused register"] = describeAnswer(await refuseInvalid(merchant, target));
    await refuseFirst(target, requirements, met);
    if (!target.shared.existed) {
      for (let time = 0; time < DISABLES_OF_NOTHING; time += 1) await merchant.send(disableDraft("open"));
    }
    const { where } = urls;
    const register = await firstRegister(merchant, { profile, urls, deliveries, hasEvents });
    answers["register"] = describeAnswer(register);
    await meetThoseWithout(target, register);
    diagnosis = await diagnosisOf({ register, query }, { target, merchant, profile });
    if (succeeded(register)) {
      await merchant.query();
      if (hasEvents) await obstacleOf(async () => firstEvent(deliveries, merchant));
      await laterRegister(merchant, urls, where);
    }
    const after = await merchant.query();
    answers["query"] = describeAnswer(after);
    if (target.signed && succeeded(register) && !succeeded(after))
      diagnosis = await provenSetting({ target, merchant, profile }, { query: after, refusal: after });
    if (diagnosis === undefined) {
      await refuseImpostors(target, requirements);
      await createTogether(target);
    }
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof Violation)) throw error;
    answers["stopped by"] = error.message;
  }
  findings.settle({ explained: false });
  return { answers, ...(diagnosis !== undefined && { diagnosis }) };
}

/** The first requests of a read-only session: one query of each merchant. */
async function readOnlyAnswers(target: OpenTarget): Promise<Calibration["answers"]> {
  try {
    const [query] = await meetAll(target);
    return query === undefined ? {} : { query: describeAnswer(query) };
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof Violation)) throw error;
    return { "stopped by": error.message };
  } finally {
    target.shared.findings.settle({ explained: false });
  }
}

/** Queries the configuration of each merchant. */
async function meetAll(target: OpenTarget): Promise<readonly Answer[]> {
  const { merchants } = target.shared;
  const answers: Answer[] = [];
  for (const [index, merchant] of merchants.entries()) {
    const answer = await withTheirClock(target, merchant, await merchant.send(queryDraft("open")));
    const exchange = target.recorder.log.at(answer.exchange);
    if (exchange !== undefined) target.models[index]?.meet(answer, exchange);
    answers.push(answer);
  }
  target.shared.existed = target.models[0]?.known.absent === false;
  return answers;
}

/**
 * Queries the merchants without a configuration again, after one merchant got its own. It leaves out a merchant whose
 * register was accepted: that configuration is read next.
 */
async function meetThoseWithout({ shared, models }: OpenTarget, register: Answer): Promise<void> {
  for (const [index, merchant] of shared.merchants.entries()) {
    const isCreated = index === 0 && succeeded(register);
    if (models[index]?.known.absent === true && !isCreated) await merchant.send(queryDraft("open"));
  }
}

/**
 * Lets the first register of the second merchant overlap an update of the first merchant. Its URL contains everything that
 * a target may alter. The rules judge what query shows afterwards. Quick depth leaves this out, because its checks of
 * credentials need a merchant without a configuration.
 */
async function createTogether(target: OpenTarget): Promise<void> {
  const { merchants, urls, depth } = target.shared;
  const [merchant] = merchants;
  const newcomers = newcomersOf(target).filter((one) => one !== merchant);
  if (new Effort(depth).isQuick || merchant === undefined || newcomers.length === 0) return;
  await Promise.all([
    merchant.send({ ...registerDraft(urls.fresh()), lane: "beside" }),
    ...newcomers.map(async (one) => one.tries(temptingUrl(urls))),
  ]);
  for (const one of [merchant, ...newcomers]) await one.query();
}

/** Explains why the first merchant's registers are rejected. The others keep no configuration, for the checks of its creation. */
async function diagnosisOf(
  { query, register }: { readonly query: Answer | undefined; readonly register: Answer },
  patient: Patient,
): Promise<Diagnosis | undefined> {
  if (query === undefined || succeeded(register)) return undefined;
  return nothingAccepted(patient, { query, register });
}
