import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileSystemWriter } from "allure-js-commons/sdk/reporter";

const NEW_AND_PRIVATE = { mode: 0o600, flag: "wx" } as const;

/**
 * Writes results into a folder that this run has just made. The writer of the library waits for the disk after each of
 * several hundred files.
 */
export class UnflushedWriter extends FileSystemWriter {
  readonly #directory: string;

  /** @param directory absolute, and new */
  constructor(directory: string) {
    super({ resultsDir: directory });
    this.#directory = directory;
  }

  override writeAttachment(name: string, content: Buffer): void {
    writeFileSync(join(this.#directory, name), content, NEW_AND_PRIVATE);
  }

  override writeResult(result: Parameters<FileSystemWriter["writeResult"]>[0]): void {
    writeFileSync(
      join(this.#directory, `${result.uuid}-result.json`),
      JSON.stringify(result),
      NEW_AND_PRIVATE,
    );
  }
}
