import type { Findings } from "../record/findings.ts";
import type { Outcome } from "./outcome.ts";
import type { RequirementId } from "../requirement/requirement.ts";
import type { RecordedExchange } from "../requirement/recorded-exchange.ts";
import type { ShownEvidence } from "../record/result.ts";
import type { Evidence } from "../record/verdict.ts";

/** An outcome and the exchanges of its violation. */
interface Evidenced {
  readonly outcome: Outcome & { readonly violation?: Evidence & Pick<ShownEvidence, "because"> };
  readonly exchanges: readonly RecordedExchange[];
}

/** The sources of the exchanges of a violation: those of an earlier check come before the check's own. */
interface Course {
  readonly earlier: readonly RecordedExchange[];
  readonly shows: RecordedExchange | undefined;
  readonly because: readonly RecordedExchange[];
}

/** Adds earlier exchanges to those of a check: the base of its violation, or exchanges that already showed it. */
export function withGrounds(
  outcome: Outcome,
  own: readonly RecordedExchange[],
  requirement: RequirementId,
  findings: Pick<Findings, "violationOf" | "groundsOf">,
): Evidenced {
  const { violation } = outcome;
  if (violation === undefined) return { outcome, exchanges: own };
  const { witness } = violation;
  if (witness !== undefined && !own.includes(witness))
    return placed(outcome, violation, own, { earlier: [witness], shows: witness, because: [] });
  const heard = findings.violationOf(requirement);
  if (heard?.evidence !== violation || heard.during === requirement) {
    return placed(outcome, violation, own, courseOf(violation, own, findings));
  }
  const { since: _, ...evidence } = violation;
  const shows = heard.exchanges.find(({ index }) => index === violation.exchange);
  const during = heard.during === undefined ? {} : { during: heard.during };
  const before = heard.because.filter((exchange) => !heard.exchanges.includes(exchange));
  const course = { earlier: [...before, ...heard.exchanges], shows, because: heard.because };
  return placed(outcome, { ...evidence, ...during }, own, course);
}

function courseOf(
  { exchange, compared }: Evidence,
  own: readonly RecordedExchange[],
  findings: Pick<Findings, "groundsOf">,
): Course {
  const shows = own.find(({ index }) => index === exchange);
  const grounds = findings.groundsOf(exchange);
  const [expected] = compared ?? [];
  const because =
    shows === undefined || expected === undefined || grounds.some((one) => holds(one, expected))
      ? grounds
      : [
          ...grounds,
          ...own
            .slice(0, shows.index - 1)
            .filter((one) => holds(one, expected))
            .slice(-1),
        ];
  return { earlier: grounds.filter((one) => !own.includes(one)), shows, because };
}

/** Whether the request or the answer of an exchange contains a text as a JSON value. */
function holds({ request, answer }: RecordedExchange, text: string): boolean {
  const value = JSON.stringify(text);
  return request.body?.includes(value) === true || answer?.body.includes(value) === true;
}

/** Renumbers all exchanges, and the references of the violation. */
function placed(
  outcome: Outcome,
  { since, ...violation }: Evidence,
  own: readonly RecordedExchange[],
  { earlier, shows, because }: Course,
): Evidenced {
  const all = [...earlier, ...own];
  const numberOf = (exchange: RecordedExchange): number => all.indexOf(exchange) + 1;
  const numbers = because.filter((exchange) => exchange !== shows).map(numberOf);
  return {
    outcome: {
      ...outcome,
      violation: {
        ...violation,
        ...(shows !== undefined && { exchange: numberOf(shows) }),
        ...(since !== undefined && { since: since + earlier.length }),
        ...(numbers.length > 0 && { because: numbers }),
      },
    },
    exchanges: earlier.length === 0 ? own : all.map((exchange, at) => ({ ...exchange, index: at + 1 })),
  };
}
