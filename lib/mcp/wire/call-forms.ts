import { type McpRequest, withHeader } from "./mcp-request.ts";
import { type Era, headerValue } from "./era.ts";
import { isRpcObject, parseJson, type RpcObject } from "./rpc.ts";

/** Another form of the call of a tool. A service may overlook the scope of its token. */
export interface CallForm {
  readonly what: string;
  /** The only era with this form. Default: both have it. */
  readonly of?: Era["name"];
  readonly take: (request: McpRequest, tool: string, readTool: string) => McpRequest;
}

/** A call that gets no answer. */
export const AS_NOTIFICATION: CallForm = { what: "as a notification", take: (request) => withoutId(request) };

/** Forms in which a call may escape the check of its scope; the first ones are those that are mistaken most often. */
export const CALL_FORMS: readonly CallForm[] = [
  AS_NOTIFICATION,
  { what: "with the read tool in its headers", of: "stateless", take: namingReadTool },
  { what: "with the id null", take: (request) => withNullId(request) },
  {
    what: "with the name of the tool in other letter case",
    take: (request, tool) => withToolName(request, otherCase(tool)),
  },
  {
    what: "with the name of the read tool before its own",
    take: (request, tool, readTool) => withTwoNames(request, tool, readTool),
  },
  {
    what: "with a blank before the name of the tool",
    take: (request, tool) => withToolName(request, ` ${tool}`),
  },
  { what: "with the read tool in a header of the other era", of: "handshake", take: namingReadTool },
  { what: "with another method and other parameters before its own", take: withTwoMethods },
  { what: "in another spelling of its JSON, with a text as id, behind many blanks", take: respelled },
  { what: "with a charset, a query string and the id 0", take: (request) => withCharset(request) },
];

function namingReadTool(request: McpRequest, _tool: string, readTool: string): McpRequest {
  return withHeader(request, "Mcp-Name", headerValue(readTool));
}

/** JSON with a repeated member: a gate and a service may read different ones. */
function withTwoNames(request: McpRequest, tool: string, readTool: string): McpRequest {
  const own = `"name":${JSON.stringify(tool)}`;
  const both = `"name":${JSON.stringify(readTool)},${own}`;
  return { ...request, body: request.body?.replace(own, () => both) ?? "" };
}

/** The same for the method and the parameters as a whole. */
function withTwoMethods(request: McpRequest, _tool: string, readTool: string): McpRequest {
  const others = `"method":"tools/list","params":${JSON.stringify({ name: readTool })},"method":`;
  return { ...request, body: request.body?.replace('"method":', () => others) ?? "" };
}

/** More than a gate may read of a body. */
const BLANKS = 70_000;

/** The same call, for whoever reads JSON: its body is longer, has more members, and spells the tool with an escape. */
function respelled(request: McpRequest, tool: string): McpRequest {
  const named = withId(request, "conformance-a.7");
  const { body = "" } = withMember(named, "_meta", (meta) => ({ ...meta, progressToken: 1 }));
  const escaped = `\\u${tool.charCodeAt(0).toString(16).padStart(4, "0")}${JSON.stringify(tool.slice(1)).slice(1)}`;
  const spelled = body.replace(`"name":${JSON.stringify(tool)}`, () => `"name" : "${escaped}`);
  return { ...named, body: `${" ".repeat(BLANKS)}${spelled}` };
}

function withCharset(request: McpRequest): McpRequest {
  const url = new URL(request.url);
  url.searchParams.set("conformance", "1");
  const changed = withHeader(withId(request, 0), "Content-Type", "application/json; charset=utf-8");
  return { ...changed, url: url.href };
}

function otherCase(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
}

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
function withoutId(request: McpRequest): McpRequest {
  const { waitsFor: _waitsFor, ...others } = withMessage(request, ({ id: _id, ...message }) => message);
  return others;
}

/** The same request with the id null, which no request may have. */
function withNullId(request: McpRequest): McpRequest {
  const { waitsFor: _waitsFor, ...others } = withMessage(request, (message) => ({ ...message, id: null }));
  return others;
}

/** The same call with another spelling of the name of its tool. */
function withToolName(request: McpRequest, name: string): McpRequest {
  return withMember(request, "name", () => name);
}

/** The same request with another value of a member of its parameters. */
function withMember(
  request: McpRequest,
  name: string,
  change: (value: RpcObject | undefined) => unknown,
): McpRequest {
  return withMessage(request, (message) => {
    const { params } = message;
    if (!isRpcObject(params)) return message;
    const value = params[name];
    return { ...message, params: { ...params, [name]: change(isRpcObject(value) ? value : undefined) } };
  });
}

/** The same request without a member of `_meta`, or without `_meta`. */
export function withoutMeta(request: McpRequest, name?: string): McpRequest {
  return withMember(request, "_meta", (meta) =>
    name === undefined ? undefined : { ...meta, [name]: undefined },
  );
}
