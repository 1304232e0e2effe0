import { capsuleOf } from "../../reporters/capsule.ts";
import type { ResultFolder } from "../../reporters/result-folder.ts";
import { shellWord } from "../../reporters/text/shell-word.ts";
import type { Judgement } from "../../engine/result.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** Keeps what each judgement needs to be seen and to be shown again, as soon as it is there. */
export class Archive {
  /** The command that shows a failure again, by requirement. */
  readonly replays = new Map<string, string>();
  readonly #folder: ResultFolder;
  readonly #prepared: Pick<PreparedRun, "header" | "origin" | "replayOptions">;

  constructor(folder: ResultFolder, prepared: Pick<PreparedRun, "header" | "origin" | "replayOptions">) {
    this.#folder = folder;
    this.#prepared = prepared;
  }

  keep(judgement: Judgement): void {
    this.#folder.keepEvidence(judgement);
    const { header, origin, replayOptions } = this.#prepared;
    const capsule = capsuleOf(judgement, header, origin);
    const replay = capsule === undefined ? undefined : this.#folder.keepCapsule(capsule);
    if (replay === undefined) return;
    this.replays.set(judgement.requirement, [replay, ...replayOptions.map(shellWord)].join(" "));
  }
}
