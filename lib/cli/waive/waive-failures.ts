import { shownFile } from "../../files/shown-file.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { type LoadedProfile, loadProfile } from "../../profile/load/load-profile.ts";
import { profileNames } from "../../profile/yaml/profile-location.ts";
import { requestedProfile } from "../../profile/options/resolve-options.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { ENDED_EARLY } from "../../engine/settle/run-verdict.ts";
import { catalogue } from "../catalogue.ts";
import { readResult } from "../results/read-result.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import { UsageError } from "../usage-error.ts";
import { WaiverFile } from "./waiver-file.ts";
import { z } from "zod";
import { Document, isMap, isSeq, parseDocument, YAMLSeq } from "yaml";
import type { Waiver } from "../../engine/record/result.ts";

type NewWaiver = Omit<Waiver, "at">;

/**
 * Adds waivers to the text of a file of waivers. Existing waivers are updated in place. New ones follow, each
 * below a comment with its requirement. Comments stay.
 * @param today for example `2026-12-31`, UTC
 */
export function withWaivers(text: string, waivers: readonly NewWaiver[], today: string): string {
  const document: Document = parseDocument(text);
  const list = isSeq(document.contents) ? document.contents : new YAMLSeq();
  if (list !== document.contents) document.contents = list;
  list.flow = false;
  for (const waiver of waivers) {
    const present = list.items.find((item) => isMap(item) && item.get("requirement") === waiver.requirement);
    if (isMap(present)) {
      const { reason, owner, expires } = waiver;
      for (const [name, value] of Object.entries({ reason, owner, expires })) present.set(name, value);
    } else {
      const added = new Document(waiver).contents;
      if (added !== null) added.commentBefore = about(waiver, today);
      list.add(added);
    }
  }
  return document.toString({ lineWidth: 0 });
}

function about({ requirement }: NewWaiver, today: string): string {
  const known = catalogue.find(requirement);
  if (known === undefined) return ` Added on ${today}.`;
  const sections = known.sections.map((section) => `§${section}`).join(", ");
  return ` ${sections}: ${known.text}\n Added on ${today}.`;
}

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
  const loaded = await profileOf(request, result);
  const file = new WaiverFile(loaded, request.into);
  if (ids.length === 0) return `Nothing to waive: ${request.results} has no failure.\n`;
  const waivers = ids.map((requirement) => ({ requirement, reason, owner, expires }));
  file.write(withWaivers(file.read(), waivers, today));
  const count = ids.length === 1 ? "1 waiver" : `${ids.length} waivers`;
  const lines = [
    `Wrote ${count} into ${file.shown}, until ${expires}:`,
    ...ids.map((id) => `  ${id}`),
    ...(file.missingLine === undefined
      ? []
      : [`Set this in ${shownFile(loaded.file)}, so that a run uses them:`, file.missingLine.trimEnd()]),
  ];
  return `${lines.map((line) => terminalText(line)).join("\n")}\n`;
}

function resultOf(place: string): RunResult {
  const result = readResult(place);
  const { verdict, checks, observations } = result;
  if (ENDED_EARLY.includes(verdict)) {
    throw new UsageError(`Cannot waive failures of ${place}: its verdict is ${verdict}; run it again first`);
  }
  if (checks.length > 0 || observations.length === 0) return result;
  throw new UsageError(`Cannot waive failures of ${place}: it is a result of observe, which checks nothing`);
}

/** A failure that follows from others is waived with them. */
function rootIds({ checks }: RunResult): string[] {
  const roots = checks.filter(({ verdict, follows }) => verdict === "failed" && follows === undefined);
  const ids = roots.map(({ requirement }) => requirement);
  const unknown = ids.filter((id) => catalogue.find(id) === undefined);
  if (unknown.length === 0) return ids;
  throw new UsageError(`Cannot waive ${unknown.join(", ")}: this version has no such requirement`);
}

/** Loads the profile of the results. @throws {UsageError} for a profile of this package, or of another target */
async function profileOf({ profile, env }: WaiveRequest, { target }: RunResult): Promise<LoadedProfile> {
  const asked = requestedProfile(profile === undefined ? {} : { profile }, env);
  const refuse = (why: string) => new UsageError(`Cannot waive failures for the profile ${asked}: ${why}`);
  if (profileNames().includes(asked)) {
    throw refuse("it is part of this package; make one of your own with init, and name it by --profile");
  }
  const loaded = await loadProfile(asked, env);
  if (loaded.profile.name === target.name) return loaded;
  throw refuse(`it describes ${loaded.profile.name}, and these are results of ${target.name}`);
}

/**
 * Checks the reason, owner and day of a waiver, before anything is read or written.
 * @param today for example `2026-12-31`, UTC
 * @throws {UsageError} with every problem
 */
function assertAcceptance({ owner, reason, expires }: WaiveRequest, today: string): void {
  const problems = [
    ...(owner.trim() === "" ? ["--owner  expected a name (got nothing)"] : []),
    ...(reason.trim() === "" ? ["--reason  expected a sentence (got nothing)"] : []),
    ...dayProblem(expires, today),
  ];
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
}

function dayProblem(expires: string, today: string): string[] {
  const latest = aYearAfter(today);
  if (!z.iso.date().safeParse(expires).success) {
    return [`--expires  expected a date such as ${latest} (got ${JSON.stringify(expires)})`];
  }
  if (expires <= today) return [`--expires  expected a day after today, ${today} UTC (got ${expires})`];
  return expires > latest
    ? [`--expires  expected a day within a year, until ${latest} (got ${expires})`]
    : [];
}

function aYearAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 365);
  return date.toISOString().slice(0, 10);
}
