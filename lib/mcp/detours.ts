import { type McpRequest, withHeader } from "./door.ts";

/** Another way to the same service: who goes it shows no token. */
export interface McpDetour {
  readonly what: string;
  readonly take: (request: McpRequest) => McpRequest;
}

const header = (name: string, value: string): McpDetour => ({
  what: `the header ${name}: ${value}`,
  take: (request) => withHeader(request, name, value),
});

const path = (what: string, change: (pathname: string) => string): McpDetour => ({
  what,
  take(request) {
    const { origin, pathname, search } = new URL(request.url);
    return { ...request, url: `${origin}${change(pathname)}${search}` };
  },
});

/** Headers of no other meaning for HTTP, so that one request may have all of them. */
const TRUSTED: readonly McpDetour[] = [
  header("X-Forwarded-For", "127.0.0.1"),
  header("X-Authenticated-User", "admin"),
  header("User-Agent", "mcp-inspector"),
  header("Cookie", "access_token=conformance; session=conformance"),
];
const SLASH = path("a slash behind the path", (pathname) => `${pathname}/`);
const NULL_TOKEN = header("Authorization", "Bearer null");
const QUERY = path("a query string", (pathname) => `${pathname}?conformance=1`);

/** Of these, at quick depth: those that are mistaken most often, as many as possible in one request. */
export const FREQUENT_MCP_DETOURS: readonly McpDetour[] = [
  SLASH,
  {
    what: "a query string and headers that gateways trust",
    take: (request) => [QUERY, ...TRUSTED].reduce((taken, { take }) => take(taken), request),
  },
  NULL_TOKEN,
];

/** Ways on which a gateway or a service may forget to ask for a token. */
export const MCP_DETOURS: readonly McpDetour[] = [
  SLASH,
  NULL_TOKEN,
  QUERY,
  ...TRUSTED,
  path("a path in upper case", (pathname) => pathname.toUpperCase()),
  header("Authorization", "Basic Og=="),
  header("Authorization", "Bearer undefined"),
  path("a doubled slash", (pathname) => `/${pathname}`),
  path("a dot segment encoded", (pathname) => `/%2e${pathname}`),
  header("X-Original-URL", "/.well-known/oauth-protected-resource"),
  header("X-HTTP-Method-Override", "OPTIONS"),
  header("Access-Control-Request-Method", "POST"),
  header("X-Forwarded-User", "admin"),
  header("Content-Type", "text/plain"),
  { what: "the method PUT", take: (request) => ({ ...request, method: "PUT" }) },
  path("an encoded letter in the path", encodedLetter),
];

/** The last letter of a path, as a gateway may compare it and a service decodes it. */
function encodedLetter(pathname: string): string {
  return pathname.replace(
    /[a-z](?=[^a-z]*$)/i,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
