import { plainHttpProblem } from "./base-url.ts";
import { valueAtPath } from "./field-path.ts";
import type { FieldProblem } from "./interpolate.ts";

const OF_THIS_MACHINE = ["listen", "publicUrl", "certificate", "key", "tls", "tunnel"];
const RECEIVER = ["events", "receiver"] as const;

/** Checks rules over several fields of the section `events.receiver`. */
export function receiverProblems(data: unknown): FieldProblem[] {
  const field = (name: string) => valueAtPath(data, [...RECEIVER, name]) ?? null;
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
  return [...problems, ...relay(data)];
}

function relay(data: unknown): FieldProblem[] {
  const given = (name: string) => (valueAtPath(data, [...RECEIVER, ...name.split(".")]) ?? null) !== null;
  if (!given("relay")) return [];
  const [beside] = OF_THIS_MACHINE.filter(given);
  const problems: FieldProblem[] = [];
  if (beside !== undefined)
    problems.push(problem(beside, "expected no local receiver, since events.receiver.relay receives"));
  const isComplete = given("relay.module")
    ? !given("relay.url") && !given("relay.token")
    : given("relay.url") && given("relay.token");
  if (!isComplete) problems.push(problem("relay", "expected a url and a token, or a module"));
  const url = valueAtPath(data, [...RECEIVER, "relay", "url"]);
  if (typeof url === "string" && plainHttpProblem(url, false) !== undefined)
    problems.push(
      problem(
        "relay",
        "expected a url of https, since the token goes there; plain http is for loopback only",
      ),
    );
  return problems;
}

function problem(name: string, message: string): FieldProblem {
  return { path: [...RECEIVER, name], message };
}
