import { join, resolve } from "node:path";
import type { Flags } from "../../profile/options/resolve-options.ts";
import { shownFile } from "../../files/shown-file.ts";
import type { ProcessLock } from "../../guest/process-lock.ts";
import { buildRunResult } from "../../reporters/run/build-run-result.ts";
import { ResultFolder } from "../../reporters/run/result-folder.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import { paintFor, type Paint } from "../../reporters/terminal/palette.ts";
import { ProgressReport } from "../../reporters/run/progress-report.ts";
import { restorationLines } from "../../reporters/terminal/restoration-lines.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { isNormative } from "../../engine/requirement/catalogue.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import { isSelected } from "../../engine/requirement/selector.ts";
import type { RunExtras } from "../../session/run-extras.ts";
import { ENDED_EARLY } from "../../engine/settle/run-verdict.ts";
import { Tally } from "../../engine/run/tally.ts";
import { catalogue } from "../catalogue.ts";
import { redactorOf } from "../../session/redactor-of.ts";
import { withoutFailedIn } from "../run/failed-selection.ts";
import { gatherRun } from "../run/gather-run.ts";
import { holdFolder } from "../run/hold-folder.ts";
import { Interruption } from "../run/interruption.ts";
import { prepareRun, type PreparedRun } from "../run/prepare-run.ts";
import { UsageError } from "../usage-error.ts";
import { pinInto, type PinRequest } from "./pin-into.ts";
import { driftLine, driftsFromPin } from "../../engine/requirement/drift.ts";
import type { ObservationResult } from "../../engine/record/result.ts";
import { valueLines } from "../../reporters/text/value-lines.ts";

export interface ObserveRequest extends PinRequest {
  readonly selectors: readonly string[];
  readonly flags: Flags;
}

const FILE = "observations.json";
const RAISED = "Observing at depth standard: depth quick omits observations that send requests of their own.";

/**
 * Observes a target, shows its answers, and pins them on request.
 * @returns the exit code
 * @throws when nothing can be observed: bad options, a bad profile, or refused for safety
 */
export async function observeTarget(request: ObserveRequest): Promise<number> {
  const prepared = await prepareRun(request.selectors, request.flags, withoutFailedIn(request.env));
  const folder = new ResultFolder(resolve(prepared.options.out));
  let lock: ProcessLock | undefined;
  try {
    lock = holdFolder(folder);
    const target = request.pin === undefined ? undefined : await pinInto(request, prepared);
    const result = await observed(prepared, chosenIds(request.selectors));
    const { options, order } = prepared;
    const isWritten = folder.write(FILE, toJson(result));
    if (options.format === "json") process.stdout.write(toJson(result));
    else {
      const paint = paintFor(options.color ? process.stdout : undefined, request.env);
      const lines = observationSheet(result, order.setup.profile.pins, paint);
      const where = isWritten ? [`Written to ${shownFile(join(folder.path, FILE))}.`] : [];
      process.stdout.write(`${[...lines, ...where].join("\n")}\n`);
    }
    const { unwrittenText } = folder;
    if (unwrittenText !== undefined) process.stderr.write(`${terminalText(unwrittenText)}\n`);
    const trouble = ENDED_EARLY.includes(result.verdict);
    if (!trouble && target !== undefined) {
      const written = await target.write(result.observations);
      process.stderr.write(`${written}\n`);
    }
    return folder.exitCode(trouble ? result.exitCode : 0);
  } finally {
    lock?.release();
    await prepared.close();
  }
}

/** The open requirements that are selected. */
function chosenIds(selectors: readonly string[]): RequirementId[] {
  const { requirements } = catalogue;
  const chosen = requirements
    .filter((one) => !isNormative(one) && isSelected(selectors, one, catalogue))
    .map(({ id }) => id);
  if (chosen.length > 0) return chosen;
  throw new UsageError(
    `Cannot observe ${selectors.join(", ")}: the API document leaves nothing open there; list --level unspecified shows what is open`,
  );
}

async function observed(
  { order, header, options }: PreparedRun,
  ids: readonly RequirementId[],
): Promise<RunResult> {
  const isRaised = order.setup.depth === "quick";
  const depth = isRaised ? "standard" : order.setup.depth;
  const announce = (sentence: string) => {
    if (!options.quiet) process.stderr.write(`${terminalText(sentence)}\n`);
  };
  if (isRaised) announce(RAISED);
  const setup = { ...order.setup, depth, profile: { ...order.setup.profile, pins: {} } };
  const progress = new ProgressReport(process.stderr, options);
  const tally = new Tally<RunExtras>([progress], redactorOf(setup));
  using interruption = new Interruption();
  const yielded = await gatherRun(
    { ...order, setup, selection: { selectors: ids, skip: order.selection.skip, observing: true } },
    tally,
    { signal: interruption.signal, announce, arrived: () => undefined },
  );
  progress.clear();
  for (const line of restorationLines(yielded)) process.stderr.write(`${line}\n`);
  const judgements = yielded.judgements.filter(({ result }) => !("verdict" in result));
  const { levels: _levels, selection: _selection, ...told } = header;
  return buildRunResult({ ...told, depth }, { ...yielded, judgements }, { order: catalogue.ids });
}

/** Prints what a target does where the document is silent, section by section, for a terminal. */
function observationSheet(
  result: RunResult,
  pins: Readonly<Record<string, unknown>>,
  paint: Paint,
): string[] {
  const { target, observations, requests, reason } = result;
  const facts = [target.name, target.baseUrl, target.authMode, `${requests.sent} requests`];
  const sections = Map.groupBy(observations, ({ sections: [first] }) => first ?? "");
  const ordered = [...sections].toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  return [
    facts.map((fact) => terminalText(fact)).join(" · "),
    ...(reason === undefined ? [] : [terminalText(reason)]),
    ...ordered.flatMap(([section, own]) => [
      "",
      paint("bold", `§${section}`),
      ...own.flatMap((one) => entry(one, pins, paint)),
    ]),
    "",
    sum(observations),
  ];
}

function entry(
  { requirement, text, value, reason }: ObservationResult,
  pins: Readonly<Record<string, unknown>>,
  paint: Paint,
): string[] {
  const title = `  ${requirement}  ${paint("dim", text)}`;
  if (value === undefined) {
    const why = terminalText(reason ?? "no reason given", { keepLines: true }).split("\n")[0] ?? "";
    return [title, paint("dim", `      not observed: ${why}`)];
  }
  const pinned = Object.hasOwn(pins, requirement) ? pinLine(pins[requirement], value, paint) : [];
  return [title, ...valueLines(value).map((line) => `      ${terminalText(line)}`), ...pinned];
}

function pinLine(pin: unknown, value: unknown, paint: Paint): string[] {
  const drifts = driftsFromPin(pin, value);
  if (drifts.length === 0) return [paint("green", "      pinned, and it matches")];
  return [paint("red", `      pinned otherwise: ${terminalText(driftLine(drifts, "before"))}`)];
}

function sum(observations: readonly ObservationResult[]): string {
  const seen = observations.filter(({ value }) => value !== undefined);
  const stable = seen.filter(({ value }) => Object(value).stable === true);
  return `${seen.length} of ${observations.length} observed, ${seen.length - stable.length} of them vary.`;
}
