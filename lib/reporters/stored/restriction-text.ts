import type { RunSelection } from "./run-result.ts";

const MAX_NAMES = 4;

/** Names the restrictions of a run: `versioning only, without callback-url`. Undefined: the whole catalogue. */
export function restrictionText(selection: RunSelection | undefined): string | undefined {
  if (selection === undefined) return undefined;
  const { selectors, levels, skip, readOnly = false, failedIn } = selection;
  const parts = [
    ...(readOnly ? ["read-only"] : []),
    ...(failedIn === undefined
      ? selectors.length > 0
        ? [`${listed(selectors)} only`]
        : []
      : [`failed in run ${failedIn} only`]),
    ...(levels.length > 0 ? [`level ${levels.join(" or ")} only`] : []),
    ...(skip.length > 0 ? [`without ${listed(skip)}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(", ");
}

function listed(names: readonly string[]): string {
  const left = names.length - MAX_NAMES;
  const shown = left <= 0 ? names : [...names.slice(0, MAX_NAMES), `${left} more`];
  return shown.length === 1 ? shown.join() : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1) ?? ""}`;
}
