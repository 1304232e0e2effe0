import { dateOf } from "../../exchange/infrastructure.ts";
import type { SeenAnswer } from "./seen-answer.ts";

/** A Date header is cut to seconds, and an answer takes its time. */
const UNNOTICED_MS = 1_500;

/** @param durations in milliseconds; at least one. */
export function describeLatency(durations: readonly number[]): Readonly<Record<string, number>> {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { medianMs: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
}

/** How far the target's clock (by its Date headers) is ahead of this machine's, in whole seconds; 0: no visible difference. */
export function clockOffsetSeconds(answers: readonly SeenAnswer[]): number | undefined {
  const offsets = answers.flatMap((answer) => {
    const date = dateOf(answer);
    return date === undefined ? [] : [date + 500 - answer.receivedAt];
  });
  const median = offsets.toSorted((a, b) => a - b)[Math.floor(offsets.length / 2)];
  if (median === undefined) return undefined;
  return Math.abs(median) < UNNOTICED_MS ? 0 : Math.round(median / 1000);
}
