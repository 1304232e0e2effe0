import { plainHttpProblem } from "./base-url.ts";
import { type FieldPath, valueAtPath } from "./field-path.ts";
import type { FieldProblem } from "./interpolate.ts";

/** Scheme, host and port as written. */
const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/** Checks the addresses of triggers and of the delivery log. */
export function triggerProblems(data: unknown): FieldProblem[] {
  const allowed = valueAtPath(data, ["target", "allowPlainHttp"]) === true;
  return stepPaths(data).flatMap((step) => {
    const path = [...step, "url"];
    const url = valueAtPath(data, path);
    if (typeof url !== "string") return [];
    const message = addressProblem(url, allowed);
    return message === undefined ? [] : [{ path, message }];
  });
}

function addressProblem(url: string, allowed: boolean): string | undefined {
  const [authority = ""] = AUTHORITY.exec(url) ?? [];
  return /[{}]/.test(authority)
    ? "expected scheme, host and port without placeholders: an answer of the target must not decide where requests go"
    : plainHttpProblem(url, allowed);
}

function stepPaths(data: unknown): FieldPath[] {
  const triggers = valueAtPath(data, ["events", "triggers"]);
  const byType = typeof triggers === "object" && triggers !== null ? Object.entries(triggers) : [];
  return [
    ["events", "trigger"],
    ["events", "deliveryLog"],
    ...byType.flatMap(([type, steps]) =>
      Array.isArray(steps) ? steps.map((_, index) => ["events", "triggers", type, index]) : [],
    ),
  ];
}
