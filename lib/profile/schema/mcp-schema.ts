import * as z from "zod";
import { orNull } from "../../files/fields.ts";
import { EMBEDDED } from "../fields/base-url.ts";
import { valueAtPath } from "../fields/field-path.ts";
import type { FieldProblem } from "../yaml/interpolate.ts";
import { RUN_OPTIONS } from "./options.ts";

/** Placeholder in the command that prints tokens: the wanted scope. */
export const SCOPE_NAME = "{scope}";

/** Placeholder in the arguments of a write and in `shows`: a new text each time. */
export const FRESH_TEXT = "{fresh}";

const ORIGIN = /^https?:\/\/[^\s/?#]+$/;

const tokenSchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "expected visible ASCII characters, without blanks or line breaks")
  .nullable()
  .default(null);

const callSchema = z.strictObject({
  tool: z.string().min(1).describe("Name of the tool."),
  arguments: z.record(z.string(), z.json()).default({}).describe("Arguments of a successful call."),
});

const writeSchema = z.strictObject({
  ...callSchema.shape,
  shows: z
    .string()
    .min(3)
    .describe(
      `Text that the answer of the read tool contains after this call, but not before. ${FRESH_TEXT} in it and in the arguments is a new text each time.`,
    ),
});

/** A name or an address, with an optional port. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const hostSchema = z
  .string()
  .regex(HOST, "expected a host, such as login.issuer.example, and its port if it has one");

const clientSchema = z.strictObject({
  id: z.string().min(1).describe("The client_id."),
  secret: orNull(z.string().min(1), "The client secret. null: a public client."),
  redirectUri: z
    .url({ error: "expected a URL" })
    .describe("The only registered redirect URI of the client. No server is required there."),
  issuer: orNull(
    z.url({ protocol: /^https?$/, error: "expected a URL that begins with https://" }),
    "Address of the authorization server of this client. Client id, secret, codes and verifiers go to this scheme, host and port only. With a path, they go to the issuer of this path only: one origin may serve many tenants. Default: the origin of mcp.url, or the issuer that the MCP service names if mcp.hosts lists its host.",
  ),
});

const scopesSchema = z.strictObject({
  readOnly: z.string().min(1).describe("Scope of read-only access. Separate several with spaces."),
  readWrite: z.string().min(1).describe("Scope of read-write access. Separate several with spaces."),
});

/** The MCP service: its address, tokens, a read tool and a write tool. Missing fields leave checks uncovered. */
export const mcpSchema = z.strictObject({
  url: RUN_OPTIONS.mcpUrl.schema.describe(
    `Address of the MCP service. null: its checks are uncovered. With baseUrl ${EMBEDDED}, ${EMBEDDED} is the MCP service of the reference.`,
  ),
  readOnlyToken: tokenSchema.describe("Access token of the read-only scope."),
  readWriteToken: tokenSchema.describe("Access token of the read-write scope."),
  tokenCommand: orNull(
    z
      .array(z.string().min(1))
      .min(1)
      .refine(
        (words) => words.some((word) => word.includes(SCOPE_NAME)),
        `expected ${SCOPE_NAME} in an argument: it says which of the two tokens is wanted`,
      ),
    `A program with arguments that prints a token. Alternative to the two tokens. ${SCOPE_NAME} stands for mcp.scopes.readOnly or readWrite, or without mcp.scopes for read-only or read-write. The run starts it again when a token has expired.`,
  ),
  expiredToken: tokenSchema.describe("Access token that was valid and has expired."),
  otherResourceToken: tokenSchema.describe("Valid access token of the same issuer for another resource."),
  otherServerToken: tokenSchema.describe("Valid access token of another authorization server."),
  noScopeToken: tokenSchema.describe("Valid access token with neither of the two scopes."),
  secondUserToken: tokenSchema.describe("Valid access token of another user, of the read-only scope."),
  otherMerchantToken: tokenSchema.describe(
    "Valid access token of a user of another merchant, of the read-only scope. The read tool must not show it what the write tool writes.",
  ),
  read: orNull(callSchema, "Tool that only reads. Its answer shows the effect of the write tool."),
  write: orNull(writeSchema, "Tool that writes. Together with `disposable` you consent to its calls."),
  undo: orNull(callSchema, "Tool that undoes the write. The read tool then no longer shows the effect."),
  otherWrites: z
    .array(writeSchema)
    .default([])
    .describe(
      `Further tools that write. The run calls each with the read-only token, which must have no effect. ${FRESH_TEXT} is required in the arguments and in \`shows\`. mcp.write is required too.`,
    ),
  allowedOrigin: orNull(
    z.string().regex(ORIGIN, "expected an origin, such as https://app.issuer.example"),
    "Origin whose pages may use the service. null: unknown.",
  ),
  hosts: z
    .array(hostSchema)
    .default([])
    .describe(
      "Other hosts of the deployment, for example the authorization server. The run reads metadata there, over https. Default: none. Checks that need another host are then uncovered and name it.",
    ),
  scopes: orNull(scopesSchema, "Names of the two scopes. null: unknown."),
  client: orNull(
    clientSchema,
    "OAuth client for which the authorization server needs no person. Default: none.",
  ),
  otherClient: orNull(clientSchema, "A second such client. Default: none."),
});

/** The facts of the MCP service of a deployment. */
export type McpFacts = z.output<typeof mcpSchema>;

export type ToolCall = z.output<typeof callSchema>;

/** A tool call that writes, as in a profile. */
export type WriteCall = z.output<typeof writeSchema>;

/** Checks rules over several fields of the section `mcp`. */
export function mcpProblems(data: unknown): FieldProblem[] {
  return [...address(data), ...repeatable(data), ...distinguishable(data)];
}

function address(data: unknown): FieldProblem[] {
  const path = ["mcp", "url"];
  if (valueAtPath(data, path) !== EMBEDDED || valueAtPath(data, ["baseUrl"]) === EMBEDDED) return [];
  return [{ path, message: `expected a URL, since baseUrl is not ${EMBEDDED} (got "${EMBEDDED}")` }];
}

/** Nothing undoes these writes, so each must be distinguishable. */
function distinguishable(data: unknown): FieldProblem[] {
  const writes = valueAtPath(data, ["mcp", "otherWrites"]);
  if (!Array.isArray(writes)) return [];
  return writes.flatMap((write: unknown, index) => {
    if (typeof write !== "object" || write === null) return [];
    const missing = ["arguments", "shows"].filter((field) => !hasFreshText(write, field));
    return missing.map((field) => ({
      path: ["mcp", "otherWrites", index, field],
      message: `expected ${FRESH_TEXT} in it, because nothing undoes this write`,
    }));
  });
}

/** The run writes several times: it must distinguish or undo each write. */
function repeatable(data: unknown): FieldProblem[] {
  const write = valueAtPath(data, ["mcp", "write"]) ?? null;
  const undo = valueAtPath(data, ["mcp", "undo"]) ?? null;
  if (write === null || undo !== null) return [];
  if (hasFreshText(write, "arguments") && hasFreshText(write, "shows")) return [];
  const message = `expected a tool that undoes mcp.write, or ${FRESH_TEXT} in its arguments and in what it shows (got nothing)`;
  return [{ path: ["mcp", "undo"], message }];
}

function hasFreshText(write: unknown, field: string): boolean {
  return JSON.stringify(valueAtPath(write, [field]) ?? "").includes(FRESH_TEXT);
}
