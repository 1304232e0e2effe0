import { fieldOf, type JsonValue, writeJson } from "../../json/json.ts";
import type { Configuration, ConfigurationField } from "../../merchant/configuration.ts";
import type { SeenAnswer } from "./seen-answer.ts";

type Kind = "register" | "disable" | "refusal" | "query" | "several";

/** A field in two readings of one configuration that follow each other, and what came in between. */
export interface FieldStep {
  /** The merchant that read it. */
  readonly caller: string;
  /** `query`: nothing else; `refusal`: refusals alone; `several`: more than one request, one whose effect is open or unknown, or a second disable. */
  readonly by: Kind;
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly isMoved: boolean;
}

/** How a field went on from reading to reading, merchant by merchant, in the order of the run. */
export function fieldSteps(answers: readonly SeenAnswer[], field: ConfigurationField): readonly FieldStep[] {
  const merchants = Map.groupBy(answers, ({ caller }) => caller);
  return [...merchants].flatMap(([caller, own]) =>
    stepsOfOne(own, field).map((step) => ({ caller, ...step })),
  );
}

function stepsOfOne(
  answers: readonly SeenAnswer[],
  field: ConfigurationField,
): readonly Omit<FieldStep, "caller">[] {
  const steps: Omit<FieldStep, "caller">[] = [];
  let before: JsonValue | undefined;
  let stored: Configuration | undefined;
  let between: Kind[] = [];
  let last: Kind = "several";
  for (const answer of answers) {
    const after = valueIn(answer, field);
    if (after === undefined) {
      const kind = kindOf(answer);
      if (kind === "query") continue;
      between.push(kind === "disable" && last === "disable" ? "several" : kind);
      last = kind;
      continue;
    }
    const [by = wasWritten(stored, answer.configuration) ? "several" : "query", ...others] = between;
    if (before !== undefined) {
      const isMoved = writeJson(before) !== writeJson(after);
      const isOneKind = others.every((kind) => kind === "refusal" && by === "refusal");
      steps.push({ by: isOneKind ? by : "several", before, after, isMoved });
    }
    [before, stored, between] = [after, answer.configuration, []];
  }
  return steps;
}

/** Whether a request that is not among the answers has stored something between two readings. */
function wasWritten(before: Configuration | undefined, after: Configuration | undefined): boolean {
  return before?.callbackUrl !== after?.callbackUrl || before?.status !== after?.status;
}

/** The field in the answer to a plain query; undefined: it says nothing of it. */
function valueIn(
  { configuration, expects, overlaps }: SeenAnswer,
  field: ConfigurationField,
): JsonValue | undefined {
  const isTelling = configuration !== undefined && expects === "success" && !overlaps;
  return isTelling ? fieldOf(configuration, field) : undefined;
}

function kindOf({ label, succeeded, overlaps, expects }: SeenAnswer): Kind {
  if (overlaps) return "several";
  if (!succeeded && expects.startsWith("refused")) return "refusal";
  if (label === "query") return "query";
  return succeeded && (label === "register" || label === "disable") ? label : "several";
}
