import { type Answer, configurationIn, succeeded } from "../../client/answer.ts";
import { queryDraft } from "../../client/draft.ts";
import { headerOf } from "../../client/infrastructure.ts";
import type { Merchant } from "../../client/merchant.ts";
import { clockText } from "../../diagnosis/clock-text.ts";
import { diagnose } from "../../diagnosis/diagnose.ts";
import { type Diagnosis, diagnosisText } from "../../diagnosis/diagnosis.ts";
import { likeAForgery } from "../../diagnosis/like-a-forgery.ts";
import { noAnswer } from "../../diagnosis/no-answer.ts";
import { notTheApi } from "../../diagnosis/not-the-api.ts";
import { wordsOf } from "../../diagnosis/words-of.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import type { OpenedCourt } from "../../session/open-court.ts";
import { withTheirClock } from "../../session/their-clock.ts";
import { InconclusiveError, Violation } from "../../verdict.ts";
import type { Finding } from "./finding.ts";
import { signedText } from "./signed-text.ts";

/** One query of each merchant, and of the first that is refused what lies behind it. Nothing is written. */
export async function examineMerchants(court: OpenedCourt, profile: Profile): Promise<Finding[]> {
  const findings: Finding[] = [];
  let signed: readonly Finding[] = [];
  for (const [index, merchant] of court.means.merchants.entries()) {
    const answer = await firstAnswer(court, merchant);
    if ("code" in answer) return [...findings, wrong("answer", answer)];
    if (index === 0) findings.push(...examineAnswer(court, answer));
    const found = await examineCredentials(court, profile, merchant, answer);
    findings.push(found);
    if (signed.length === 0 || found.state === "wrong") signed = signedText(profile, merchant.name, answer);
    if (found.state === "wrong") break;
  }
  return [...findings, ...signed];
}

async function firstAnswer(court: OpenedCourt, merchant: Merchant): Promise<Answer | Diagnosis> {
  try {
    const answer = await merchant.send(queryDraft("open"));
    const isFirst = merchant === court.means.merchants[0];
    return court.signed && isFirst && !succeeded(answer) ? await withTheirClock(court, answer) : answer;
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof Violation)) throw error;
    return noAnswer(merchant.name, error, court.recorder);
  }
}

function examineAnswer(court: OpenedCourt, answer: Answer): Finding[] {
  const isApi = notTheApi(answer, (text) => court.recorder.redact(text)) === undefined;
  const clock = clockText(headerOf(answer.wire, "date"), court.localNow());
  return [
    ...(isApi
      ? [
          {
            state: "well",
            subject: "base path",
            text: `an envelope answers under ${answer.draft.path}`,
          } as const,
        ]
      : []),
    { state: "noted", subject: "clock", text: clock },
  ];
}

async function examineCredentials(
  court: OpenedCourt,
  profile: Profile,
  merchant: Merchant,
  query: Answer,
): Promise<Finding> {
  const subject = merchant.name;
  if (succeeded(query)) {
    const shows =
      configurationIn(query)?.callbackUrl === undefined ? "no configuration yet" : "a configuration";
    return { state: "well", subject, text: `credentials accepted; ${shows}` };
  }
  const patient = { court, merchant, profile };
  if (await likeAForgery(patient, query)) return wrong(subject, await diagnose(patient, { query }));
  const words = wordsOf(query, (text) => court.recorder.redact(text));
  const text = `credentials accepted, as far as a query tells: it is answered otherwise than with wrong ones, ${words}`;
  return { state: "well", subject, text };
}

function wrong(subject: string, diagnosis: Diagnosis): Finding {
  return { state: "wrong", subject, text: `${diagnosisText(diagnosis)} (${diagnosis.code})` };
}
