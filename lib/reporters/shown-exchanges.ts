import type { CheckResult, RecordedExchange } from "../engine/result.ts";

const EXCHANGES_BEFORE = 2;
/** An answer goes back to the last write of its merchant, and in bad servers to the one before. */
const WRITES_BEFORE = 2;
const FIRST_REFUSING_STATUS = 400;
/** How far back they are looked for. */
const REACH = 8;
/** A generated case may fail by what the one before it left behind. */
const OF_A_CASE = 6;

/**
 * The exchanges that a violation needs to be understood, up to the one that shows it: the generated case; or the
 * last writes of its merchant and what came after; or the last few. What one answer shows by itself needs no other.
 */
export function shownExchanges(
  { violation }: CheckResult,
  exchanges: readonly RecordedExchange[],
): readonly RecordedExchange[] {
  const last = violation?.exchange;
  if (last === undefined) return [];
  if (violation?.alone === true) return exchanges.filter(({ index }) => index === last);
  const since = violation?.since;
  const first = since === undefined ? firstOf(exchanges, last) : Math.min(since, last - OF_A_CASE + 1);
  const shown = exchanges.filter(({ index }) => index >= first && index <= last);
  const telling = shown.findIndex((exchange, at) => !isOvertaken(exchange, shown[at + 1]));
  return shown.slice(Math.max(0, telling));
}

function firstOf(exchanges: readonly RecordedExchange[], last: number): number {
  const shows = exchanges.find(({ index }) => index === last);
  const near = last - EXCHANGES_BEFORE;
  if (shows?.label === "register") return near;
  const writes = exchanges
    .filter(({ index, label, caller }) => label !== "query" && caller === shows?.caller && index < last)
    .map(({ index }) => index)
    .filter((index) => index >= last - REACH);
  return Math.min(near, ...writes.slice(-WRITES_BEFORE));
}

/** What a merchant read, or tried in vain, before writing something else explains nothing. */
function isOvertaken(
  { label, caller, answer }: RecordedExchange,
  next: RecordedExchange | undefined,
): boolean {
  const vain = label === "query" || (answer !== undefined && answer.status >= FIRST_REFUSING_STATUS);
  return vain && next?.caller === caller && next.label === "register";
}
