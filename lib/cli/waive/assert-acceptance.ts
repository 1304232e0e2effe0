import { z } from "zod";
import { UsageError } from "../usage-error.ts";

/** The reason, the owner and the last day (UTC) of an acceptance. */
interface Acceptance {
  readonly owner: string;
  readonly reason: string;
  readonly expires: string;
}

/**
 * Checks the reason, owner and day of a waiver, before anything is read or written.
 * @param today for example `2026-12-31`, UTC
 * @throws {UsageError} with every problem
 */
export function assertAcceptance({ owner, reason, expires }: Acceptance, today: string): void {
  const problems = [
    ...(owner.trim() === "" ? ["--owner  expected a name (got nothing)"] : []),
    ...(reason.trim() === "" ? ["--reason  expected a sentence (got nothing)"] : []),
    ...dayProblem(expires, today),
  ];
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
}

function dayProblem(expires: string, today: string): string[] {
  const latest = aYearAfter(today);
  if (!z.iso.date().safeParse(expires).success) {
    return [`--expires  expected a date such as ${latest} (got ${JSON.stringify(expires)})`];
  }
  if (expires <= today) return [`--expires  expected a day after today, ${today} UTC (got ${expires})`];
  return expires > latest
    ? [`--expires  expected a day within a year, until ${latest} (got ${expires})`]
    : [];
}

function aYearAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 365);
  return date.toISOString().slice(0, 10);
}
