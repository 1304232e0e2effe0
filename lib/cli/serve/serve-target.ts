import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { loadProfile } from "../../profile/load/load-profile.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { Mutant } from "../../reference/mutant.ts";
import { parseChoice } from "../../reference/parse-choice.ts";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference, type RunningReference, type ServeOptions } from "../../reference/serve-reference.ts";
import { referenceAuth, referenceMcp } from "../run/embedded-reference.ts";
import { UsageError } from "../usage-error.ts";
import { profileNames } from "../../profile/yaml/profile-location.ts";
import { isLoopback } from "../../text/is-loopback.ts";
import { shellWord } from "../../text/shell-word.ts";
import { MCP_PATH } from "../../reference/mcp/places.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { commandLineText } from "../../package/command-line-text.ts";

export interface ServeRequest extends ServeOptions {
  readonly certificate?: string;
  readonly profile: string;
  readonly choice: readonly string[];
  readonly mutant?: string;
}

const LABEL_CHARS = 10;
/** The profile of a run that names none. */
const DEFAULT_PROFILE = "reference";
const UNTRUSTED =
  "after you trust its certificate: --certificate ca.pem writes it, for target.ca of a profile";

/** Lines after the address for users who want to send requests to the served reference, or to check it. */
function servedLines(
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

/** The address for a client of this machine: a server that listens on all interfaces also listens on loopback. */
function reachableFrom(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

function line(label: string, text: string): string {
  return `${label.padEnd(LABEL_CHARS)}${terminalText(text)}`;
}

/**
 * Serves the reference until SIGINT or SIGTERM.
 * @throws {UsageError}, {ProfileError} or {ChoiceError} with the correction
 */
export async function serveTarget(request: ServeRequest, env: Environment): Promise<void> {
  if (request.certificate !== undefined && request.https !== true) {
    throw new UsageError("Cannot write a certificate: add --https");
  }
  const { profile } = await loadProfile(request.profile, env);
  const running = await start(request, profile);
  if (request.certificate !== undefined && running.certificate !== undefined) {
    writeFileSync(request.certificate, running.certificate);
  }
  const wrong = request.mutant === undefined ? "" : `, broken by ${request.mutant}`;
  const address = `The reference listens on ${running.url}${wrong}. Ctrl-C ends it.`;
  process.stdout.write(`${[address, ...servedLines(request, profile, running.url)].join("\n")}\n`);
  const ending = new AbortController();
  await Promise.race(["SIGINT", "SIGTERM"].map(async (name) => once(process, name, ending)));
  ending.abort();
  await running.close();
}

async function start(request: ServeRequest, profile: Profile): Promise<RunningReference> {
  const mutant = request.mutant === undefined ? undefined : await mutantNamed(request.mutant);
  const choices = Object.assign({}, mutant?.choices, ...request.choice.map(parseChoice));
  const reference = createReference({
    merchants: profile.merchants,
    auth: referenceAuth(profile),
    mcp: referenceMcp(profile),
    choices,
    ...(mutant !== undefined && { rules: mutant.apply(conformantRules) }),
  });
  try {
    return await serveReference(reference, request);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(
      `Cannot listen on ${request.host}:${request.port}: ${reason}. Name another port, or 0 for a free one`,
    );
  }
}

async function mutantNamed(name: string): Promise<Mutant> {
  const { findMutant } = await import("./find-mutant.ts");
  return findMutant(name);
}
