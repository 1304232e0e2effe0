import { InapplicableError, InconclusiveError, Violation } from "../../engine/verdict.ts";
import { describeAnswer } from "../answer.ts";
import type { Context } from "../context.ts";
import { isObject } from "../finding.ts";
import { type JsonValue, readJson } from "../json.ts";
import { isList } from "./records.ts";
import { showsTheSame } from "./shows-the-same.ts";

/** Shorter ones may be anything but an id. */
const MIN_ID_CHARS = 4;

/**
 * A record that a merchant asks for by its id is not shown to another merchant who asks for the same.
 * @throws {Violation} when it is
 */
export function keepsFromOthers(area: string): (context: Context) => Promise<void> {
  return async ({ merchant, rival, operations }) => {
    let asked = 0;
    for (const operation of operations.reading(area)) {
      if (!(await operations.grants(merchant, operation))) continue;
      const { draft, data } = await operations.twin(merchant, operation);
      const shown = new Set(stringsIn(data));
      const ids = idsIn(draft.body).filter((id) => shown.has(id));
      if (ids.length === 0) continue;
      asked += 1;
      const answer = await rival.send({ ...draft, expects: "open" });
      const shownToOther = answer.envelope?.["data"];
      const leaked = stringsIn(shownToOther).find((text) => ids.includes(text));
      if (leaked === undefined || !showsTheSame(data, shownToOther)) continue;
      throw new Violation({
        expected: `the record ${leaked} of merchant ${merchant.name} not to be shown to merchant ${rival.name}`,
        actual: describeAnswer(answer),
        exchange: answer.exchange,
      });
    }
    if (asked > 0) return;
    if (operations.reading(area).length === 0) throw new InapplicableError("No record can be asked for.");
    throw new InconclusiveError(
      `No operation of ${area} was asked for a record by an id that its answer shows: give one in its body (operations).`,
    );
  };
}

function idsIn(body: Uint8Array | undefined): readonly string[] {
  const reading = readJson(body ?? new Uint8Array());
  return (reading.ok ? stringsIn(reading.value) : []).filter(({ length }) => length >= MIN_ID_CHARS);
}

function stringsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (isList(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
