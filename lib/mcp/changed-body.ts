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

/** The same request without a member of `_meta`. */
export function withoutMeta(request: McpRequest, name: string): McpRequest {
  return withMessage(request, (message) => {
    const { params } = message;
    const meta = isRpcObject(params) ? params["_meta"] : undefined;
    if (!isRpcObject(params) || !isRpcObject(meta)) return message;
    const { [name]: _left, ...others } = meta;
    return { ...message, params: { ...params, _meta: others } };
  });
}
