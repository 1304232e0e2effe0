import type { RequirementId } from "../../engine/requirement.ts";
import type { CheckResult, Judgement, ObservationResult, RequestCounts } from "../../engine/result.ts";
import type { Verdict } from "../../engine/verdict.ts";
import type { RunMaterial, Reporter } from "../reporter.ts";
import { followersText, rootFailures } from "../root-failures.ts";
import type { RunHeader, RunResult } from "../run-result.ts";
import { exchangeLine } from "./exchange-lines.ts";
import { reasonOf } from "../../engine/reason-of.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { toJsonLine } from "../to-json.ts";
import { areaLines } from "./area-lines.ts";
import { findingLines } from "./finding-lines.ts";
import { VERDICT_MARK, VERDICT_STYLE, type Paint } from "./palette.ts";
import type { ProgressStream } from "./progress.ts";
import { ProgressReport } from "./progress-report.ts";
import { quietLines } from "./quiet-lines.ts";
import { summaryLines } from "./summary-lines.ts";
import { printProse } from "./print-prose.ts";

export interface TerminalOptions {
  readonly stream: ProgressStream;
  readonly paint: Paint;
  /** Shows only the end of the run, and the ids of the failures. */
  readonly quiet: boolean;
  /** Shows every check with its exchanges, or with the checks whose answers decided it. */
  readonly verbose: boolean;
  /** The folder of evidence, as shown to the user. */
  readonly evidenceFile: (requirement: string) => string;
  /** The page with more details, as shown to the user. A run that checked nothing has no page. */
  readonly results: (judged: boolean) => string;
  /** The next step of a user after a run of the embedded reference. */
  readonly next?: string;
}

const CHECKS_SHOWN = 4;

/** The verdicts with details, the worst first. */
const SEVERITY: readonly Verdict[] = ["errored", "failed", "waived", "warned"];

/** Shows a run to a person. */
export class TerminalReport implements Reporter {
  readonly #options: TerminalOptions;
  readonly #progress: ProgressReport;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#progress = new ProgressReport(options.stream, options);
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

  planned(costs: ReadonlyMap<RequirementId, number>, waits?: ReadonlyMap<RequirementId, number>): void {
    this.#progress.planned(costs, waits);
  }

  started(requirement: RequirementId): void {
    this.#progress.started(requirement);
  }

  judged(judgement: Judgement, counts: Readonly<RequestCounts>, waitedSeconds: number): void {
    if (this.#options.verbose && !this.#options.quiet) this.#tellJudgement(judgement);
    this.#progress.judged(judgement, counts, waitedSeconds);
  }

  #tellJudgement({ requirement, result, exchanges }: Judgement): void {
    const verdict = "verdict" in result ? result.verdict : "observed";
    const detail = "verdict" in result ? detailOf(result, exchanges) : seen(result);
    this.#progress.clear();
    this.#print([
      `${this.#options.paint(VERDICT_STYLE[verdict], VERDICT_MARK[verdict])} ${requirement}  ${terminalText(detail)}`.trimEnd(),
      ...exchanges.map((exchange) => this.#options.paint("dim", `    ${exchangeLine(exchange)}`)),
    ]);
  }

  end(result: RunResult, { evidence }: RunMaterial): void {
    const { paint, quiet, results, next } = this.#options;
    this.#progress.clear();
    const findings = rootFailures(result.checks).toSorted((a, b) => severity(a) - severity(b));
    const details = findings.flatMap((finding) => {
      const exchanges =
        evidence.find(({ requirement }) => requirement === finding.requirement)?.exchanges ?? [];
      const evidenceFile = exchanges.length > 0 ? this.#options.evidenceFile(finding.requirement) : undefined;
      const followers = followersText(finding, result.checks);
      return findingLines(finding, exchanges, { paint, evidenceFile, followers });
    });
    const areas = quiet || evidence.length === 0 ? [] : [...areaLines(result, paint), ""];
    this.#print([...areas, ...(quiet ? quietLines(result, paint) : details)]);
    this.#tell(summaryLines(result, paint, results(evidence.length > 0)));
    if (next !== undefined && !quiet) this.#tell([`Next      ${next}`]);
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

function severity({ verdict }: CheckResult): number {
  return SEVERITY.indexOf(verdict);
}
