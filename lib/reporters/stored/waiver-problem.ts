import type { StoredWaiver } from "./run-result.ts";

/** Describes a waiver that fails the run, with the next step. Undefined: the waiver is in order. */
export function waiverProblem({ requirement, expires, file, line, state }: StoredWaiver): string | undefined {
  const place = `${file}:${line}`;
  if (state === "expired") {
    return `${place}: the waiver of ${requirement} expired on ${expires}; correct the target, or renew the waiver`;
  }
  return state === "stale" ? `${place}: ${requirement} passes; remove its waiver` : undefined;
}

/** Describes each waiver that fails the run. */
export function waiverProblems(waivers: readonly StoredWaiver[]): string[] {
  return waivers.flatMap((waiver) => waiverProblem(waiver) ?? []);
}
