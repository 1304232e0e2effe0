import { type Answer, succeeded } from "../client/answer.ts";
import { queryDraft } from "../client/draft.ts";
import { headerOf } from "../client/infrastructure.ts";
import type { OpenedCourt } from "./open-court.ts";

const NOTICEABLE_OFFSET_MS = 1_500;

/** Signs by the target's own clock, if that turns the refusal of the first merchant's query into a success. */
export async function withTheirClock(court: OpenedCourt, refused: Answer): Promise<Answer> {
  const offsetMs = Date.parse(headerOf(refused.wire, "date") ?? "") - court.means.now();
  if (!(Math.abs(offsetMs) > NOTICEABLE_OFFSET_MS)) return refused;
  court.setClockOffset(offsetMs);
  const answer = await court.means.merchants[0].send(queryDraft("open"));
  if (!succeeded(answer)) court.setClockOffset(0);
  return answer;
}
