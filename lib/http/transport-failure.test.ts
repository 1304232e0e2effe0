import { AssertionError } from "node:assert";
import { expect, test } from "vitest";
import {
  classifyFailure,
  deadlineFailure,
  protocolFailure,
  TransportFailure,
  type FailureKind,
  type Phase,
} from "./transport-failure.ts";

function coded(code: string, message = "boom"): Error {
  return Object.assign(new Error(message), { code });
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

test.each<[string, Error, Phase | undefined, FailureKind]>([
  ["refused on every address", new AggregateError([coded("ECONNREFUSED")]), undefined, "unreachable"],
  ["no route", coded("EHOSTUNREACH"), "connecting", "unreachable"],
  ["route lost", coded("EHOSTUNREACH"), "awaiting", "reset"],
  ["kernel's connect timeout", coded("ETIMEDOUT"), "connecting", "unreachable"],
  ["kernel's timeout later", coded("ETIMEDOUT"), "awaiting", "timeout"],
  ["certificate wanted", coded("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"), "awaiting", "unreachable"],
  ["TLS broken later", coded("ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"), "awaiting", "reset"],
  ["TLS cut off", coded("ECONNRESET", "disconnected before secure TLS connection"), undefined, "unreachable"],
  ["reset while connecting", coded("ECONNRESET"), "connecting", "unreachable"],
  ["HTTP/2 stream", coded("ERR_HTTP2_STREAM_ERROR"), "awaiting", "reset"],
  ["signal", new DOMException("aborted due to timeout", "TimeoutError"), undefined, "timeout"],
  ["end in a chunk", named("HTTPParserError", "Invalid EOF state"), "answering", "reset"],
  ["end before the head", named("HTTPParserError", "Invalid EOF state"), "awaiting", "protocol"],
  ["lengths", coded("UND_ERR_RES_CONTENT_LENGTH_MISMATCH"), "awaiting", "protocol"],
  ["short body", coded("UND_ERR_RES_CONTENT_LENGTH_MISMATCH"), "answering", "reset"],
])("%s: the kind, and applied is no for unreachable only", (_, error, phase, kind) => {
  const failure = classifyFailure(error, phase && { phase });
  expect(failure).toMatchObject({ kind, applied: kind === "unreachable" ? "no" : "unknown", cause: error });
});

test.each<[string, unknown]>([
  ["a bug", new TypeError("x is not a function")],
  ["a wrong argument to undici", coded("UND_ERR_INVALID_ARG", "invalid header")],
  ["an abort of our own", coded("UND_ERR_ABORTED", "Request aborted")],
  ["a file error", coded("EACCES")],
  ["an assertion of our own", new AssertionError({ message: "no", stackStartFn: coded })],
  ["a thrown string", "ECONNRESET"],
  ["nothing", undefined],
])("%s is not a transport failure", (_, error) => {
  expect(classifyFailure(error)).toBeUndefined();
});

test("a transport failure stays itself", () => {
  const failure = protocolFailure("it is odd", "ODD");
  expect(classifyFailure(failure)).toBe(failure);
  expect(failure).toBeInstanceOf(TransportFailure);
  expect(failure.message).toBe("Cannot read the answer: it is odd (ODD)");
});

function messageFor(target: string): string | undefined {
  return classifyFailure(coded("ECONNRESET"), { target })?.message;
}

test("messages name the target and the next step, which depends on its scheme", () => {
  expect(messageFor("http://a.example")).toBe(
    "Cannot get an answer from http://a.example: it closed the connection without an answer (ECONNRESET). Look at the logs of the target and of any gateway before it. If that port speaks TLS, start baseUrl with https://.",
  );
  expect(messageFor("https://a.example")).toMatch(
    /set target\.clientCert and target\.clientKey in the profile\.$/,
  );
});

test.each<[Phase | undefined, string, FailureKind]>([
  ["connecting", "DEADLINE_CONNECT", "unreachable"],
  ["awaiting", "DEADLINE", "timeout"],
  ["answering", "DEADLINE_BODY", "timeout"],
  [undefined, "DEADLINE", "timeout"],
])("a deadline in the phase %s is %s, %s", (phase, code, kind) => {
  const failure = deadlineFailure(250, { target: "http://a.example", ...(phase && { phase }) });
  expect(failure).toMatchObject({ code, kind, applied: kind === "unreachable" ? "no" : "unknown" });
  expect(failure.message).toMatch(/http:\/\/a\.example: .* within 250 ms/);
});
