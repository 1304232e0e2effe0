import { exceedsDepth } from "../../text/exceeds-depth.ts";
import { jsonOrUndefined } from "../../text/json-or-undefined.ts";
import { headersOf, type McpAnswer } from "./mcp-request.ts";
import { eventsIn } from "./event-reader.ts";

export type RpcObject = Readonly<Record<string, unknown>>;

/** A JSON-RPC message that answers a request. */
export interface RpcResponse {
  readonly whole: RpcObject;
  readonly result: RpcObject | undefined;
  readonly error: RpcObject | undefined;
}

export function isRpcObject(value: unknown): value is RpcObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function memberOf(value: unknown, name: string): unknown {
  return isRpcObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The entries of a list; none of what is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value of a JSON text. Undefined: it is invalid, or nested too deeply. */
export function parseJson(text: string): unknown {
  return exceedsDepth(text) ? undefined : jsonOrUndefined(text);
}

export function isStream(answer: Pick<McpAnswer, "headers">): boolean {
  return mediaType(answer) === "text/event-stream";
}

/** A document counts as JSON with any parameters of the type. */
export function isJson(answer: Pick<McpAnswer, "headers">): boolean {
  return mediaType(answer) === "application/json";
}

/** The media type of an answer, without its parameters. */
export function mediaType(answer: Pick<McpAnswer, "headers">): string {
  const [type = ""] = headersOf(answer, "content-type");
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}

/** The messages of an answer: the one of a JSON body, or those of a stream of events. */
export function messagesOf(answer: Pick<McpAnswer, "headers" | "text">): readonly unknown[] {
  const texts = isStream(answer) ? eventsIn(answer.text) : [answer.text];
  return texts.map(parseJson).filter((message) => message !== undefined);
}

/** The messages of an answer, with those that are together in a list. */
export function messagesOfBatch(answer: Pick<McpAnswer, "headers" | "text">): readonly unknown[] {
  return messagesOf(answer).flatMap(eachOf);
}

/** The entries of a list. Any other value stands for itself. */
export function eachOf(message: unknown): readonly unknown[] {
  return Array.isArray(message) ? listOf(message) : [message];
}

export function isResponseTo(message: unknown, id: number | string | undefined): message is RpcObject {
  return isRpcObject(message) && message["id"] === id && message["method"] === undefined;
}

/** The response to the request of an answer, or to another id, if the answer has one. */
export function responseTo(
  answer: Pick<McpAnswer, "headers" | "text"> & {
    readonly request?: Pick<McpAnswer["request"], "waitsFor" | "body">;
  },
  id = answer.request?.waitsFor,
): RpcResponse | undefined {
  const isOfBatch = answer.request?.body?.startsWith("[") === true;
  const messages = isOfBatch ? messagesOfBatch(answer) : messagesOf(answer);
  const found = messages.find((message) => isResponseTo(message, id));
  if (found === undefined) return undefined;
  const { result, error } = found;
  return {
    whole: found,
    result: isRpcObject(result) ? result : undefined,
    error: isRpcObject(error) ? error : undefined,
  };
}

/** The result of a successful request. A tool that reports an error has failed. */
export function resultOf(answer: McpAnswer): RpcObject | undefined {
  if (answer.status !== 200) return undefined;
  const { result } = responseTo(answer) ?? {};
  return result?.["isError"] === true ? undefined : result;
}
