import { valueAt } from "./field-path.ts";
import type { FieldProblem } from "./interpolate.ts";

const RECEIVER = ["events", "receiver"] as const;

/** The rules of the section `events.receiver` over more than one field. */
export function receiverProblems(data: unknown): FieldProblem[] {
  const field = (name: string) => valueAt(data, [...RECEIVER, name]) ?? null;
  const given = (name: string) => field(name) !== null;
  const problems: FieldProblem[] = [];
  for (const [one, other] of [
    ["certificate", "key"],
    ["key", "certificate"],
  ] as const) {
    if (given(one) && !given(other))
      problems.push(problem(other, `expected a file, since events.receiver.${one} is given (got nothing)`));
  }
  const tls = field("tls") ?? "auto";
  if (given("certificate") && tls !== "auto")
    problems.push(
      problem(
        "tls",
        `expected auto, since events.receiver.certificate is given (got ${JSON.stringify(tls)})`,
      ),
    );
  if (given("tunnel") && given("publicUrl"))
    problems.push(problem("tunnel", "expected a publicUrl or a tunnel, which finds its own (got both)"));
  return problems;
}

function problem(name: string, message: string): FieldProblem {
  return { path: [...RECEIVER, name], message };
}
