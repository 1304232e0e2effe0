import type { FoldableAnswers, LoggedAnswer } from "../exchange/answer-log.ts";
import type { Answer } from "../exchange/answer.ts";
import { isWebhookOperation } from "../request/draft.ts";
import { describeJson } from "../json/json.ts";
import { isTelling } from "./shows-the-same.ts";

/** The meaning of an answer to a call of an operation that the document only names; `unclear`: no reliable meaning. */
export type AnswerMeaning = "refused" | "granted" | "unclear";

/** Statuses of 400 and above that do not say whether the call was carried out. */
const UNDECIDED_STATUSES: readonly number[] = [408, 425, 429];
const NO_CODES: readonly string[] = [describeJson(undefined), describeJson(null)];

interface Traits {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly isTelling: boolean;
}

interface Shown {
  readonly codes: Set<string>;
  readonly texts: Set<string>;
  readonly refusals: Traits[];
}

/**
 * Learns from the answers of the webhook operations how a target accepts and rejects, and reads by that the answer to
 * another call. The document does not show such an answer, so its `data` alone decides nothing.
 */
export function foldMeanings(
  answers: FoldableAnswers<Pick<LoggedAnswer, "answer">>,
): (answer: Answer) => AnswerMeaning {
  const shown = answers.fold<Shown>({ codes: new Set(), texts: new Set(), refusals: [] }, addTraits);
  return (answer) => meaningBy(shown(), answer);
}

/** A query shows neither by an object alone: a refusal may hold an empty one. */
function addTraits({ codes, texts, refusals }: Shown, { answer }: Pick<LoggedAnswer, "answer">): void {
  const { draft, envelope } = answer;
  if (!isWebhookOperation(draft) || envelope === undefined) return;
  const isGranted = envelope["data"] === true;
  const isRefusable = draft.expects.startsWith("refused");
  if (isGranted ? draft.expects !== "success" : !isRefusable) return;
  const traits = traitsOf(answer);
  if (isGranted) {
    codes.add(traits.code);
    texts.add(traits.text);
  } else if (draft.label !== "query" || !traits.isTelling) refusals.push(traits);
}

function meaningBy({ codes, texts, refusals }: Shown, answer: Answer): AnswerMeaning {
  const { wire, envelope } = answer;
  const { status, code, text, isTelling: telling } = traitsOf(answer);
  const data = envelope?.["data"];
  const isClientError = status >= 400 && status < 500 && !UNDECIDED_STATUSES.includes(status);
  const hasCodeOfSuccess = envelope !== undefined && codes.has(code);
  const alike = refusals.filter((one) => one.status === status && one.code === code);
  if (data === true && !isSuccess(wire.status)) return "unclear";
  if (isClientError) return hasCodeOfSuccess && telling ? "unclear" : "refused";
  if (!hasCodeOfSuccess) return alike.length > 0 && data !== true ? "refused" : "unclear";
  if (alike.some((one) => one.text === text) && !texts.has(text) && !telling) return "refused";
  if (!isSuccess(status) || data === false) return "unclear";
  const isUsedForBoth = refusals.some((one) => isSuccess(one.status) && one.code === code);
  const isToldByData = telling && !refusals.some((one) => one.isTelling);
  if (isUsedForBoth || NO_CODES.includes(code)) return isToldByData ? "granted" : "unclear";
  return "granted";
}

function traitsOf({ wire, envelope }: Answer): Traits {
  return {
    status: wire.status,
    code: describeJson(envelope?.["code"]),
    text: `${describeJson(envelope?.["msg"])} ${describeJson(envelope?.["message"])}`,
    isTelling: isTelling(envelope?.["data"]),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
