import type { StoredViolation } from "../stored/run-result.ts";
import type { StoredExchange } from "../stored/evidence-schema.ts";

/** The exchanges that fit. */
export interface Excerpt {
  /** The number of exchanges before the first shown one. */
  readonly left: number;
  readonly parts: readonly ExcerptPart[];
}

interface ExcerptPart {
  readonly exchange: StoredExchange;
  /** The gap to the exchange before, for example `1.2 s later`. Undefined: not worth showing. */
  readonly gap: string | undefined;
}

const MAX_EXCHANGES = 8;
/** A shorter gap is the pace of the run. */
const TELLING_PAUSE_MS = 500;

/** Selects the last exchanges, and before them those on which the expectation is based. */
export function exchangeExcerpt(
  exchanges: readonly StoredExchange[],
  violation: StoredViolation | undefined,
): Excerpt {
  const because = violation?.because ?? [];
  const first = exchanges.slice(0, -MAX_EXCHANGES).filter(({ index }) => because.includes(index));
  const shown = [...first, ...exchanges.slice(first.length - MAX_EXCHANGES)];
  const [beginning] = shown;
  return {
    left: beginning === undefined ? 0 : exchanges.indexOf(beginning),
    parts: shown.map((exchange, at) => ({ exchange, gap: gapText(shown[at - 1], exchange) })),
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
