import { profileNames } from "../../profile/yaml/profile-location.ts";
import { capsuleOf } from "../../reporters/run/capsule.ts";
import type { Reporter } from "../../reporters/run/reporter.ts";
import type { ResultFolder } from "../../reporters/run/result-folder.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { Judgement } from "../../engine/record/result.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** Stores the evidence and the capsule of each result as soon as it exists. */
export class Archive implements Reporter {
  /** The command that shows a failure again, by requirement. */
  readonly replays = new Map<string, string>();
  readonly #folder: ResultFolder;
  readonly #prepared: Pick<PreparedRun, "header" | "origin" | "order" | "replayOptions">;
  readonly #isOfPackage: boolean;

  constructor(
    folder: ResultFolder,
    prepared: Pick<PreparedRun, "header" | "origin" | "order" | "replayOptions">,
  ) {
    this.#folder = folder;
    this.#prepared = prepared;
    this.#isOfPackage = profileNames().includes(prepared.origin.profile);
  }

  judged(judgement: Judgement): void {
    this.#folder.keepEvidence(judgement);
    const { header, origin, order, replayOptions } = this.#prepared;
    const { profile, baseUrl } = origin;
    const capsule = capsuleOf(judgement, header, {
      baseUrl,
      ...order.selection,
      ...(this.#isOfPackage && { profile }),
    });
    const replay = capsule === undefined ? undefined : this.#folder.keepCapsule(capsule);
    if (replay === undefined) return;
    this.replays.set(judgement.requirement, [replay, ...replayOptions.map(shellWord)].join(" "));
  }
}
