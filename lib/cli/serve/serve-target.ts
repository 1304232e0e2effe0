import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import type { Mutant } from "../../reference/mutant.ts";
import { parseChoice } from "../../reference/parse-choice.ts";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference, type RunningReference } from "../../reference/serve-reference.ts";
import { referenceAuth, referenceMcp } from "../run/embedded-reference.ts";
import type { ServeRequest } from "./serve-request.ts";
import { servedLines } from "./served-lines.ts";
import { UsageError } from "../usage-error.ts";

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
    throw new UsageError(`Cannot listen on ${request.host}:${request.port}: ${reason}`);
  }
}

async function mutantNamed(name: string): Promise<Mutant> {
  const { findMutant } = await import("./find-mutant.ts");
  return findMutant(name);
}
