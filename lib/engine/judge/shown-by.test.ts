import { expect, test } from "vitest";
import { type Deviation, SUCCESS } from "../requirement/deviation.ts";
import type { RecordedExchange } from "../requirement/recorded-exchange.ts";
import { reachOf, shownBy } from "./shown-by.ts";
import type { Evidence } from "../record/verdict.ts";

const ID: Deviation = { what: "id changed", when: [], part: "id" };
const STATUS: Deviation = { what: "status 1 after a disable", when: [], part: "status" };
const REJECTED: Deviation = { what: "register rejected", when: [], part: SUCCESS };
const WHOLE: Deviation = { what: "an answer without a JSON object", when: [] };

/** The deviations of a violation, where the exchanges of its check show these, one after the other. */
function shown(evidence: Partial<Evidence>, ...exchanges: readonly (readonly Deviation[])[]): string[] {
  return namesOf(shownBy, evidence, exchanges);
}

function namesOf(
  read: typeof shownBy,
  evidence: Partial<Evidence>,
  exchanges: readonly (readonly Deviation[])[],
): string[] {
  const own = exchanges.map((_, at): RecordedExchange => ({
    index: at + 1,
    caller: "alpha",
    label: "query",
    startedAt: "",
    durationMs: 0,
    request: { method: "POST", url: "", headers: [] },
  }));
  const violation = { expected: "", actual: "", exchange: exchanges.length, ...evidence };
  const deviationsOf = (one: RecordedExchange | undefined) => (one && exchanges[one.index - 1]) ?? [];
  return read({ verdict: "failed", violation }, own, { deviationsOf }).map(({ what }) => what);
}

test("a violation shows how its parts of the answer deviate, and not the other parts", () => {
  expect(shown({ parts: ["id"] }, [ID, STATUS])).toEqual([ID.what]);
  expect(shown({ parts: ["id"] }, [WHOLE])).toEqual([WHOLE.what]);
  expect(shown({}, [ID, STATUS])).toEqual([ID.what, STATUS.what]);
});

test("of parts that were compared, each needs an exchange that explains it", () => {
  expect(shown({ parts: ["id", "status"] }, [STATUS], [ID])).toEqual([ID.what, STATUS.what]);
  expect(shown({ parts: ["id", "status"] }, [ID])).toEqual([]);
  expect(shown({ parts: ["id"] }, [REJECTED], [])).toEqual([REJECTED.what]);
});

test("deviations that the evidence names stand alone", () => {
  expect(shown({ deviations: [REJECTED] }, [ID])).toEqual([REJECTED.what]);
});

test("further exchanges show how far a fault reaches, and nothing else", () => {
  expect(namesOf(reachOf, { exchange: 1, reach: [3] }, [[ID], [STATUS], [REJECTED]])).toEqual([
    REJECTED.what,
  ]);
  expect(namesOf(reachOf, { exchange: 1 }, [[ID], [STATUS]])).toEqual([]);
});
