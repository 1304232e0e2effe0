import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Judgement } from "../result.ts";
import { shownFile } from "../profile/profile-error.ts";
import { badgeOf } from "./badge.ts";
import type { Capsule } from "./capsule.ts";
import { junitXml } from "./junit-xml.ts";
import type { RunResult } from "./run-result.ts";
import { summaryMarkdown } from "./summary-markdown.ts";
import { shellWord } from "./text/shell-word.ts";
import { toJson } from "./to-json.ts";
import { writePrivate } from "./write-private.ts";

const OURS = [
  "conformance.json",
  "junit.xml",
  "summary.md",
  "badge.json",
  "index.html",
  "catalogue.html",
  "evidence",
  "capsules",
  "allure-results",
  "rejudged",
];

const COMMAND = "card-issuing-conformance";

/** The folder that a run leaves behind. */
export class ResultFolder {
  readonly path: string;

  /** @param path absolute, or relative to the working directory. */
  constructor(path: string) {
    this.path = path;
  }

  /** Removes what an earlier run left, and nothing else. */
  clear(): void {
    for (const name of OURS) rmSync(join(this.path, name), { recursive: true, force: true });
  }

  /** Where the exchanges of a check are kept. */
  evidenceFile(requirement: string): string {
    return join(this.path, "evidence", `${requirement}.json`);
  }

  keepEvidence({ requirement, exchanges }: Judgement): void {
    if (exchanges.length > 0)
      writePrivate(this.evidenceFile(requirement), toJson({ requirement, exchanges }));
  }

  /** Keeps what shows a failure again, and says by which command. */
  keepCapsule(capsule: Capsule): string {
    const file = join(this.path, "capsules", `${capsule.requirement}.json`);
    writePrivate(file, toJson(capsule));
    return `${COMMAND} replay ${shellWord(shownFile(file))}`;
  }

  writeResult(result: RunResult): void {
    writePrivate(join(this.path, "conformance.json"), toJson(result));
    writePrivate(join(this.path, "junit.xml"), junitXml(result));
    writePrivate(join(this.path, "summary.md"), summaryMarkdown(result));
    writePrivate(join(this.path, "badge.json"), toJson(badgeOf(result)));
  }
}
