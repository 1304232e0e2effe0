import type { CheckResult, RecordedExchange } from "../result.ts";

const EXCHANGES_BEFORE = 2;

/** The exchanges of a violation: those of the generated case, or the last ones, up to the one that shows it. */
export function shownExchanges(
  { violation }: CheckResult,
  exchanges: readonly RecordedExchange[],
): readonly RecordedExchange[] {
  const last = violation?.exchange;
  if (last === undefined) return [];
  const first = violation?.since ?? last - EXCHANGES_BEFORE;
  const shown = exchanges.filter(({ index }) => index >= first && index <= last);
  const start = shown.findIndex((exchange, at) => !isOvertaken(exchange, shown[at + 1]));
  return shown.slice(Math.max(0, start));
}

/** What a merchant read before writing something else explains nothing. */
function isOvertaken(exchange: RecordedExchange, next: RecordedExchange | undefined): boolean {
  return exchange.label === "query" && next?.caller === exchange.caller && next.label === "register";
}
