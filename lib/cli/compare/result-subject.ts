import type { JudgedCheck, SeenValue, Subject } from "./subject.ts";

/** The part of a result that is compared. */
interface ComparedResult extends NonNullable<Subject["run"]> {
  readonly startedAt: string;
  readonly label?: string | undefined;
  readonly target: { readonly name: string; readonly baseUrl: string; readonly authMode: string };
  readonly coverage?:
    | { readonly operations?: readonly { readonly operation: string; readonly state: string }[] | undefined }
    | undefined;
  readonly checks: readonly ComparedCheck[];
  readonly observations: readonly { readonly requirement: string; readonly value?: unknown }[];
}

interface ComparedCheck extends Pick<JudgedCheck, "requirement" | "verdict" | "code" | "follows"> {
  readonly violation?: { readonly expected: string; readonly actual: string } | undefined;
  readonly reason?: string | undefined;
}

/** A result of a run as one side of a comparison. */
export function resultSubject(result: ComparedResult): Subject {
  const { target, startedAt, label, verdict, exitCode, requests, depth, selection } = result;
  return {
    name: [target.name, ...(label === undefined ? [] : [label]), startedAt].join(", "),
    run: { verdict, exitCode, requests, depth, target, selection },
    judges: result.checks.length > 0 || result.observations.length === 0,
    checks: result.checks.map((check) => ({
      requirement: check.requirement,
      verdict: check.verdict,
      code: check.code,
      follows: check.follows,
      ...whyOf(check),
    })),
    operations: new Map(result.coverage?.operations?.map(({ operation, state }) => [operation, state])),
    observations: result.observations.map(({ requirement, value }): SeenValue => ({ requirement, value })),
    facts: { "auth.mode": target.authMode },
  };
}

function whyOf({ violation, reason }: ComparedCheck): { why?: string } {
  if (violation !== undefined) return { why: `expected ${violation.expected}, got ${violation.actual}` };
  return reason === undefined ? {} : { why: reason };
}
