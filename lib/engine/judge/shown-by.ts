import { type Deviation, inParts, SUCCESS } from "../requirement/deviation.ts";
import type { Findings } from "../record/findings.ts";
import type { Outcome } from "./outcome.ts";
import type { RecordedExchange } from "../requirement/recorded-exchange.ts";

/**
 * The deviations that the evidence of a check shows, without others of the same answers. For a prevented
 * check: all deviations of its exchanges.
 * @param own the exchanges of the check
 */
export function shownBy(
  { verdict, violation }: Outcome,
  own: readonly RecordedExchange[],
  findings: Pick<Findings, "deviationsOf">,
): readonly Deviation[] {
  if (verdict === "inconclusive") return own.flatMap((exchange) => findings.deviationsOf(exchange));
  if (violation === undefined) return [];
  const { deviations, parts, exchange } = violation;
  if (deviations !== undefined) return deviations;
  if (parts === undefined) return findings.deviationsOf(own.find(({ index }) => index === exchange));
  const each = parts.map((part) => lastIn(part, own.slice(0, exchange), findings));
  return each.some(({ length }) => length === 0) ? [] : [...new Set(each.flat())];
}

/** The deviations of the further exchanges that show how far the fault of a violation reaches. */
export function reachOf(
  { violation }: Outcome,
  own: readonly RecordedExchange[],
  findings: Pick<Findings, "deviationsOf">,
): readonly Deviation[] {
  const { reach = [] } = violation ?? {};
  return own.filter(({ index }) => reach.includes(index)).flatMap((one) => findings.deviationsOf(one));
}

/**
 * For a reading that is compared with an earlier one: facts of the last exchange that may have changed this
 * part. It deviated in the part, or its success was unexpected or missing.
 */
function lastIn(
  part: string,
  exchanges: readonly RecordedExchange[],
  findings: Pick<Findings, "deviationsOf">,
): readonly Deviation[] {
  const shown = exchanges.map((one) => inParts(findings.deviationsOf(one), [part, SUCCESS]));
  return shown.findLast(({ length }) => length > 0) ?? [];
}
