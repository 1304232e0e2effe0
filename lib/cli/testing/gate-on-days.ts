import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { replaceRules } from "../../reference/mutant.ts";
import type { CallbackUrlRules } from "../../reference/rules/callback-url.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { gateYearReleases } from "./gate-year-releases.ts";
import { runBin } from "./run-bin.ts";
import { servedReference } from "./served-reference.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** One command of a pipeline. */
export interface Day {
  readonly date: string;
  readonly title: string;
  /** Says why the command ends as it does. */
  readonly comment: string;
  readonly release: keyof ReturnType<typeof gateYearReleases>;
  /** The faults of the target. */
  readonly faults: Partial<CallbackUrlRules>;
  /** The set that the profile names. */
  readonly set?: string | undefined;
  /** Part of the ids whose waivers are removed first. */
  readonly withoutWaivers?: string;
  /** Default: the gate. */
  readonly args?: readonly string[];
}

const GATE = [
  "run",
  "callback-url",
  "--depth",
  "quick",
  "--profile",
  "sandbox.yaml",
  "--out",
  "out",
  "--quiet",
];
const KEY = "reference-alpha-key-7f3a9c21";
const PRELOAD = new URL("on-another-day.ts", import.meta.url).href;

/** A pipeline that runs on any day, with any release of the suite, and writes a page of its output. */
export class GateOnDays {
  readonly #releases = gateYearReleases();
  readonly #folder = temporaryFolder();
  readonly #waivers = join(this.#folder, "waivers.yaml");
  readonly #page: string[] = [];

  constructor() {
    writeFileSync(this.#waivers, "[]\n");
  }

  get page(): string {
    return this.#page.join("\n");
  }

  /** @returns the exit code */
  async run({ withoutWaivers, ...day }: Day): Promise<number | null> {
    const { date, title, comment, release, faults, set, args = GATE } = day;
    if (withoutWaivers !== undefined) this.#removeWaivers(withoutWaivers);
    const rules = replaceRules(conformantRules, { callbackUrl: faults });
    const url = await servedReference({ rules, clock: () => Date.parse(date) });
    await registerAt(url);
    writeFileSync(join(this.#folder, "sandbox.yaml"), profileOf(url, set));
    const { code, stdout, stderr } = await runBin(args, {
      cwd: this.#folder,
      root: this.#releases[release],
      env: { TODAY: date },
      nodeArgs: ["--import", PRELOAD],
    });
    this.#page.push(
      `## ${date}: ${title}`,
      "",
      `Release ${release}, ${set === undefined ? "no set" : `set ${set}`}, exit code ${code}. ${comment}`,
      "",
      "```console",
      `$ card-issuing-conformance ${args.map(quoted).join(" ")}`,
      steady(stdout + stderr),
      "```",
      "",
    );
    return code;
  }

  #removeWaivers(ids: string): void {
    const entries = readFileSync(this.#waivers, "utf8").split(/^(?=# §)/m);
    writeFileSync(this.#waivers, entries.filter((entry) => !entry.includes(ids)).join("") || "[]\n");
  }
}

/** The target has a webhook, so that a run leaves it as it was. */
async function registerAt(url: string): Promise<void> {
  const answer = await fetch(`${url}/abc/v1/webhook/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "X-API-Key": KEY },
    body: JSON.stringify({ callbackUrl: "https://callback.conformance.example/webhook" }),
  });
  if (!answer.ok) throw new Error(`Cannot register at the reference: HTTP ${answer.status}`);
}

function profileOf(url: string, set: string | undefined): string {
  const lines = [
    "name: sandbox",
    `baseUrl: ${url}`,
    ...(set === undefined ? [] : [`set: ${set}`]),
    "auth: { mode: api-key }",
    `merchants: [{ name: alpha, apiKey: ${KEY} }]`,
    "limits: { requestsPerSecond: 5000 }",
    "waivers: waivers.yaml",
  ];
  return `${lines.join("\n")}\n`;
}

function quoted(arg: string): string {
  return arg.includes(" ") ? `"${arg}"` : arg;
}

/** Without numbers that differ from run to run, or with each new check. */
function steady(printed: string): string {
  return printed
    .trimEnd()
    .replaceAll(/\d+ in \d+(\.\d+)? s$/gm, "300 in 1.0 s")
    .replaceAll(/\d+ requirements;/g, "350 requirements;");
}
