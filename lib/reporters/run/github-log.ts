import { randomUUID } from "node:crypto";
import { githubAnnotations } from "../pipeline/github-annotations.ts";
import type { RunResult } from "../stored/run-result.ts";
import type { Reporter } from "./reporter.ts";

/** Writes the log of a GitHub Actions step. Only the suite can write commands, whatever a target answers. */
export class GithubLog implements Reporter {
  readonly #stream: { write(text: string): unknown };
  readonly #workspace: string;
  #token: string | undefined;

  /** @param workspace the checkout, to which GitHub relates the files of annotations. Default: the working directory */
  constructor(stream: { write(text: string): unknown }, workspace = process.cwd()) {
    this.#stream = stream;
    this.#workspace = workspace;
  }

  /** From here on, GitHub reads no printed line as a command. */
  begin(): void {
    this.#token = randomUUID();
    this.#stream.write(`::stop-commands::${this.#token}\n`);
  }

  /** Ends the quotation of a run without a result. */
  abandon(): void {
    if (this.#token !== undefined) this.#stream.write(`::${this.#token}::\n`);
  }

  /** Ends the quotation, and annotates the run with its failures. */
  end(result: RunResult): void {
    const resumed = this.#token === undefined ? [] : [`::${this.#token}::`];
    this.#stream.write(`${[...resumed, ...githubAnnotations(result, this.#workspace)].join("\n")}\n`);
  }
}
