import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readNamedFile } from "../../files/read-regular-file.ts";
import { replaceFile } from "../../files/replace-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import { parseWaivers } from "../../profile/load-waivers.ts";
import { requestedProfile } from "../../profile/resolve-options.ts";
import { shellWord } from "../../text/shell-word.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { catalogue } from "../catalogue.ts";
import { readResult, type StoredResult } from "../compare/read-result.ts";
import { UnreadableResultError } from "../compare/unreadable-result-error.ts";
import { UsageError } from "../usage-error.ts";
import { assertAcceptance } from "./assert-acceptance.ts";
import { withWaivers } from "./with-waivers.ts";

/** The failures to accept, the reason, and the file for the waivers. */
export interface WaiveRequest {
  readonly results: string;
  readonly owner: string;
  readonly reason: string;
  readonly expires: string;
  readonly into?: string | undefined;
  readonly profile?: string | undefined;
  readonly env: Environment;
}

const MAX_MIB = 4;
const ENDED_EARLY: readonly string[] = ["unreachable", "interrupted", "defect"];

/**
 * Writes waivers for the root failures of a run.
 * @returns the text for the user
 * @throws {UsageError} or {ProfileError} with the correction; then nothing is written
 */
export async function waiveFailures(request: WaiveRequest): Promise<string> {
  const { reason, owner, expires } = request;
  const today = new Date().toISOString().slice(0, 10);
  assertAcceptance(request, today);
  const result = resultOf(request.results);
  const ids = rootIds(result);
  const file = await fileOf(request, result);
  if (ids.length === 0) return `Nothing to waive: ${request.results} has no failure.\n`;
  const text = currentText(file);
  const waivers = ids.map((requirement) => ({ requirement, reason, owner, expires }));
  const written = withWaivers(text, waivers, { catalogue, today });
  parseWaivers(written, file);
  write(file, written);
  const count = ids.length === 1 ? "1 waiver" : `${ids.length} waivers`;
  const shown = terminalText(shownFile(file));
  const next = request.into === undefined ? "" : `A run uses them if its profile has: waivers: ${shown}\n`;
  return `Wrote ${count} into ${shown}, until ${expires}:\n${ids.map((id) => `  ${id}\n`).join("")}${next}`;
}

function resultOf(place: string): StoredResult {
  const result = read(place);
  const { verdict, checks, observations } = result;
  if (ENDED_EARLY.includes(verdict)) {
    throw new UsageError(`Cannot waive failures of ${place}: its verdict is ${verdict}; run it again first`);
  }
  if (checks.length > 0 || observations.length === 0) return result;
  throw new UsageError(`Cannot waive failures of ${place}: it is a result of observe, which checks nothing`);
}

function read(place: string): StoredResult {
  try {
    return readResult(place);
  } catch (error) {
    if (error instanceof UnreadableResultError) {
      throw new UsageError(`Cannot waive failures of ${error.message}`);
    }
    throw error;
  }
}

/** A failure that follows from others is waived with them. */
function rootIds({ checks }: StoredResult): string[] {
  const roots = checks.filter(({ verdict, follows }) => verdict === "failed" && follows === undefined);
  const ids = roots.map(({ requirement }) => requirement);
  const unknown = ids.filter((id) => catalogue.find(id) === undefined);
  if (unknown.length === 0) return ids;
  throw new UsageError(`Cannot waive ${unknown.join(", ")}: this version has no such requirement`);
}

async function fileOf({ into, profile, env }: WaiveRequest, { target }: StoredResult): Promise<string> {
  if (into !== undefined) return resolve(into);
  const asked = requestedProfile(profile === undefined ? {} : { profile }, env);
  const { profile: loaded } = await loadProfile(asked, env);
  if (loaded.name !== target.name) {
    throw new UsageError(
      `Cannot waive failures of ${target.name} for the profile ${loaded.name}: name its profile by --profile, or a file by --into`,
    );
  }
  if (loaded.waivers !== null) return loaded.waivers;
  throw new UsageError(
    `Cannot waive failures for the profile ${loaded.name}: it names no file of waivers; write one by --into waivers.yaml, then add "waivers: waivers.yaml" to ${shellWord(asked)}`,
  );
}

/** @throws {ProfileError} if the file exists and has faults, {UsageError} if it is no regular file */
function currentText(file: string): string {
  if (!existsSync(file)) return "";
  const text = readWaiverFile(file);
  if (text.split("\n").some((line) => !/^(?:#|$)/.test(line.trim()))) parseWaivers(text, file);
  return text;
}

/** Does not wait for a pipe. @throws {UsageError} if it is no regular file */
function readWaiverFile(file: string): string {
  try {
    return readNamedFile(file, MAX_MIB);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot read ${shownFile(file)}: ${why}`);
  }
}

function write(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot write ${shownFile(file)}: ${why}`);
  }
}
