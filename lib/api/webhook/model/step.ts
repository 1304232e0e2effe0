import { type Answer, succeeded } from "../../exchange/answer.ts";

/** What was answered between two readings of a configuration. */
export type Step = "register" | "disable" | Refusal | "other";
export type Refusal = "refused input" | "refused key" | "refused signature";

const REFUSALS: readonly Step[] = ["refused input", "refused key", "refused signature"] satisfies Refusal[];

/** The step that an answered request is for the configuration of its caller. */
export function stepOf(answer: Answer): Step {
  const { expects, label } = answer.draft;
  if (succeeded(answer)) return label === "register" || label === "disable" ? label : "other";
  return expects === "refused input" || expects === "refused key" || expects === "refused signature"
    ? expects
    : "other";
}

/**
 * The kinds of step that a request is, the same each time it is sent: by its operation, by what of its credentials is
 * absent or wrong, and by how that is wrong. How long ago a nonce was used first does not count.
 */
export function kindsOf({ draft: { label }, request }: Answer): readonly string[] {
  const { of: _, ...wrong } = request.credentials ?? {};
  const parts = Object.entries(wrong).map(([part, how]) => `${part} ${how === "absent" ? how : "wrong"}`);
  const details = JSON.stringify(wrong).replaceAll(/used \d+ before/g, "used before");
  return [label, `${label} with ${parts.join(", ")}`, `${label} ${details}`];
}

/** What explains that a configuration changed. */
export type Explanation = Step | "queries";

/** The steps that explain a change of a configuration, in the order in which they are asked. */
export function causeOf(since: readonly Step[]): Explanation {
  if (since.includes("register")) return "register";
  if (since.includes("disable")) return "disable";
  return refusalIn(since) ?? (since.includes("other") ? "other" : "queries");
}

/** The last refusal among some steps. */
export function refusalIn(since: readonly Step[]): Step | undefined {
  return since.findLast((step) => REFUSALS.includes(step));
}

export function isDisableAlone(since: readonly Step[]): boolean {
  return since.length > 0 && since.every((step) => step === "disable");
}
