import type { Restoration } from "../guest/restoration.ts";

/** What became of the merchants, one text for all that share it; names and notes are of unknown origin. */
export function sharedRestorations(restored: readonly Restoration[]): string[] {
  const outcomes = Map.groupBy(restored, ({ outcome, note }) =>
    note === undefined ? outcome : `${outcome}: ${note}`,
  );
  return [...outcomes].map(
    ([outcome, members]) => `${members.map(({ merchant }) => merchant).join(", ")}: ${outcome}`,
  );
}
