import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { catalogue } from "../catalogue.ts";
import { suiteIdentity } from "../../package/package-root.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { RUN_OPTIONS } from "../../profile/options.ts";
import { shownFile } from "../../files/shown-file.ts";
import { type Flags, type ResolvedOptions, resolveOptions } from "../../profile/resolve-options.ts";
import { readRecording, recordingIn } from "../../api/recording/read-recording.ts";
import type { RecordingHead } from "../../api/recording/recording.ts";
import { assertSelectors } from "../../engine/selector.ts";
import { isInForce } from "../../engine/settle-waivers.ts";
import { FIXED_OPTIONS } from "../fixed-options.ts";
import { UsageError } from "../usage-error.ts";
import { newRunId } from "./new-run-id.ts";
import type { PreparedRun } from "./prepare-run.ts";

/**
 * Prepares the repetition of a recorded run from its results alone: no profile, no credentials, no target.
 * @throws {RecordingError}, {OptionsError}, {SelectorError} or {UsageError} with what to correct.
 */
export function prepareRejudging(
  from: string,
  given: { readonly selectors: readonly string[]; readonly flags: Flags; readonly env: Environment },
): PreparedRun {
  const results = resolve(from);
  const file = recordingIn(results);
  const { head } = readRecording(file);
  const { options } = optionsOf(head, results, given);
  assertBeside(results, resolve(options.out));
  assertSelectors([...given.selectors, ...options.skip], catalogue);
  const { profile, depth, seed, runId, deadlineAt, selection, origin, waivers } = head;
  const startedAt = new Date().toISOString();
  const setup = { profile, depth, seed, runId, playFrom: file, moves: { file: null } };
  return {
    options,
    order: {
      setup: deadlineAt === undefined ? setup : { ...setup, deadlineAt },
      selection: {
        selectors: given.selectors.length > 0 ? given.selectors : selection.selectors,
        skip: [...selection.skip, ...options.skip],
        levels: options.level,
      },
      waivers: waivers.filter((waiver) => isInForce(waiver, startedAt.slice(0, 10))),
    },
    header: {
      runId: newRunId(),
      suite: suiteIdentity(),
      target: { name: profile.name, baseUrl: profile.baseUrl, authMode: profile.auth.mode },
      startedAt,
      seed,
      depth,
      ...(options.label !== null && { label: options.label }),
      ...(options.level.length > 0 && { levels: options.level }),
      rejudged: { from: shownFile(results), startedAt: head.startedAt },
    },
    origin,
    replayOptions: [],
    pins: new Map(),
    waivers,
    close: async () => undefined,
  };
}

/** Where results go when nobody says where. */
function beside(results: string): string {
  return `${results}-rejudged`;
}

/** What comes from elsewhere is not written into, nor does it say by a link where to write. */
function assertBeside(results: string, out: string): void {
  const cannot = `Cannot judge ${shownFile(results)} again`;
  if (isBelow(out, results) || isBelow(results, out)) {
    throw new UsageError(
      `${cannot}: its results and the new ones, in ${shownFile(out)}, would lie one in the other; choose another --out`,
    );
  }
  if (out === beside(results) && lstatSync(out, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new UsageError(
      `${cannot} into ${shownFile(out)}: it is a link; remove it, or choose another --out`,
    );
  }
}

function isBelow(place: string, folder: string): boolean {
  const below = relative(realFolder(folder), realFolder(place));
  return below === "" || (!isAbsolute(below) && below.split(sep)[0] !== "..");
}

/** A folder by its real name, as far as it exists. */
function realFolder(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  return dirname(folder) === folder ? folder : join(realFolder(dirname(folder)), basename(folder));
}

function optionsOf(
  { profile, depth, seed, origin }: RecordingHead,
  results: string,
  { flags, env }: { readonly flags: Flags; readonly env: Environment },
): ResolvedOptions {
  const fixed: readonly string[] = FIXED_OPTIONS.map((name) => RUN_OPTIONS[name].env);
  const file = recordingIn(results);
  return resolveOptions(
    flags,
    Object.fromEntries(Object.entries(env).filter(([name]) => !fixed.includes(name))),
    {
      profile: {
        ...profile,
        target: { ...profile.target, allowPlainHttp: true },
        run: { ...profile.run, depth, seed, out: beside(results) },
      },
      file: origin.profile,
      directory: results,
      secrets: [],
      at: () => ({ file: shownFile(file), line: 1, column: 1 }),
      given: () => true,
    },
  );
}
