import type { Plain } from "../../engine/plain.ts";
import { type Answer, describeAnswer, isAbsent } from "../exchange/answer.ts";
import { isObject, describeJson } from "../json/json.ts";
import { leavesIn } from "../json/leaves.ts";
import { typeOf } from "../json/type-of.ts";
import { isList } from "../json/value-at-pointer.ts";
import { isTelling } from "./shows-the-same.ts";

const MAX_POINTERS = 200;

/** The names and types of all that some answers hold in `data`, and no value: they may be a cardholder's. */
export function shapeOf(answers: readonly Answer[]): Plain {
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
export function kindOfData(answer: Answer | undefined): string {
  const data = answer?.envelope?.["data"];
  if (answer === undefined || answer.envelope === undefined) return "no envelope";
  if (isAbsent(data) || data === false)
    return `\`data\` ${data === undefined ? "absent" : describeJson(data)}`;
  if (isList(data)) return data.length === 0 ? "an empty list" : "a list";
  if (isObject(data)) return isTelling(data) ? "an object" : "an object without values";
  return data === true ? "true" : describeAnswer(answer);
}
