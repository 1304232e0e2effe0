import type { RecordedExchange, ShownEvidence } from "../engine/result.ts";

/** Of exchanges those that there is room for. */
export interface Excerpt {
  /** How many come before the first one that is shown. */
  readonly left: number;
  readonly parts: readonly ExcerptPart[];
}

interface ExcerptPart {
  readonly exchange: RecordedExchange;
  /** What lies between it and the one before, for example `1.2 s later`; undefined: nothing worth telling. */
  readonly gap: string | undefined;
}

const MAX_EXCHANGES = 8;
/** Less is the pace of a run. */
const TELLING_PAUSE_MS = 500;

/** The last exchanges, and before them those that the expectation rests on. */
export function exchangeExcerpt(
  exchanges: readonly RecordedExchange[],
  violation: ShownEvidence | undefined,
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

function gapText(before: RecordedExchange | undefined, exchange: RecordedExchange): string | undefined {
  if (before === undefined) return undefined;
  const others = exchange.index - before.index - 1;
  const pauseMs = Date.parse(exchange.startedAt) - Date.parse(before.startedAt) - before.durationMs;
  const facts = [
    ...(others > 0 ? [`${others} ${others === 1 ? "other" : "others"}`] : []),
    ...(pauseMs >= TELLING_PAUSE_MS ? [`${(pauseMs / 1_000).toFixed(1)} s later`] : []),
  ];
  return facts.length === 0 ? undefined : facts.join(", ");
}
