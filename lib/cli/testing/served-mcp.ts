import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { loadProfile } from "../../profile/load/load-profile.ts";
import { createReference } from "../../reference/reference.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { referenceMcp } from "../run/embedded-reference.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { stringify } from "yaml";

const { profile } = await loadProfile("reference", {});
const META = "io.modelcontextprotocol/";

/** A profile of an MCP service that knows the tokens and clients of the reference, and of nothing else. */
export function profileText(url: string): string {
  return stringify({ name: "service", mcp: { ...profile.mcp, url } });
}

/** The reference with its MCP service on a port, until the test ends. */
export interface ServedMcp {
  readonly url: string;
  /** The paths of the requests that it got. */
  readonly paths: readonly string[];
  /** A profile for one merchant of it; each field of `mcp` as YAML. */
  readonly profileWith: (mcp: Readonly<Record<string, string>>) => string;
  /** The answer of a tool to the read-write token. */
  readonly tool: (name: string, given: object) => Promise<string>;
}

/** A layer between a client and the reference. */
export interface Between {
  /** Receives the body of each request, after it was carried out and before it is answered. */
  readonly heard?: (body: string) => unknown;
  /** Replaces a token before the reference sees it. */
  readonly known?: (token: string) => string;
  /** Makes another answer of one. */
  readonly changed?: (answer: Response) => Promise<Response>;
}

export async function servedMcp({
  heard = () => undefined,
  known = (token) => token,
  changed = async (answer) => answer,
}: Between = {}): Promise<ServedMcp> {
  const mcp = referenceMcp(profile);
  const reference = createReference({ merchants: profile.merchants, ...(mcp && { mcp }) });
  const paths: string[] = [];
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      paths.push(new URL(request.url).pathname);
      const body = await request.clone().text();
      const [, scheme, token] = /^(Bearer) (.*)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
      if (token !== undefined) request.headers.set("authorization", `${scheme} ${known(token)}`);
      const answer = await reference.fetch(request, arrival);
      heard(body);
      return changed(answer);
    },
  });
  onTestFinished(async () => server.close());
  return {
    url: server.url,
    paths,
    profileWith: (given) => written(server.url, { read: "{ tool: list_cards }", ...given }),
    tool: async (name, given) => callTool(`${server.url}/mcp`, name, given),
  };
}

/** The two tokens that it knows, as YAML. */
export const TOKENS = {
  readOnlyToken: JSON.stringify(profile.mcp.readOnlyToken),
  readWriteToken: JSON.stringify(profile.mcp.readWriteToken),
} as const;

function written(url: string, mcp: Readonly<Record<string, string>>): string {
  const file = join(temporaryFolder(), "profile.yaml");
  const [alpha] = profile.merchants;
  const lines = [
    "name: t",
    `baseUrl: ${url}`,
    "auth: { mode: api-key }",
    `merchants: [{ name: alpha, apiKey: ${alpha?.apiKey} }]`,
    "mcp:",
    `  url: ${url}/mcp`,
    ...Object.entries(mcp).map(([name, value]) => `  ${name}: ${value}`),
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

async function callTool(url: string, name: string, given: object): Promise<string> {
  const about = {
    [`${META}protocolVersion`]: "2026-07-28",
    [`${META}clientInfo`]: { name: "test", version: "1" },
    [`${META}clientCapabilities`]: {},
  };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${profile.mcp.readWriteToken}`,
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: given, _meta: about },
    }),
  });
  return response.text();
}
