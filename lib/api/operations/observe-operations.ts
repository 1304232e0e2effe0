import { askTwice, summarizeLooks } from "../../engine/judge/observed.ts";
import type { Observed } from "../../engine/requirement/parts.ts";
import type { Plain } from "../../engine/requirement/plain.ts";
import { InapplicableError, UnofferedError } from "../../engine/record/verdict.ts";
import { exampleOf } from "../../profile/needs/needs.ts";
import { answerIfAny } from "../exchange/answer-if-any.ts";
import { type Answer, describeAnswer, isAbsent } from "../exchange/answer.ts";
import { describeJson, isObject } from "../json/json.ts";
import { leavesIn } from "../json/leaves.ts";
import { typeOf } from "../json/type-of.ts";
import { isList } from "../json/value-at-pointer.ts";
import { WITHOUT_KEY } from "../refusals/wrong-keys.ts";
import type { Draft } from "../request/draft.ts";
import { otherBody } from "./amiss-of.ts";
import type { OperationsContext } from "./operations-context.ts";
import { isTelling } from "./shows-the-same.ts";

/** Observes twice the answers of the operations of an area that change nothing. All parts of a run share these looks. */
export function seeAnswers(
  area: string,
  see: (answers: readonly Answer[], operations: OperationsContext["operations"]) => Plain,
): ReturnType<typeof askTwice<OperationsContext>> {
  return askTwice<OperationsContext>(async ({ merchant, operations }, look) => {
    const answers: Answer[] = [];
    for (const operation of offered(operations, area))
      answers.push(...(await operations.look(merchant, operation, look)));
    return see(answers, operations);
  });
}

/** The shape of what each operation of an area answers that changes nothing. */
export function shapesOf(area: string): ReturnType<typeof seeAnswers> {
  return seeAnswers(area, (answers) => {
    const grouped = Map.groupBy(answers, ({ draft }) => draft.label);
    return Object.fromEntries([...grouped].map(([name, members]) => [name, shapeOf(members)]));
  });
}

/**
 * Observes the answers of an operation that changes nothing to an empty body, with an API key and without one: the only question
 * where the profile gives no body. Without a twin a rejection proves little, so no target fails by it.
 */
export function emptyBody(name: string): ReturnType<typeof askTwice<OperationsContext>> {
  return askTwice<OperationsContext>(async ({ merchant, operations }) => {
    const draft = operations.withEmptyBody(name);
    const { tamper, lane } = WITHOUT_KEY;
    const withKey = await kindOfAnswer(merchant, draft);
    return { withKey, withoutKey: await kindOfAnswer(merchant, { ...draft, tamper, lane }) };
  });
}

/** Whether such an operation is there is not known. */
async function kindOfAnswer(merchant: OperationsContext["merchant"], draft: Draft): Promise<Plain> {
  const answer = await answerIfAny(merchant, draft);
  return answer === undefined ? "not answered" : kindOfData(answer);
}

/** Observes the answer of an operation that changes nothing about a record that does not exist. */
export function otherRecord(operation: string): ReturnType<typeof askTwice<OperationsContext>> {
  return askTwice<OperationsContext>(async ({ merchant, operations }) => {
    offered(operations, operation);
    const { draft } = await operations.twin(merchant, operation);
    const body = otherBody(draft.body);
    if (body === undefined) throw new InapplicableError("The body in the profile names no record.");
    return kindOfData(await merchant.send({ ...draft, body, expects: "open" }));
  });
}

/** @throws {UnofferedError} where the profile has no example */
function offered(operations: OperationsContext["operations"], name: string): readonly string[] {
  const names = operations.reading(name);
  if (names.length > 0) return names;
  const { field, what } = exampleOf(name);
  throw new UnofferedError(field, `The profile has no ${what.replace("an ", "")} that changes nothing.`);
}

/**
 * The path of each operation of an area, and the shape of what a valid call was answered in the run. Nothing is sent:
 * the call may have an effect for good.
 * @throws {InapplicableError} when none was answered
 */
export function shownByTheRun(
  area: string,
): (context: Pick<OperationsContext, "operations">) => Promise<Observed> {
  return async ({ operations }) => {
    const answers = operations.answered(area);
    if (answers.length === 0)
      throw new InapplicableError(
        "Only a call with a lasting effect shows it, and an observation never sends one.",
      );
    return Promise.resolve(
      summarizeLooks([Object.fromEntries(answers.map((answer) => [answer.draft.path, shapeOf([answer])]))]),
    );
  };
}

const MAX_POINTERS = 200;

/** The names and types of all that some answers hold in `data`, and no value: they may be a cardholder's. */
function shapeOf(answers: readonly Answer[]): Plain {
  const granted = answers.map(({ envelope }) => envelope?.["data"]).filter(isTelling);
  if (granted.length === 0) return kindOfData(answers[0]);
  const types = new Map<string, Set<string>>();
  for (const data of granted)
    for (const { place, value } of leavesIn(data)) {
      const known = types.get(place) ?? new Set();
      types.set(place, known.add(typeOf(value)));
    }
  const shown = [...types].slice(0, MAX_POINTERS);
  return Object.fromEntries(
    shown.map(([place, named]) => [place === "" ? "/" : place, [...named].toSorted().join(" or ")]),
  );
}

/** Describes an answer without records in a few words. */
function kindOfData(answer: Answer | undefined): string {
  const data = answer?.envelope?.["data"];
  if (answer === undefined || answer.envelope === undefined) return "no envelope";
  if (isAbsent(data) || data === false)
    return `\`data\` ${data === undefined ? "absent" : describeJson(data)}`;
  if (isList(data)) return data.length === 0 ? "an empty list" : "a list";
  if (isObject(data)) return isTelling(data) ? "an object" : "an object without values";
  return data === true ? "true" : describeAnswer(answer);
}
