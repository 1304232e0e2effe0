import { callsOf } from "./steps-of.ts";
import type { Profile } from "../schema/profile-schema.ts";
import type { McpFacts } from "../schema/mcp-schema.ts";

/** Three parts in base64url, as of a JSON Web Token. */
const JWT = /^[\w-]+\.([\w-]{8,})\.([\w-]*)$/;
const MIN_PART_CHARS = 8;

/** The tokens and secrets of the MCP service. A JSON Web Token adds its claims and its signature separately. */
function mcpSecrets(mcp: McpFacts): readonly (readonly [label: string, value: string])[] {
  const secrets = { "client.secret": mcp.client?.secret, "otherClient.secret": mcp.otherClient?.secret };
  const tokens = Object.entries(mcp).filter(([name]) => name.endsWith("Token"));
  return [...tokens, ...Object.entries(secrets)].flatMap(([name, value]) =>
    typeof value === "string" ? [value, ...partsOf(value)].map((text) => [`mcp.${name}`, text] as const) : [],
  );
}

function partsOf(token: string): string[] {
  const [, payload = "", signature = ""] = JWT.exec(token) ?? [];
  return [payload, signature].filter(({ length }) => length >= MIN_PART_CHARS);
}

/** A value that no result may contain, and its replacement. */
export interface Secret {
  readonly value: string;
  /** For example `alpha.apiKey`. */
  readonly label: string;
}

/** Shorter header values are constants, and hiding them would blur every report. */
const MIN_HEADER_CHARS = 8;
const PUBLIC_HEADER = /^(accept|content|user-agent|x-request-id|host)/i;

/** Every secret of a profile: credentials, tokens, headers of the trigger, passwords in URLs. */
export function secretsOf(profile: Profile): readonly Secret[] {
  const steps = callsOf(profile.events);
  const headers = steps.flatMap((step) => Object.entries(step.headers));
  const candidates: readonly (readonly [label: string, value: string | null | undefined])[] = [
    ...profile.merchants.flatMap(
      ({ name, apiKey, secret }) =>
        [
          [`${name}.apiKey`, apiKey],
          [`${name}.secret`, secret],
        ] as const,
    ),
    ...mcpSecrets(profile.mcp),
    ...headers
      .filter(([name, value]) => !PUBLIC_HEADER.test(name) && value.length >= MIN_HEADER_CHARS)
      .map(([name, value]) => [`trigger.${name}`, value.replace(/^(?:Basic|Bearer) +/i, "")] as const),
    ["events.signing.secret", profile.events.signing?.secret],
    ["events.receiver.relay.token", profile.events.receiver?.relay?.token],
    ["events.receiver.relay.url", passwordIn(profile.events.receiver?.relay?.url)],
    ["target.proxy", passwordIn(profile.target.proxy)],
    ...steps.map(({ url }) => ["trigger.url", passwordIn(url)] as const),
    ["mcp.url", passwordIn(profile.mcp.url)],
  ];
  return candidates.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** The decoded text: a URL contains it percent-encoded. */
function passwordIn(url: string | null | undefined): string | undefined {
  const password = URL.parse(url ?? "")?.password;
  try {
    return password === undefined ? undefined : decodeURIComponent(password);
  } catch {
    return password;
  }
}
