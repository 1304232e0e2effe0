import { type McpAnswer, headersOf } from "../door.ts";
import { isRpcObject, memberOf, messagesOf } from "../rpc.ts";
import { failRequirement } from "./fails.ts";

/** Whether an answer is to a request of the era without sessions: every request of it names its method in a header. */
export function isOfStatelessEra({ request }: McpAnswer): boolean {
  return headersOf(request, "mcp-method").length > 0;
}

/** The responses of an answer, with whatever id. */
export function responsesIn(answer: McpAnswer): readonly Readonly<Record<string, unknown>>[] {
  return messagesOf(answer).filter(isRpcObject).filter(isResponse);
}

/**
 * Judges the response of an answer by its form: JSON-RPC 2.0, the id of the request, a result or an error.
 * @throws {Violation}
 */
export function hasResponseForm(answer: McpAnswer, era = ""): void {
  const { waitsFor } = answer.request;
  const found = responsesIn(answer).filter(({ id }) => id === waitsFor);
  const [response, another] = found;
  if (response === undefined) failRequirement(`a response with the id of the request${era}`, answer);
  if (another !== undefined) failRequirement(`one response with the id of the request${era}`, answer);
  if (response["jsonrpc"] !== "2.0") failRequirement(`jsonrpc "2.0"${era}`, answer);
  const { result, error } = response;
  if (isRpcObject(result) === isRpcObject(error))
    failRequirement(`a result or an error, and not both${era}`, answer);
  if (result !== undefined && error !== undefined)
    failRequirement(`a result or an error, and not both${era}`, answer);
  if (error === undefined) return;
  const { code, message } = { code: memberOf(error, "code"), message: memberOf(error, "message") };
  if (!Number.isInteger(code)) failRequirement(`an integer as code of the error${era}`, answer);
  if (typeof message !== "string") failRequirement(`a text as message of the error${era}`, answer);
}

function isResponse(message: Readonly<Record<string, unknown>>): boolean {
  return message["method"] === undefined && ("result" in message || "error" in message || "id" in message);
}
