import type { StoredCheck } from "../stored/run-result.ts";
import type { StoredExchange } from "../stored/evidence-schema.ts";

const EXCHANGES_BEFORE = 2;
/** An answer depends on the last write of its merchant; in wrong servers, on the one before. */
const WRITES_BEFORE = 2;
const FIRST_REFUSING_STATUS = 400;
/** How far back they are looked for. */
const REACH = 8;
/** A generated case may fail because of the case before. */
const OF_A_CASE = 6;

/**
 * Selects the exchanges that explain a violation, up to the one that shows it. First choice: those on which
 * its expectation is based. Otherwise the generated case, the last writes of its merchant and the exchanges
 * after them, or the last few. One exchange is enough if it shows the violation alone.
 */
export function shownExchanges(
  { violation }: StoredCheck,
  exchanges: readonly StoredExchange[],
): readonly StoredExchange[] {
  const last = violation?.exchange;
  if (last === undefined) return [];
  if (violation?.alone === true) return exchanges.filter(({ index }) => index === last);
  const since = violation?.since;
  const first = since === undefined ? firstOf(exchanges, last) : Math.min(since, last - OF_A_CASE + 1);
  const near = exchanges.filter(({ index }) => index >= first && index <= last);
  const telling = near.slice(
    Math.max(
      0,
      near.findIndex((_, at) => !isOvertaken(near.slice(at))),
    ),
  );
  const because = violation?.because ?? [];
  return exchanges.filter((one) => telling.includes(one) || because.includes(one.index));
}

function firstOf(exchanges: readonly StoredExchange[], last: number): number {
  const shows = exchanges.find(({ index }) => index === last);
  const near = last - EXCHANGES_BEFORE;
  if (shows?.label === "register") return near;
  const writes = exchanges
    .filter(({ index, label, caller }) => label !== "query" && caller === shows?.caller && index < last)
    .map(({ index }) => index)
    .filter((index) => index >= last - REACH);
  return Math.min(near, ...writes.slice(-WRITES_BEFORE));
}

/** A read or a rejected write of a merchant before its next write explains nothing. */
function isOvertaken(following: readonly StoredExchange[]): boolean {
  const [first] = following;
  const next = following.find((exchange) => !isVain(exchange) || exchange.label === "register");
  return first !== undefined && first !== next && next?.label === "register" && next.caller === first.caller;
}

function isVain({ label, answer }: StoredExchange): boolean {
  return label === "query" || (answer !== undefined && answer.status >= FIRST_REFUSING_STATUS);
}
