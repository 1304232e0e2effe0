import { isAbsolute, relative, resolve } from "node:path";
import { waiverProblem } from "../stored/waiver-problem.ts";
import { findingFacts, sectionsText } from "../text/finding-facts.ts";
import { rootFailures } from "../text/root-failures.ts";
import { verdictReason } from "../text/verdict-reason.ts";
import type { RunResult, StoredCheck } from "../stored/run-result.ts";
import { clipText } from "../../text/clip.ts";
import { terminalText } from "../../text/terminal-text.ts";

/** GitHub shows only this many per kind and step. */
const MAX_ANNOTATIONS = 10;
const MAX_TEXT_CHARS = 2_000;

type Kind = "error" | "warning";

/** The annotation of a command that ended without a result. */
export function githubError(title: string, text: string): string {
  return command("error", { title }, text);
}

/**
 * Failures become errors; waived failures and warnings become warnings. A run without a statement about the
 * target is an error.
 */
export function githubAnnotations(result: RunResult, workspace = process.cwd()): string[] {
  const { checks, waivers, verdict, exitCode } = result;
  const annotate = (check: StoredCheck) => annotation(check, checks);
  const failures = rootFailures(checks, ["failed", "errored"]);
  const errors = [
    ...failures.map(annotate),
    ...waivers.flatMap((waiver) => {
      const { line } = waiver;
      const file = inWorkspace(waiver.file, workspace);
      const problem = waiverProblem({ ...waiver, file });
      return problem === undefined ? [] : [command("error", { file, line }, problem)];
    }),
  ];
  const warnings = rootFailures(checks, ["waived", "warned"]).map(annotate);
  const nothing =
    exitCode > 1
      ? [command("error", { title: `Conformance: ${verdict}` }, verdictReason(result) ?? "see the log")]
      : [];
  return [...capped("error", [...nothing, ...errors]), ...capped("warning", warnings)];
}

/** The path of a file in the checkout. A file elsewhere keeps its path. */
function inWorkspace(file: string, workspace: string): string {
  const below = relative(workspace, resolve(file));
  return below.startsWith("..") || isAbsolute(below) ? file : below;
}

/** Selects as many as GitHub shows. The last one gives the number of the others. */
function capped(kind: Kind, lines: readonly string[]): string[] {
  if (lines.length <= MAX_ANNOTATIONS) return [...lines];
  const shown = lines.slice(0, MAX_ANNOTATIONS - 1);
  const left = `and ${lines.length - shown.length} more; the log and summary.md have all of them`;
  return [...shown, command(kind, { title: "Conformance" }, left)];
}

function annotation(check: StoredCheck, all: readonly StoredCheck[]): string {
  const { requirement, level, sections, verdict, text } = check;
  const kind = verdict === "failed" || verdict === "errored" ? "error" : "warning";
  const facts = findingFacts(check, all).map((fact) => `${fact.name}: ${fact.text}`);
  const title = `${requirement} ${verdict} (${level}, ${sectionsText(sections)})`;
  return command(kind, { title }, [text, ...facts].map((line) => terminalText(line)).join("\n"));
}

function command(kind: Kind, properties: Readonly<Record<string, string | number>>, text: string): string {
  const given = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapedProperty(String(value))}`,
  );
  return `::${kind} ${given.join(",")}::${escaped(clipText(text, MAX_TEXT_CHARS))}`;
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
