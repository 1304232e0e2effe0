import { type McpRequest, withHeader } from "./mcp-request.ts";
import type { McpFacts } from "../../profile/schema/mcp-schema.ts";
import { type Era, headerValue } from "./era.ts";
import { isRpcObject, parseJson, type RpcObject } from "./rpc.ts";
import { inOtherCase } from "../../text/other-case.ts";

/** Another form of the call of a tool. A service may overlook the scope of its token. */
export interface CallForm {
  readonly what: string;
  /** The only era with this form. Default: both have it. */
  readonly of?: Era["name"];
  /** @param facts of the profile */
  readonly take: (request: McpRequest, tool: string, facts: McpFacts) => McpRequest;
}

/** A call that gets no answer. */
export const AS_NOTIFICATION: CallForm = { what: "as a notification", take: (request) => withoutId(request) };

/** The same call for a server that looks at what it must: with members and headers that clients and gateways add. */
export const ADORNED: CallForm = {
  what: "with a text as id, a progress token, a charset, a query string and headers of proxies and browsers",
  take: (request, _tool, { allowedOrigin }) =>
    [...ADDED, ["Origin", allowedOrigin ?? undefined] as const].reduce(
      (taken, [name, value]) => withHeader(taken, name, value),
      {
        ...withMember(withId(request, "conformance-a.7"), "_meta", (meta) => ({ ...meta, progressToken: 1 })),
        url: withQuery(request.url),
      },
    ),
};

const ADDED = [
  ["Content-Type", "application/json; charset=utf-8"],
  ["Accept", "text/event-stream, application/json;q=0.9"],
  ["Accept-Language", "en"],
  ["Last-Event-ID", "1"],
  ["X-Forwarded-For", "127.0.0.1"],
] as const;

/** Spellings of a path that a gate may compare as they are, and a service takes for the same. */
export const PATH_SPELLINGS: readonly (readonly [what: string, spell: (pathname: string) => string])[] = [
  ["a slash behind the path", (pathname) => `${pathname}/`],
  ["a path in upper case", (pathname) => pathname.toUpperCase()],
  ["a doubled slash", (pathname) => `/${pathname}`],
  ["a dot segment encoded", (pathname) => `/%2e${pathname}`],
  ["an encoded letter in the path", encodedLetter],
];

/** Forms in which a call may escape the check of its scope; the first ones are those that are mistaken most often. */
export const CALL_FORMS: readonly CallForm[] = [
  AS_NOTIFICATION,
  ADORNED,
  { what: "with the read tool in its headers", of: "stateless", take: namingReadTool },
  { what: "with the id null", take: (request) => withNullId(request) },
  ...["application/json", "text/event-stream", "*/*"].map((type) => settingHeader("Accept", type)),
  settingHeader("X-HTTP-Method-Override", "GET"),
  settingHeader("MCP-Protocol-Version", undefined, "handshake"),
  {
    what: "with the name of the tool in other letter case",
    take: (request, tool) => withToolName(request, inOtherCase(tool)),
  },
  {
    what: "with the name of the read tool before its own",
    take: withTwoNames,
  },
  {
    what: "with a blank before the name of the tool",
    take: (request, tool) => withToolName(request, ` ${tool}`),
  },
  { what: "with the read tool in a header of the other era", of: "handshake", take: namingReadTool },
  { what: "with another method and other parameters before its own", take: withTwoMethods },
  { what: "in another spelling of its JSON, with the id 0, behind many blanks", take: respelled },
  ...PATH_SPELLINGS.map(([what, spell]) => ({
    what: `with ${what}`,
    take: (request: McpRequest) => withPath(request, spell),
  })),
];

function settingHeader(name: string, value: string | undefined, of?: Era["name"]): CallForm {
  const what = value === undefined ? `without ${name}` : `with ${name}: ${value}`;
  return { what, take: (request) => withHeader(request, name, value), ...(of && { of }) };
}

export function withPath(request: McpRequest, spell: (pathname: string) => string): McpRequest {
  const { origin, pathname, search } = new URL(request.url);
  return { ...request, url: `${origin}${spell(pathname)}${search}` };
}

/** The last letter of a path, as a gateway may compare it and a service decodes it. */
function encodedLetter(pathname: string): string {
  return pathname.replace(
    /[a-z](?=[^a-z]*$)/i,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function namingReadTool(request: McpRequest, _tool: string, { read }: McpFacts): McpRequest {
  return withHeader(request, "Mcp-Name", headerValue(read?.tool ?? ""));
}

/** JSON with a repeated member: a gate and a service may read different ones. */
function withTwoNames(request: McpRequest, tool: string, { read }: McpFacts): McpRequest {
  const own = `"name":${JSON.stringify(tool)}`;
  const both = `"name":${JSON.stringify(read?.tool)},${own}`;
  return { ...request, body: request.body?.replace(own, () => both) ?? "" };
}

/** The same for the method and the parameters as a whole. */
function withTwoMethods(request: McpRequest, _tool: string, { read }: McpFacts): McpRequest {
  const others = `"method":"tools/list","params":${JSON.stringify({ name: read?.tool })},"method":`;
  return { ...request, body: request.body?.replace('"method":', () => others) ?? "" };
}

/** More than a gate may read of a body. */
const BLANKS = 70_000;

/** The same call, for whoever reads JSON: its body is longer, has more members, and spells the tool with an escape. */
function respelled(request: McpRequest, tool: string): McpRequest {
  const named = withId(request, 0);
  const { body = "" } = named;
  const escaped = `\\u${tool.charCodeAt(0).toString(16).padStart(4, "0")}${JSON.stringify(tool.slice(1)).slice(1)}`;
  const spelled = body.replace(`"name":${JSON.stringify(tool)}`, () => `"name" : "${escaped}`);
  return { ...named, body: `${" ".repeat(BLANKS)}${spelled}` };
}

function withQuery(address: string): string {
  const url = new URL(address);
  url.searchParams.set("conformance", "1");
  return url.href;
}

function withMessage(request: McpRequest, change: (message: RpcObject) => RpcObject): McpRequest {
  const message = parseJson(request.body ?? "");
  return isRpcObject(message) ? { ...request, body: JSON.stringify(change(message)) } : request;
}

export function withId(request: McpRequest, id: number | string): McpRequest {
  return { ...withMessage(request, (message) => ({ ...message, id })), waitsFor: id };
}

function withoutId(request: McpRequest): McpRequest {
  const { waitsFor: _waitsFor, ...others } = withMessage(request, ({ id: _id, ...message }) => message);
  return others;
}

/** The same request with the id null, which no request may have. */
function withNullId(request: McpRequest): McpRequest {
  const { waitsFor: _waitsFor, ...others } = withMessage(request, (message) => ({ ...message, id: null }));
  return others;
}

function withToolName(request: McpRequest, name: string): McpRequest {
  return withMember(request, "name", () => name);
}

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

export function withoutMeta(request: McpRequest, name?: string): McpRequest {
  return withMember(request, "_meta", (meta) =>
    name === undefined ? undefined : { ...meta, [name]: undefined },
  );
}
