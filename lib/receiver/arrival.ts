import type { AnswerStep } from "./answer-plan.ts";

/** A header as on the wire: name and value, case and order kept. */
export type ReceivedHeader = readonly [name: string, value: string];

/** One request to a receiver, as on the wire. */
export interface Received {
  readonly method: string;
  /** Path and query, neither decoded nor normalised. */
  readonly target: string;
  readonly headers: readonly ReceivedHeader[];
  readonly body: Uint8Array;
  /** The rest of the body is missing: it was longer than the limit of the receiver, or its sender did not end it. */
  readonly isCut: boolean;
  /** Its sender did not end the body. It gets no answer. */
  readonly isUnfinished?: true;
  /** For example `TLSv1.3`. Undefined: unencrypted, or TLS ended before the receiver. */
  readonly tls: string | undefined;
}

/** A received request, with its time and its answer. */
export interface Arrival extends Received {
  /** From 1, in the order of arrival, over the life of the receiver. Handshakes have their own numbers. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds of a monotonic clock. */
  readonly ticks: number;
  readonly answer: AnswerStep;
}

/** The value of the first header with a name, in any letter case. Undefined: no such header. */
export function valueOfHeader({ headers }: Pick<Received, "headers">, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

/** A request without a part of a URL of the run. Its content is not kept. */
export interface StrayRequest {
  readonly method: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It came to the root of the host, and its body names an event type of the document. */
  readonly isEventAtRoot?: true;
}
