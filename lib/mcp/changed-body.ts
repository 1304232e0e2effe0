import type { McpRequest } from "./door.ts";
import { isRpcObject, parseJson, type RpcObject } from "./rpc.ts";

/** The same request with another message in its body. */
function withMessage(request: McpRequest, change: (message: RpcObject) => RpcObject): McpRequest {
  const message = parseJson(request.body ?? "");
  return isRpcObject(message) ? { ...request, body: JSON.stringify(change(message)) } : request;
}

/** The same request with another id. */
export function withId(request: McpRequest, id: number | string): McpRequest {
  return { ...withMessage(request, (message) => ({ ...message, id })), waitsFor: id };
}

/** The same message without an id: a notification. */
export function withoutId(request: McpRequest): McpRequest {
  const { waitsFor: _waitsFor, ...others } = withMessage(request, ({ id: _id, ...message }) => message);
  return others;
}

/** The same request with the id null, which no request may have. */
export function withNullId(request: McpRequest): McpRequest {
  const { waitsFor: _waitsFor, ...others } = withMessage(request, (message) => ({ ...message, id: null }));
  return others;
}

/** The same call with another spelling of the name of its tool. */
export function withToolName(request: McpRequest, name: string): McpRequest {
  return withMessage(request, (message) => ({
    ...message,
    params: { ...(isRpcObject(message["params"]) ? message["params"] : {}), name },
  }));
}

/** The same request without a member of `_meta`, or without `_meta`. */
export function withoutMeta(request: McpRequest, name?: string): McpRequest {
  return withMessage(request, (message) => {
    const { params } = message;
    if (!isRpcObject(params)) return message;
    const { _meta: meta, ...others } = params;
    if (name === undefined || !isRpcObject(meta)) return { ...message, params: others };
    const { [name]: _left, ...kept } = meta;
    return { ...message, params: { ...params, _meta: kept } };
  });
}
