import type { FoldableAnswers, LoggedAnswer } from "../../exchange/answer-log.ts";
import { configurationIn, CONFIGURATION_FIELDS } from "../../merchant/configuration.ts";
import { fieldOf } from "../../json/json.ts";
import { isNamedOnly } from "../../request/draft.ts";

/** Which of the optional fields the answers of a run have shown; null counts as absent. */
export interface ReturnedFields {
  /** In the order in which they were first seen. */
  readonly names: readonly string[];
  /** Whether a field was left out of every answer that could have had it. */
  never(field: string): boolean;
}

interface Shown {
  readonly names: Set<string>;
  configurations: number;
}

const ENVELOPE_FIELDS = ["code", "msg", "message"] as const;

export function foldReturnedFields(answers: FoldableAnswers<Pick<LoggedAnswer, "answer">>): ReturnedFields {
  const shown = answers.fold<Shown>({ names: new Set(), configurations: 0 }, addFields);
  return {
    get names() {
      return [...shown().names];
    },
    never(field) {
      const { names, configurations } = shown();
      return configurations > 0 && !names.has(field);
    },
  };
}

function addFields(shown: Shown, { answer }: Pick<LoggedAnswer, "answer">): void {
  const { envelope, draft } = answer;
  if (envelope === undefined || draft.isAstray === true || isNamedOnly(draft)) return;
  for (const field of ENVELOPE_FIELDS) if (fieldOf(envelope, field) !== undefined) shown.names.add(field);
  const configuration = draft.label === "query" ? configurationIn(answer) : undefined;
  if (configuration === undefined) return;
  shown.configurations += 1;
  for (const field of CONFIGURATION_FIELDS) if (configuration[field] !== undefined) shown.names.add(field);
}
