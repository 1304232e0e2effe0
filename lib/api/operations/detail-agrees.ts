import { InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import type { Answer } from "../exchange/answer.ts";
import type { OperationsContext } from "./operations-context.ts";
import { type JsonObject, describeJson, readJson } from "../json/json.ts";
import { findDisagreement, sameRecord } from "./find-disagreement.ts";
import { scalarsIn } from "./scalars-in.ts";

const QUERY = "transaction/query";
const DETAIL = "transaction/detail";
/** A transaction may change between two readings, but not between each two. The first look is at what was read before. */
const LOOKS = 3;

/**
 * Detail shows the same of a transaction as query.
 * @throws {Violation} when it does not, time after time
 * @throws {InconclusiveError} when no record of the query is the one of the detail
 */
export async function detailAgrees({
  operations,
  merchant,
}: Pick<OperationsContext, "operations" | "merchant">) {
  for (let look = 1; look <= LOOKS; look += 1) {
    const read = look === 1 ? operations.lastAnswers : operations.answers;
    const listed = (await read(merchant, QUERY)).flatMap((answer) => operations.recordsOf(answer));
    const details = await read(merchant, DETAIL);
    const pairs = details.flatMap((answer) => pairOf(answer, operations.recordsOf(answer), listed));
    if (pairs.length === 0) {
      throw new InconclusiveError(
        `The records of ${QUERY} do not contain the one that ${DETAIL} requested: set operations["${DETAIL}"].body to the id of a record that the query shows.`,
      );
    }
    const differing = pairs.map(({ answer, one, other }) => ({
      answer,
      found: findDisagreement(one, other),
    }));
    const [first] = differing.filter(({ found }) => found !== undefined);
    if (first?.found === undefined) return;
    if (look < LOOKS) continue;
    const { field, listed: told, detailed } = first.found;
    throw new Violation({
      expected: `\`${field}\` ${describeJson(told)}, as the query shows it`,
      actual: describeJson(detailed),
      exchange: first.answer.exchange,
    });
  }
}

function pairOf(answer: Answer, [detail]: readonly JsonObject[], listed: readonly JsonObject[]) {
  if (detail === undefined) return [];
  const body = readJson(answer.request.body ?? new Uint8Array());
  const asked = body.ok ? scalarsIn(body.value).map(({ text }) => text) : [];
  const one = sameRecord(asked, detail, listed);
  return one === undefined ? [] : [{ answer, one, other: detail }];
}
