import { type Observed, summarizeLooks, combineByName } from "../../../engine/observed.ts";
import type { Plain } from "../../../engine/plain.ts";
import { REFUSAL_KINDS } from "./refusal-kind.ts";
import type { SeenAnswer } from "./seen-answer.ts";

const OPERATIONS = ["register", "query", "disable"];

type Read = (seenAnswer: SeenAnswer) => Plain;

/** The content of rejections, for each kind. A request that was accepted is shown as accepted. */
export function byKind(answers: readonly SeenAnswer[], read: Read): Observed & { readonly looks: Looks } {
  return named(REFUSAL_KINDS, (kind) =>
    answers
      .filter((seenAnswer) => seenAnswer.kind === kind)
      .map((seenAnswer) => (seenAnswer.succeeded ? "accepted" : read(seenAnswer))),
  );
}

/** The content of successes, for each operation. */
export function byOperation(
  answers: readonly SeenAnswer[],
  read: Read,
): Observed & { readonly looks: Looks } {
  return named(OPERATIONS, (label) =>
    answers.filter((seenAnswer) => seenAnswer.label === label && isSuccess(seenAnswer)).map(read),
  );
}

/** The same with one value instead of equal ones. */
export function mergeEqual({ looks, stable }: { readonly looks: Looks; readonly stable: boolean }): Observed {
  return { value: combineByName(looks), stable };
}

type Looks = ReadonlyMap<string, Plain>;

function isSuccess({ succeeded, expects }: SeenAnswer): boolean {
  return succeeded && (expects === "success" || expects === "open");
}

function named(
  names: readonly string[],
  looksAt: (name: string) => readonly Plain[],
): Observed & { readonly looks: Looks } {
  const seen = names.flatMap((name) => {
    const looks = looksAt(name);
    return looks.length === 0 ? [] : [[name, summarizeLooks(looks)] as const];
  });
  const looks = new Map(seen.map(([name, { value }]) => [name, value]));
  const value = Object.fromEntries(looks);
  return { value, stable: seen.every(([, { stable }]) => stable), looks };
}
