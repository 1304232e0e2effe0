import { areaOf } from "../../engine/catalogue.ts";
import type { RunHeader } from "../../reporters/run-result.ts";

/**
 * The header of a run of which vitest ran only some tests, for example with `-t`: its selectors name these tests.
 * @param ran ids of the tests that ran
 * @param planned ids of all tests
 */
export function narrowHeader(
  header: RunHeader,
  ran: ReadonlySet<string>,
  planned: readonly string[],
): RunHeader {
  const { selection } = header;
  if (selection === undefined || ran.size === 0 || planned.every((id) => ran.has(id))) return header;
  const areas = Map.groupBy(planned, areaOf);
  const selectors = [...areas].flatMap(([area, ids]) =>
    ids.every((id) => ran.has(id)) ? [area] : ids.filter((id) => ran.has(id)),
  );
  return { ...header, selection: { ...selection, selectors } };
}
