import type { Heard } from "./findings.ts";
import type { Outcome } from "./outcome.ts";
import type { RequirementId } from "./requirement.ts";
import type { RecordedExchange } from "./result.ts";

/** An outcome and the exchanges that its violation refers to. */
interface Evidenced {
  readonly outcome: Outcome;
  readonly exchanges: readonly RecordedExchange[];
}

/** Puts the exchanges of a violation that was heard during another check behind those of the check itself. */
export function withHeard(
  outcome: Outcome,
  own: readonly RecordedExchange[],
  requirement: RequirementId,
  heard: Heard | undefined,
): Evidenced {
  const { violation } = outcome;
  if (violation === undefined || heard?.evidence !== violation || heard.during === requirement) {
    return { outcome, exchanges: own };
  }
  const moved = heard.exchanges.map((exchange, at) => ({ ...exchange, index: own.length + at + 1 }));
  const shows = heard.exchanges.findIndex(({ index }) => index === violation.exchange);
  const { since: _, exchange: __, ...evidence } = violation;
  return {
    outcome: {
      ...outcome,
      violation: {
        ...evidence,
        ...(shows === -1 ? {} : { exchange: own.length + shows + 1 }),
        ...(heard.during === undefined ? {} : { during: heard.during }),
      },
    },
    exchanges: [...own, ...moved],
  };
}
