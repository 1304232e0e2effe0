import { clipAround, clipMiddle } from "../../text/clip.ts";
import type { StoredExchange } from "../stored/evidence-schema.ts";
import type { StoredCheck } from "../stored/run-result.ts";
import { membersInViolation } from "./members-in-violation.ts";
import { answerText, requestText } from "./request-text.ts";
import { shownExchanges } from "./shown-exchanges.ts";

/** The exchanges that fit. */
interface Excerpt {
  /** The number of exchanges before the first shown one. */
  readonly left: number;
  readonly parts: readonly ExcerptPart[];
}

interface ExcerptPart {
  readonly exchange: StoredExchange;
  /** The request in one line, and its answer, both cut. */
  readonly sent: string;
  readonly came: string;
  /** The gap to the exchange before, for example `1.2 s later`. Undefined: not worth showing. */
  readonly gap: string | undefined;
}

/** At most how many characters each line has. */
interface ExcerptSize {
  readonly step: number;
  /** In the last exchange. */
  readonly last: number;
}

const MAX_EXCHANGES = 8;
/** A shorter gap is the pace of the run. */
const TELLING_PAUSE_MS = 500;

/** The exchanges that explain a violation: the last ones, and before them those on which the expectation is based. */
export function exchangeExcerpt(
  check: StoredCheck,
  exchanges: readonly StoredExchange[],
  { step, last }: ExcerptSize,
): Excerpt {
  const telling = shownExchanges(check, exchanges);
  const because = check.violation?.because ?? [];
  const first = telling.slice(0, -MAX_EXCHANGES).filter(({ index }) => because.includes(index));
  const shown = [...first, ...telling.slice(first.length - MAX_EXCHANGES)];
  const members = membersInViolation(check.violation);
  const [beginning] = shown;
  return {
    left: beginning === undefined ? 0 : telling.indexOf(beginning),
    parts: shown.map((exchange, at) => {
      const maxChars = at === shown.length - 1 ? last : step;
      const sent = clipMiddle(requestText(exchange), maxChars);
      const came = clipAround(answerText(exchange), maxChars, members);
      return { exchange, sent, came, gap: gapText(shown[at - 1], exchange) };
    }),
  };
}

function gapText(before: StoredExchange | undefined, exchange: StoredExchange): string | undefined {
  if (before === undefined) return undefined;
  const others = exchange.index - before.index - 1;
  const pauseMs = Date.parse(exchange.startedAt) - Date.parse(before.startedAt) - before.durationMs;
  const facts = [
    ...(others > 0 ? [`${others} ${others === 1 ? "other" : "others"}`] : []),
    ...(pauseMs >= TELLING_PAUSE_MS ? [`${(pauseMs / 1_000).toFixed(1)} s later`] : []),
  ];
  return facts.length === 0 ? undefined : facts.join(", ");
}
