import { type Answer, succeeded } from "../../api/exchange/answer.ts";
import { configurationIn } from "../../api/merchant/configuration.ts";
import { queryDraft } from "../../api/request/draft.ts";
import { headerOf } from "../../api/exchange/infrastructure.ts";
import type { Merchant } from "../../api/merchant/merchant.ts";
import { answeredAsNowhere } from "../../api/diagnosis/answered-as-nowhere.ts";
import { clockText } from "../../api/diagnosis/clock-text.ts";
import { diagnoseRefusals } from "../../api/diagnosis/diagnose.ts";
import { type Cause, type Diagnosis, diagnosisText } from "../../api/diagnosis/diagnosis.ts";
import { likeAForgery } from "../../api/diagnosis/ask-merchant.ts";
import { noAnswer } from "../../api/diagnosis/no-answer.ts";
import { notTheApi, wrongBasePath } from "../../api/diagnosis/not-the-api.ts";
import { wordsOf } from "../../api/diagnosis/words-of.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { OpenTarget } from "../../session/open-target.ts";
import { withTheirClock } from "../../session/their-clock.ts";
import { InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import { type DoctorNote, doctorNote } from "./finding.ts";
import { redactorOf } from "../../session/redactor-of.ts";
import { payloadTemplate } from "../../signer/payload-template.ts";

const BASE_PATH = "base path";
/** Causes that lie in baseUrl, not in the credentials. */
const ELSEWHERE: readonly Cause[] = [
  "redirected",
  "http-authentication",
  "server-error",
  "wrong-base-path",
  "web-page",
  "no-envelope",
];

/** Sends one query for each merchant. Examines the first rejection. Writes nothing. */
export async function examineMerchants(target: OpenTarget, profile: Profile): Promise<DoctorNote[]> {
  const findings: DoctorNote[] = [];
  let signed: readonly DoctorNote[] = [];
  for (const [index, merchant] of target.shared.merchants.entries()) {
    const answer = await firstAnswer(target, merchant);
    if ("code" in answer) return [...findings, wrong("answer", answer)];
    const found = await examineCredentials(target, profile, merchant, answer);
    if (index === 0) findings.push(...examineAnswer(target, answer, found));
    findings.push(found);
    if (signed.length === 0 || found.state === "wrong") signed = signedText(profile, merchant.name, answer);
    if (found.state === "wrong") break;
  }
  return [...findings, ...signed];
}

async function firstAnswer(target: OpenTarget, merchant: Merchant): Promise<Answer | Diagnosis> {
  try {
    return await withTheirClock(target, merchant, await merchant.send(queryDraft("open")));
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof Violation)) throw error;
    return noAnswer(merchant.name, error, target.recorder);
  }
}

/** The base path is right if the API answers there, unless the findings about credentials contradict this. */
function examineAnswer(target: OpenTarget, answer: Answer, found: DoctorNote): DoctorNote[] {
  const isApi =
    notTheApi(answer, (text) => target.recorder.redact(text)) === undefined && found.subject !== BASE_PATH;
  const clock = clockText(headerOf(answer.wire, "date"), target.localNow());
  const path = doctorNote(
    "well",
    BASE_PATH,
    `the server answers under ${answer.draft.path} in the format of the API`,
  );
  return [...(isApi ? [path] : []), { state: "noted", subject: "clock", text: clock }];
}

async function examineCredentials(
  target: OpenTarget,
  profile: Profile,
  merchant: Merchant,
  query: Answer,
): Promise<DoctorNote> {
  const subject = merchant.name;
  if (succeeded(query)) {
    const shows =
      configurationIn(query)?.callbackUrl === undefined ? "no configuration yet" : "a configuration";
    return { state: "well", subject, text: `credentials accepted; ${shows}` };
  }
  const patient = { target, merchant, profile };
  if (await answeredAsNowhere(patient, query)) {
    const words = wordsOf(query, (text) => target.recorder.redact(text));
    return wrong(BASE_PATH, wrongBasePath(words));
  }
  if (await likeAForgery(patient, query)) {
    const diagnosis = await diagnoseRefusals(patient, { query });
    return wrong(ELSEWHERE.includes(diagnosis.code) ? BASE_PATH : subject, diagnosis);
  }
  const words = wordsOf(query, (text) => target.recorder.redact(text));
  const text = `API key accepted: a query with it gets a different answer than a query with a wrong key, ${words}`;
  return { state: "well", subject, text };
}

function wrong(subject: string, diagnosis: Diagnosis): DoctorNote {
  return {
    state: "wrong",
    subject,
    code: diagnosis.code,
    text: `${diagnosisText(diagnosis)} (${diagnosis.code})`,
  };
}

/** The signed text of a query, and its signature, for a comparison with the target's own. */
function signedText(profile: Profile, name: string, { request }: Answer): DoctorNote[] {
  const { auth, baseUrl, merchants } = profile;
  const scheme = auth.signature;
  const merchant = merchants.find((one) => one.name === name);
  if (auth.mode !== "signed" || scheme === undefined || merchant === undefined) return [];
  const [timestamp, nonce, signature] = ["x-timestamp", "x-nonce", "x-signature"].map((header) =>
    headerOf(request, header),
  );
  const redactor = redactorOf({ profile });
  const redact = (text: string) => redactor.text(text);
  const made = doctorNote(
    "noted",
    "signature",
    `${redact(signature ?? "")} (${scheme.algorithm ?? `made by ${scheme.module}`}, ${scheme.encoding})`,
  );
  if (scheme.payload === undefined) return [made];
  const bytes = payloadTemplate(scheme.payload).bytes(
    {
      method: request.method,
      path: `${new URL(baseUrl).pathname.replace(/\/$/, "")}${request.path}`,
      query: "",
      timestamp: timestamp ?? "",
      nonce: nonce ?? "",
      apiKey: merchant.apiKey,
    },
    scheme.emptyBodyHash ?? false,
  );
  const shown = redact(bytes.toString("utf8"));
  const text = `${JSON.stringify(shown)} (${bytes.length} bytes, of a query for ${name})`;
  return [{ state: "noted", subject: "signed text", text }, made];
}
