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

/** Ways on which a gateway or a service may forget to ask for a token; those that are mistaken most often come first. */
export const MCP_DETOURS: readonly McpDetour[] = [
  path("a slash behind the path", (pathname) => `${pathname}/`),
  header("X-Forwarded-For", "127.0.0.1"),
  header("Authorization", "Bearer null"),
  path("a query string", (pathname) => `${pathname}?conformance=1`),
  path("a path in upper case", (pathname) => pathname.toUpperCase()),
  header("Authorization", "Basic Og=="),
  header("Authorization", "Bearer undefined"),
  path("a doubled slash", (pathname) => `/${pathname}`),
  path("a dot segment encoded", (pathname) => `/%2e${pathname}`),
  header("X-Original-URL", "/.well-known/oauth-protected-resource"),
  header("X-HTTP-Method-Override", "OPTIONS"),
  header("X-Authenticated-User", "admin"),
  header("User-Agent", "mcp-inspector"),
  header("Access-Control-Request-Method", "POST"),
  header("Cookie", "access_token=conformance; session=conformance"),
];
