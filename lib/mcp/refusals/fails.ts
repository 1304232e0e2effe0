import type { Deviation } from "../../engine/requirement/deviation.ts";
import { InapplicableError, InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import { headersOf, type McpAnswer } from "../wire/mcp-request.ts";
import { isRpcObject, memberOf, messagesOf, responseTo, resultOf, type RpcObject } from "../wire/rpc.ts";

const REFUSED_FROM = 400;

export function throwInapplicable(why: string): never {
  throw new InapplicableError(why);
}

export function throwInconclusive(why: string): never {
  throw new InconclusiveError(why);
}

/** The same in every era. */
function withoutEra(text: string): string {
  return text.replace(/ \([^()]*\)$/, "");
}

/**
 * An answer that breaks a requirement.
 * @throws {Violation} always, but for an answer that an earlier attempt of the run may explain
 */
export function failRequirement(
  expected: string,
  answer: McpAnswer,
  actual?: string,
  deviation: Deviation = deviationOf(expected, answer, actual),
): never {
  assertFirstAttempt(answer);
  const { exchange, recorded: witness } = answer;
  throw new Violation({
    expected,
    actual: actual ?? describeMcpAnswer(answer),
    exchange,
    witness,
    deviations: [deviation],
  });
}

/** The result of a valid request. @throws {InconclusiveError} without one */
export function validResult(answer: McpAnswer): RpcObject {
  const result = resultOf(answer);
  if (result !== undefined) return result;
  throw new InconclusiveError(`A valid ${answer.request.label} was answered ${describeMcpAnswer(answer)}.`);
}

/** @throws {InconclusiveError} if a valid request was not answered 200 */
export function assertServed(answer: McpAnswer): void {
  if (answer.status !== 200)
    throwInconclusive(`A valid ${answer.request.label} was answered ${describeMcpAnswer(answer)}.`);
}

/** A refusal whose challenge breaks a requirement. @throws {Violation} always */
export function failChallenge(expected: string, answer: McpAnswer, deviation?: Deviation): never {
  const values = headersOf(answer, "www-authenticate").join(" and ");
  const actual = `HTTP ${answer.status}, WWW-Authenticate: ${values === "" ? "none" : values}`;
  failRequirement(expected, answer, actual, deviation);
}

/**
 * A stream that is open already, a code that was redeemed, a session that was ended: a second attempt can meet the effect
 * of the first.
 * @throws {InconclusiveError} if the request was sent again because no answer came
 */
function assertFirstAttempt(answer: McpAnswer): void {
  if (answer.isRepeated !== true) return;
  const { label } = answer.request;
  throw new InconclusiveError(
    `No answer came to the first ${label}. The second was answered ${describeMcpAnswer(answer)}, which the first may have caused. A proxy may hold answers back: run again on a direct connection, or raise limits.timeoutMs.`,
  );
}

/** For an answer as a whole, its status says more than the expectation. */
function deviationOf(expected: string, answer: McpAnswer, actual: string | undefined): Deviation {
  const { status } = answer;
  const isRefused = actual === undefined && status >= REFUSED_FROM;
  const { waitsFor } = answer.request;
  const response = waitsFor === undefined ? undefined : responseTo(answer, waitsFor);
  const isEmpty = response !== undefined && response.result === undefined && response.error === undefined;
  if (!isRefused && isEmpty) return { what: "a response with neither a result nor an error", when: [] };
  return { what: isRefused ? `HTTP ${status}` : `not ${withoutEra(expected)}`, when: [] };
}

const FAILED_FROM = 500;

/**
 * Checks the status of an answer.
 * @param served the deviation if the request was not rejected
 * @throws {Violation}
 */
export function isStatus(
  answer: McpAnswer,
  admitted: readonly number[],
  what: string,
  served: Deviation = { what: `served: ${withoutEra(what)}`, when: [] },
): void {
  if (admitted.includes(answer.status)) return;
  assertFirstAttempt(answer);
  throw new Violation({
    expected: `HTTP ${admitted.join(" or ")} for ${what}`,
    actual: describeMcpAnswer(answer),
    exchange: answer.exchange,
    witness: answer.recorded,
    deviations: [isServed(answer) ? served : { ...otherStatus(answer.status, admitted), otherwise: served }],
  });
}

/** An error is a rejection, whatever its status. */
function isServed(answer: McpAnswer): boolean {
  const { waitsFor } = answer.request;
  const response = waitsFor === undefined ? undefined : responseTo(answer, waitsFor);
  return answer.status < REFUSED_FROM && response?.error === undefined;
}

/** A rejection with another status is the same mistake for every request. */
function otherStatus(status: number, [wanted]: readonly number[]): Deviation {
  return { what: status < FAILED_FROM ? `HTTP ${status} instead of ${wanted}` : `HTTP ${status}`, when: [] };
}

/** A rejection has no Bearer challenge that a client can read. */
export const NO_CHALLENGE: Deviation = { what: "no Bearer challenge with parameters", when: [] };
export const SCOPE_UNREAD: Deviation = { what: "the scope of a token has no effect", when: [] };
export const ONE_OF_TWO: Deviation = { what: "one of two parameters of the same name is read", when: [] };
export const NO_REFRESH: Deviation = { what: "a refresh token is rejected", when: [] };
/** The metadata names the origin of the service, and not its address. */
export const ORIGIN_AS_RESOURCE: Deviation = { what: "`resource` is only the origin", when: [] };
export const NO_CONTENT: Deviation = { what: "not a list of content", when: [] };
export const ERROR_OF_ANOTHER_STATUS: Deviation = { what: "a 401 with an error of another status", when: [] };
/** A request without a token gets past the guard of the service, whatever it is then answered. */
export const WITHOUT_TOKEN: Deviation = { what: "a request without a token is served", when: [] };

/** Whether an answer is to a request of the era without sessions: every request of it names its method in a header. */
export function isOfStatelessEra({ request }: McpAnswer): boolean {
  return headersOf(request, "mcp-method").length > 0;
}

/** The responses of an answer, with whatever id. */
export function responsesIn(answer: McpAnswer): readonly Readonly<Record<string, unknown>>[] {
  return messagesOf(answer).filter(isRpcObject).filter(isResponse);
}

/**
 * Judges the response of an answer by its form: JSON-RPC 2.0, the id of the request, a result or an error. The schema of the
 * official library allows no further members, which JSON-RPC does not forbid.
 * @throws {Violation}
 */
export function hasResponseForm(answer: McpAnswer, era = ""): void {
  const { waitsFor } = answer.request;
  const [response, another] = responsesIn(answer).filter(({ id }) => id === waitsFor);
  const expect = (isKept: boolean, expected: string) => {
    if (!isKept) failRequirement(`${expected}${era}`, answer);
  };
  if (response === undefined) failRequirement(`a response with the id of the request${era}`, answer);
  const { jsonrpc, result, error } = response;
  expect(another === undefined, "one response with the id of the request");
  expect(jsonrpc === "2.0", 'jsonrpc "2.0"');
  const isEither =
    isRpcObject(result) !== isRpcObject(error) && (result === undefined) !== (error === undefined);
  expect(isEither, "a result or an error, and not both");
  if (error === undefined) return;
  expect(Number.isInteger(memberOf(error, "code")), "an integer as code of the error");
  expect(typeof memberOf(error, "message") === "string", "a text as message of the error");
}

function isResponse(message: Readonly<Record<string, unknown>>): boolean {
  return message["method"] === undefined && ("result" in message || "error" in message || "id" in message);
}

/** A kind of result, named as in the schema of the specification. */
type Shape = "CallToolResult" | "DiscoverResult" | "InitializeResult" | "ListToolsResult";

/**
 * Where a result breaks the schema of the official library: the place and the reason.
 * @param part the places that are judged, for example `tools.0.name`. Default: each
 */
export async function breachOfShape(shape: Shape, result: unknown, part = /^/): Promise<string | undefined> {
  const { specTypeSchemas } = await import("@modelcontextprotocol/server");
  const { issues = [] } = specTypeSchemas[shape]["~standard"].validate(result);
  const breaches = issues.map(({ path = [], message }) => {
    const place = path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");
    return { place, message };
  });
  const found = breaches.find(({ place }) => part.test(place));
  return found && `at ${found.place || "its root"}: ${found.message}`;
}

/**
 * Checks a result by the schema of the official library.
 * @throws {Violation}
 * @throws {InconclusiveError} without a result
 */
export async function hasShape(answer: McpAnswer, shape: Shape): Promise<void> {
  const breach = await breachOfShape(shape, validResult(answer));
  if (breach !== undefined) failRequirement(`a ${shape} of the specification`, answer, breach);
}
