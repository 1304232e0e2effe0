import { type Answer, describeAnswer, succeeded } from "../client/answer.ts";
import { queryDraft, registerDraft } from "../client/draft.ts";
import { headerOf } from "../client/infrastructure.ts";
import { InconclusiveError } from "../verdict.ts";
import type { OpenedCourt } from "./open-court.ts";

/** How a target says yes and no. It explains verdicts; nothing is judged by it. */
export interface Calibration {
  /** The answers to a valid register, query and disable, and to a register that must be refused. */
  readonly answers: Readonly<Record<string, string>>;
}

const NOTICEABLE_OFFSET_MS = 1_500;

/**
 * The first requests of a session: what exists, and one call of each kind.
 * While a merchant has no configuration, refusals can be seen to create none.
 */
export async function calibrate(court: OpenedCourt): Promise<Calibration> {
  const answers: Record<string, string> = {};
  const [merchant] = court.means.merchants;
  try {
    await meetAll(court);
    answers["refused register"] = describeAnswer(
      await merchant.send(registerDraft("not a URL", "refused input")),
    );
    answers["register"] = describeAnswer(await merchant.register(court.means.urls.fresh()));
    answers["query"] = describeAnswer(await merchant.query());
    answers["disable"] = describeAnswer(await merchant.disable());
    await merchant.query();
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    answers["obstacle"] = error.message;
  }
  court.means.ledger.settle({ explained: false });
  return { answers };
}

/** Learns what each merchant has. In signed mode a refusal may come from a clock that differs from ours. */
async function meetAll(court: OpenedCourt): Promise<void> {
  const { merchants } = court.means;
  for (const [index, merchant] of merchants.entries()) {
    let answer = await merchant.send(queryDraft("open"));
    if (court.signed && index === 0 && !succeeded(answer)) answer = await withTheirClock(court, answer);
    court.witnesses[index]?.meet(answer);
  }
  court.means.existed = court.witnesses[0]?.absent === false;
}

async function withTheirClock(court: OpenedCourt, refused: Answer): Promise<Answer> {
  const date = Date.parse(headerOf(refused.wire, "date") ?? "");
  const offsetMs = date - Date.now();
  if (!(Math.abs(offsetMs) > NOTICEABLE_OFFSET_MS)) return refused;
  court.setClockOffset(offsetMs);
  return court.means.merchants[0].send(queryDraft("open"));
}
