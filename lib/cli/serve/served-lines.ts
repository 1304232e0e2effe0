import { profileNames } from "../../profile/profile-location.ts";
import { isLoopback } from "../../text/is-loopback.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { shellWord } from "../../text/shell-word.ts";
import { MCP_PATH } from "../../reference/mcp/places.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { commandLineText } from "../../package/command-line-text.ts";
import type { ServeRequest } from "./serve-request.ts";

const LABEL_CHARS = 10;
/** The profile of a run that names none. */
const DEFAULT_PROFILE = "reference";
const UNTRUSTED =
  "after you trust its certificate: --certificate ca.pem writes it, for target.ca of a profile";

/** Lines after the address for users who want to send requests to the served reference, or to check it. */
export function servedLines(
  { profile: asked, https, certificate }: ServeRequest,
  { merchants, auth, mcp }: Profile,
  url: string,
): string[] {
  const isOurs = profileNames().includes(asked);
  const named = asked === DEFAULT_PROFILE ? [] : ["--profile", asked];
  const reachable = reachableFrom(url);
  const consent = isLoopback(reachable) ? [] : ["--disposable"];
  const trust = certificate === undefined ? "" : `NODE_EXTRA_CA_CERTS=${shellWord(certificate)} `;
  return [
    ...merchants.map(({ name, apiKey, secret }) => {
      const shown = [apiKey, ...(auth.mode === "signed" && secret !== undefined ? [`secret ${secret}`] : [])];
      return line("Merchant", `${name}, key ${isOurs ? shown.join(", ") : "of the profile"}`);
    }),
    line("Check it", `${trust}${commandLineText(["run", ...named, "--base-url", reachable, ...consent])}`),
    ...(mcp.readOnlyToken === null || mcp.readWriteToken === null
      ? []
      : [line("MCP", `${reachable}${MCP_PATH}, checked too with --mcp-url ${reachable}${MCP_PATH}`)]),
    ...(https === true && certificate === undefined ? [line("", UNTRUSTED)] : []),
  ];
}

/**
 * The address for a client of this machine: a server that listens on all interfaces also listens on loopback.
 */
function reachableFrom(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

function line(label: string, text: string): string {
  return `${label.padEnd(LABEL_CHARS)}${terminalText(text)}`;
}
