import { InapplicableError, Violation } from "../../engine/record/verdict.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import type { JsonValue } from "../json/json.ts";
import type { OperationsContext } from "./operations-context.ts";
import { attemptAt } from "../refusals/door.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { WITHOUT_KEY } from "../refusals/wrong-keys.ts";
import { operationDoor } from "./refuses.ts";
import { scalarsIn } from "./scalars-in.ts";
import { showsTheSame } from "./shows-the-same.ts";

/** Ids and amounts that no other text has by chance. */
const TELLING_TEXT = /^"(?=[^\d]*\d)[\w.:-]{6,}"$/;
const TELLING_NUMBER = /^-?\d{5,}$/;
const LIKE_A_DATE = /^"\d{4}-\d\d/;
/** A code may be any number, also one of the merchant's amounts. */
const CODE = /"code"\s*:\s*-?\d+/g;
/** Words of a text, where each of these characters belongs to a word or ends it. */
const WORDS = [/\w+/g, /[\w.]+/g, /[\w:]+/g, /[\w-]+/g, /[\w.:]+/g, /[\w.-]+/g, /[\w:-]+/g, /[\w.:-]+/g];

/** The rejections of an area hold nothing of what the same calls show to the merchant. @throws {Violation} */
export function operationRevealsNothing(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    const { merchant, operations } = context;
    let looked = 0;
    for (const operation of operations.reading(area)) {
      if (!(await operations.grants(merchant, operation))) continue;
      if (operations.refusals(operation).length === 0)
        await refuseAttempts([attemptAt(operationDoor(context, operation), WITHOUT_KEY)]);
      const { draft, data } = await operations.twin(merchant, operation);
      if (data === undefined) continue;
      const telling = tellingIn(data, Buffer.from(draft.body ?? "").toString());
      for (const answer of operations.refusals(operation)) {
        looked += 1;
        const isGranted = showsTheSame(data, answer.envelope?.["data"]);
        if (isGranted || firstIn(answer, telling) === undefined) continue;
        const again = await merchant.send(answer.draft);
        const shown = firstIn(again, telling);
        if (shown === undefined) continue;
        throw new Violation({
          expected: `a rejection of ${operation} to show nothing of the merchant, such as ${shown}`,
          actual: describeAnswer(again),
          exchange: again.exchange,
        });
      }
    }
    if (looked === 0) throw new InapplicableError("No call of the area was granted and rejected.");
  };
}

/** Finds texts that only the merchant may know: they are not in the request, and are too specific for chance. */
function tellingIn(data: JsonValue, asked: string): readonly string[] {
  const texts = scalarsIn(data).map(({ text }) => text);
  return texts
    .filter((text) => TELLING_NUMBER.test(text) || (TELLING_TEXT.test(text) && !LIKE_A_DATE.test(text)))
    .map((text) => text.replaceAll('"', ""))
    .filter((text) => !asked.includes(text));
}

/** The first of some texts that an answer has as a word of its own. Undefined: none. */
function firstIn({ wire }: Answer, texts: readonly string[]): string | undefined {
  const whole = Buffer.from(wire.body).toString("utf8").replaceAll(CODE, "");
  const words = new Set(WORDS.flatMap((word) => whole.match(word) ?? []));
  return texts.find((text) => words.has(text));
}
