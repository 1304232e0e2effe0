import type { CheckResult, Judgement, ObservationResult, RequestCounts } from "../../engine/record/result.ts";
import type { CheckEvidence } from "../stored/evidence-schema.ts";
import type { RunHeader, RunResult } from "../stored/run-result.ts";
import { exchangeLine } from "../terminal/exchange-lines.ts";
import { reasonOf } from "../text/shared-reasons.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { toJsonLine } from "../text/to-json.ts";
import { VERDICT_LOOKS } from "../stored/verdict-looks.ts";
import { ProgressReport } from "./progress-report.ts";
import { printProse } from "../terminal/print-prose.ts";
import { printResult, type ResultPrinting } from "../terminal/print-result.ts";

export interface TerminalOptions extends ResultPrinting {
  /** Shows every check with its exchanges, or with the checks whose answers decided it. */
  readonly verbose: boolean;
}

const CHECKS_SHOWN = 4;

/** Shows a run to a person. */
export class TerminalReport extends ProgressReport {
  readonly #options: TerminalOptions;

  constructor(options: TerminalOptions) {
    super(options.stream, options);
    this.#options = options;
  }

  begin(header: RunHeader): void {
    const { suite, target, depth, seed } = header;
    if (this.#options.quiet) return;
    const facts = [target.name, target.baseUrl, target.authMode, `depth ${depth}`, `seed ${seed}`];
    this.#tell([
      `${suite.name} ${suite.version} · ${facts.map((fact) => terminalText(fact)).join(" · ")}`,
      "",
    ]);
  }

  /** A sentence between the header and the first check. */
  announce(sentence: string): void {
    if (!this.#options.quiet) this.#tell([terminalText(sentence), ""]);
  }

  override judged(judgement: Judgement, counts: Readonly<RequestCounts>, waitedSeconds: number): void {
    if (this.#options.verbose && !this.#options.quiet) this.#tellJudgement(judgement);
    super.judged(judgement, counts, waitedSeconds);
  }

  #tellJudgement({ requirement, result, exchanges }: Judgement): void {
    const verdict = "verdict" in result ? result.verdict : "observed";
    const detail = "verdict" in result ? detailOf(result, exchanges) : seen(result);
    this.clear();
    this.#print([
      `${this.#options.paint(VERDICT_LOOKS[verdict].style, VERDICT_LOOKS[verdict].mark)} ${requirement}  ${terminalText(detail)}`.trimEnd(),
      ...exchanges.map((exchange) => this.#options.paint("dim", `    ${exchangeLine(exchange)}`)),
    ]);
  }

  end(result: RunResult, evidence: readonly CheckEvidence[]): void {
    this.clear();
    printResult(result, evidence, this.#options);
  }

  #tell(lines: readonly string[]): void {
    printProse(this.#options.stream, lines);
  }

  #print(lines: readonly string[]): void {
    if (lines.length > 0) this.#options.stream.write(`${lines.join("\n")}\n`);
  }
}

function detailOf(result: CheckResult, exchanges: Judgement["exchanges"]): string {
  if (result.verdict !== "passed") return reasonOf(result);
  const { heardIn = [] } = result;
  if (heardIn.length === 0) return exchanges.length > 0 ? "" : "checked on the first requests of the run";
  const more = heardIn.length - CHECKS_SHOWN;
  const shown = heardIn.slice(0, CHECKS_SHOWN).join(", ");
  return `checked on the answers to: ${shown}${more > 0 ? ` and ${more} more` : ""}`;
}

function seen({ value, reason }: ObservationResult): string {
  return value === undefined ? `not observed: ${reason ?? "no reason given"}` : toJsonLine(value);
}
