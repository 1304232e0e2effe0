import { randomInt, randomBytes } from "node:crypto";
import { asksEvents, asksMcp } from "../../session/lanes-of.ts";
import { withTokens } from "../../session/token-command.ts";
import { assertConsent } from "../../guest/consent.ts";
import { catalogue, pinnable } from "../catalogue.ts";
import { suiteIdentity } from "../../package/package-root.ts";
import { EMBEDDED } from "../../profile/fields/base-url.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { type LoadedProfile, loadProfile } from "../../profile/load/load-profile.ts";
import type { RunOptions } from "../../profile/schema/options.ts";
import { shownFile } from "../../files/shown-file.ts";
import type { Position } from "../../profile/fields/profile-error.ts";
import { profileNames } from "../../profile/yaml/profile-location.ts";
import type { OptionSource } from "../../profile/options/option-value.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { requestedProfile, type Flags } from "../../profile/options/resolve-options.ts";
import type { RunHeader, RunSelection } from "../../reporters/stored/run-result.ts";
import { type Selection, plan } from "../../engine/plan/plan.ts";
import { assertSelectors, selectsRequirement } from "../../engine/requirement/selector.ts";
import type { Requirement } from "../../session/requirement.ts";
import type { SessionSetup } from "../../session/session.ts";
import { knownWaivers } from "./known-waivers.ts";
import type { Waiver } from "../../engine/record/result.ts";
import { isInForce } from "../../engine/settle/settle-waivers.ts";
import { askedOf } from "./estimate-run.ts";
import { embeddedFor } from "./embedded-for.ts";
import { failedSelection } from "./failed-selection.ts";
import { resolveTarget } from "./resolve-target.ts";
import type { Catalogue } from "../../engine/requirement/catalogue.ts";
import { oneMerchant } from "../../profile/needs/presumptions.ts";
import { UsageError } from "../usage-error.ts";

/** The selection of a run and its settings. Plain data. */
export interface RunOrder {
  readonly setup: SessionSetup;
  readonly selection: Selection;
  /** Waivers that are still in force. */
  readonly waivers: readonly Waiver[];
}

const MAX_SEED = 2 ** 31 - 1;

/** The origin of a run, so that a user can repeat it. */
export interface RunOrigin {
  /** Name of a profile, or its file. */
  readonly profile: string;
  /** The address as requested, or the embedded reference. */
  readonly baseUrl: string;
}

/** Everything that a run needs to know before its first request. */
export interface PreparedRun {
  readonly options: RunOptions;
  readonly order: RunOrder;
  readonly header: RunHeader;
  readonly origin: RunOrigin;
  /** Arguments that `replay` requires besides a capsule. Profile and address do not come from the capsule. */
  readonly replayOptions: readonly string[];
  /** The place of each pin in the profile. */
  readonly pins: ReadonlyMap<string, Position>;
  /** All waivers, also expired ones. */
  readonly waivers: readonly Waiver[];
  /** Sentences for the user before the run. */
  readonly notes: readonly string[];
  /** Stops the embedded reference. Default: nothing to stop. */
  close(): Promise<void>;
}

/**
 * Resolves the options of a run and loads its profile. Starts the reference on request of the profile.
 * @throws {ProfileError}, {OptionsError}, {SelectorError} or {RefusedError} with the correction
 */
export async function prepareRun(
  selectors: readonly string[],
  flags: Flags,
  env: Environment,
): Promise<PreparedRun> {
  const named = requestedProfile(flags, env);
  const loaded = await loadProfile(named, env, pinnable);
  const { options, profile, secrets, sourceOf } = resolveTarget(flags, env, loaded);
  assertSelectors([...selectors, ...options.skip], catalogue);
  assertMerchants(selectors, profile, catalogue);
  if (profile.baseUrl !== EMBEDDED) assertConsent(profile, loaded.profile);
  const waivers = await knownWaivers(loaded, catalogue);
  const { selection, restricted, notes } = selectionOf(selectors, options, profile);
  const asked = askedOf(selection, profile);
  const known = asked.some(asksMcp) ? await withTokens(profile) : profile;
  const embedded = await embeddedFor(known);
  const target = embedded?.profile ?? known;
  const startedAt = Date.now();
  const setup = {
    profile: target,
    secrets,
    depth: options.depth,
    seed: options.seed === "fresh" ? randomInt(MAX_SEED) : options.seed,
    runId: newRunId(),
    ...(embedded !== undefined && { ephemeral: true }),
    ...(asked.length > 0 && asked.every(asksMcp) && { sparesMerchants: true }),
    ...(asked.some(asksEvents) && { hasEvents: true }),
    ...(options.maxTime !== null && { deadlineAt: startedAt + options.maxTime * 1000 }),
  };
  const header = {
    ...headerOf(setup, startedAt, options),
    profileDigest: loaded.digest,
    ...(embedded !== undefined && { embedded: true as const }),
    selection: restricted,
  };
  return {
    options,
    order: {
      setup,
      selection,
      waivers: waivers.filter((waiver) => isInForce(waiver, header.startedAt.slice(0, 10))),
    },
    header,
    origin: { profile: profileReference(named, loaded), baseUrl: profile.baseUrl },
    replayOptions: [
      ...(profileNames().includes(named) ? [] : ["--profile", profileReference(named, loaded)]),
      ...(sourceOf("baseUrl") === "profile" ? [] : ["--base-url", profile.baseUrl]),
      ...mcpOption(profile, sourceOf("mcpUrl")),
      ...(options.readOnly && sourceOf("readOnly") !== "profile" ? ["--read-only"] : []),
    ],
    pins: new Map(Object.keys(profile.pins).map((id) => [id, loaded.at(["pins", id])])),
    waivers,
    notes,
    close: async () => embedded?.running.close(),
  };
}

