import { InapplicableError, UnofferedError, Violation } from "../../engine/record/verdict.ts";
import { operationField } from "../../profile/needs/needs.ts";
import { describeAnswer } from "../exchange/answer.ts";
import type { OperationsContext } from "./operations-context.ts";
import { type JsonValue, readJson } from "../json/json.ts";
import { scalarsIn } from "./scalars-in.ts";
import { showsTheSame } from "./shows-the-same.ts";

/** Shorter ones may be anything but an id. */
const MIN_ID_CHARS = 4;

/**
 * A record that a merchant asks for by its id is not shown to another merchant who asks for the same.
 * @throws {Violation} when it is
 * @throws {UnofferedError} when no body of the profile names a record
 */
export function keepsFromOthers(area: string): (context: OperationsContext) => Promise<void> {
  return async ({ merchant, rival, operations }) => {
    let asked = 0;
    for (const operation of operations.reading(area)) {
      if (!(await operations.grants(merchant, operation))) continue;
      const { draft, data } = await operations.twin(merchant, operation);
      const shown = new Set(textsIn(data));
      const ids = idsIn(draft.body).filter((id) => shown.has(id));
      if (ids.length === 0) continue;
      asked += 1;
      const answer = await rival.send({ ...draft, expects: "open" });
      const shownToOther = answer.envelope?.["data"];
      const leaked = textsIn(shownToOther).find((text) => ids.includes(text));
      if (leaked === undefined || !showsTheSame(data, shownToOther)) continue;
      throw new Violation({
        expected: `the record ${leaked} of merchant ${merchant.name} not to be shown to merchant ${rival.name}`,
        actual: describeAnswer(answer),
        exchange: answer.exchange,
      });
    }
    if (asked > 0) return;
    const [first] = operations.reading(area);
    if (first === undefined) throw new InapplicableError("No record can be asked for.");
    throw new UnofferedError(
      operationField(first),
      `No operation of ${area} was asked for a record by an id of ${MIN_ID_CHARS} characters or more that its answer shows: give one in its body (operations).`,
    );
  };
}

/** As JSON. */
function idsIn(body: Uint8Array | undefined): readonly string[] {
  const reading = readJson(body ?? new Uint8Array());
  return textsIn(reading.ok ? reading.value : undefined).filter(
    (text) => text.replaceAll('"', "").length >= MIN_ID_CHARS,
  );
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return scalarsIn(value).map(({ text }) => text);
}
