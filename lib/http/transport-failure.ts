import {
  CHECK_CLIENT_CERT,
  findFailureRow,
  type FailureKind,
  type FailureRow,
  type Phase,
} from "./failure-table.ts";

export type { FailureKind, Phase };

/** Facts about the failed exchange. They refine the kind, `applied` and the message. */
export interface Circumstances {
  /** Shown in messages, for example `https://sandbox.example:8443`. Never with user info. */
  readonly target?: string;
  readonly phase?: Phase;
}

interface FailureFacts {
  readonly kind: FailureKind;
  readonly code: string;
  readonly applied: "no" | "unknown";
  readonly cause?: unknown;
}

/** The target gave no valid answer. The message says what happened, with which host, and what to check. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  readonly kind: FailureKind;
  /** A stable code, for example `ECONNREFUSED`. */
  readonly code: string;
  /** `no`: the request cannot have reached the target · `unknown`: it may have taken effect. */
  readonly applied: "no" | "unknown";

  constructor(message: string, { kind, code, applied, cause }: FailureFacts) {
    super(message, { cause });
    this.kind = kind;
    this.code = code;
    this.applied = applied;
  }
}

/**
 * Turns an error of undici, node:net, node:tls or node:dns into a `TransportFailure`.
 * @returns undefined for anything else: a defect of the suite, to be thrown on
 */
export function classifyFailure(
  error: unknown,
  circumstances: Circumstances = {},
): TransportFailure | undefined {
  if (error instanceof TransportFailure) return error;
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  const row = findFailureRow(code, error, circumstances.phase);
  return row && failure(row, code, circumstances.target, error);
}

const LOOK_AT_REQUEST =
  "The target may hang on such a request: look at its logs, and at the request in the evidence.";

/**
 * The failure of an exchange that took longer than `timeoutMs` from its start to the last byte of the answer.
 * @param isShort whether it had less time than `limits.timeoutMs`, because earlier requests of its kind got no answer
 */
export function deadlineFailure(
  timeoutMs: number,
  { target, phase }: Circumstances,
  isShort = false,
): TransportFailure {
  const code =
    phase === "connecting" ? "DEADLINE_CONNECT" : phase === "answering" ? "DEADLINE_BODY" : "DEADLINE";
  const row = findFailureRow(code, new Error(code), phase);
  if (!row) throw new Error(`Cannot describe a deadline: the table has no row for ${code}`);
  const what = `${row.what} within ${timeoutMs} ms`;
  return isShort
    ? failure({ ...row, what: `${what}, nor to others like it before`, next: LOOK_AT_REQUEST }, code, target)
    : failure({ ...row, what }, code, target);
}

/** A failure to read an answer that did arrive. */
export function protocolFailure(what: string, code: string, cause?: unknown): TransportFailure {
  const message = `Cannot read the answer: ${what} (${code})`;
  return new TransportFailure(message, { kind: "protocol", code, applied: "unknown", cause });
}

const OPENINGS: Record<FailureKind, string> = {
  unreachable: "Cannot reach",
  timeout: "Cannot wait longer for",
  reset: "Cannot get an answer from",
  protocol: "Cannot read the answer of",
};

function failure(row: FailureRow, code: string, target = "the target", cause?: unknown): TransportFailure {
  const { kind, what } = row;
  const next = row.next.replace("{scheme}", schemeAdvice(target));
  const applied = kind === "unreachable" ? "no" : "unknown";
  return new TransportFailure(`${OPENINGS[kind]} ${target}: ${what} (${code}). ${next}`, {
    kind,
    code,
    applied,
    cause,
  });
}

function schemeAdvice(target: string): string {
  return target.startsWith("https:")
    ? CHECK_CLIENT_CERT
    : "If that port speaks TLS, start baseUrl with https://.";
}

/** The code of the error, of the first error in an aggregate, or the name of its class. */
function codeOf(error: Error): string {
  if ("code" in error && typeof error.code === "string" && error.code !== "") return error.code;
  if (error instanceof AggregateError) {
    const [first]: unknown[] = error.errors;
    if (first instanceof Error) return codeOf(first);
  }
  return error.name;
}