interface SelectionOfRun {
  readonly selection: Selection;
  /** The same as the result names it: without selectors that leave out nothing. */
  readonly restricted: RunSelection;
  /** Sentences for the user before the run. */
  readonly notes: readonly string[];
}

/** @throws {UsageError} if nothing failed in the results of `--failed-in`, and {UnreadableResultError} */
function selectionOf(
  selectors: readonly string[],
  { failedIn, depth, seed, skip, level: levels, readOnly }: RunOptions,
  profile: Profile,
): SelectionOfRun {
  const failed =
    failedIn === null ? undefined : failedSelection({ failedIn, selectors, depth, seed }, catalogue);
  const selection = { selectors: failed?.selectors ?? selectors, skip, levels };
  const restricted = {
    ...selection,
    ...(failed === undefined && isWhole(selection, profile) && { selectors: [] }),
    ...(readOnly && { readOnly: true as const }),
    ...(failed !== undefined && { failedIn: failed.failedIn }),
  };
  return { selection, restricted, notes: failed?.notes ?? [] };
}

/** Whether the selectors leave out nothing that applies to the deployment. */
function isWhole({ selectors, ...others }: Selection, profile: Profile): boolean {
  const applying = (among: readonly string[]) =>
    plan(catalogue, { ...others, selectors: among }, profile).filter(
      ({ why, unselected }) => !unselected && why?.verdict !== "inapplicable",
    ).length;
  return applying(selectors) === applying([]);
}

/** The option of the MCP service for another run, if it is not that of the profile. */
function mcpOption({ mcp }: Profile, source: OptionSource): string[] {
  return mcp.url === null || source === "profile" ? [] : ["--mcp-url", mcp.url];
}

/** The name of the same profile for another run. */
function profileReference(asked: string, { file }: LoadedProfile): string {
  return profileNames().includes(asked) ? asked : shownFile(file);
}

function headerOf(
  { profile, seed, depth, runId }: SessionSetup,
  startedAt: number,
  { label, deployment, level }: RunOptions,
): Omit<RunHeader, "profileDigest"> {
  return {
    runId,
    suite: suiteIdentity(),
    target: { name: profile.name, baseUrl: profile.baseUrl, authMode: profile.auth.mode },
    startedAt: new Date(startedAt).toISOString(),
    seed,
    depth,
    ...(label !== null && { label }),
    ...(deployment !== null && { deployment }),
    ...(level.length > 0 && { levels: level }),
  };
}

/**
 * Rejects a selection of API checks for a profile of the MCP service alone.
 * @throws {UsageError} with the selectors that match nothing of the MCP service
 */
function assertMerchants(selectors: readonly string[], profile: Profile, all: Catalogue<Requirement>): void {
  if (oneMerchant.isOffered(profile)) return;
  const ofMcp = all.requirements.filter(({ presumes = [] }) => !presumes.includes(oneMerchant));
  const others = selectors.filter((selector) => !ofMcp.some((one) => selectsRequirement(selector, one, all)));
  if (others.length === 0) return;
  throw new UsageError(
    `Cannot check ${others.join(", ")}: the profile has no merchants. Add baseUrl, auth and merchants to the profile, or use "run mcp".`,
  );
}

/** The id of a run, which marks its callback URLs and its result: `cc-10a7523ded`. */
function newRunId(): string {
  return `cc-${randomBytes(5).toString("hex")}`;
}
