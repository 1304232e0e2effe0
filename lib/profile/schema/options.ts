import * as z from "zod";
import { checkedText } from "../../files/fields.ts";
import type { Level } from "../../engine/requirement/requirement.ts";
import { baseUrlSchema, EMBEDDED } from "../fields/base-url.ts";
import { runOptions } from "../fields/run-option.ts";

/** Address of an MCP service, or of that of the embedded reference. */
const mcpUrlSchema = checkedText(mcpUrlProblem);

function mcpUrlProblem(text: string): string | undefined {
  if (text === EMBEDDED) return undefined;
  const url = /^https?:\/\/[^\s\\]+$/.test(text) ? URL.parse(text) : null;
  if (url === null) return "expected a URL that begins with https:// or http://";
  return text.includes("#") ? "expected a URL without fragment" : undefined;
}

/** A deployment by its name and SHA-256, for example an image: `issuer-api@sha256:…`. */
const deploymentSchema = z
  .string()
  .regex(/^[^@\s]+@sha256:[0-9a-f]{64}$/, "expected name@sha256: and 64 digits of lower-case hex");

const count = z.int().min(1);
const yesOrNo = z.boolean();

/** The levels that a run checks on its own. */
const JUDGED_LEVELS = ["stated", "inferred", "advisory"] as const satisfies readonly Level[];

/** A seed of the generators, or `fresh` for a new one. */
const seedSchema = z
  .custom<number | "fresh">(
    (value) => value === "fresh" || (Number.isInteger(value) && z.int32().safeParse(value).success),
    'expected an integer of 32 bits or "fresh"',
  )
  .meta({ anyOf: [{ type: "integer" }, { const: "fresh" }] });

/** Every option of a run. The command line, the environment and the profile read this table. */
export const RUN_OPTIONS = runOptions({
  profile: {
    takes: "<name|file>",
    field: null,
    description: "profile of the target: a built-in name or a YAML file",
    schema: z.string().min(1).default("reference"),
  },
  baseUrl: {
    takes: "<url>",
    field: ["baseUrl"],
    description: "address of the target. Replaces the address of the profile",
    schema: baseUrlSchema,
  },
  mcpUrl: {
    takes: "<url>",
    field: ["mcp", "url"],
    description:
      "address of the MCP service. Required with --base-url, because mcp.url belongs to the base URL of the profile",
    schema: mcpUrlSchema.nullable().default(null),
  },
  out: {
    takes: "<dir>",
    field: ["run", "out"],
    description: "folder of the results",
    schema: z.string().min(1).default("reports/latest"),
  },
  depth: {
    takes: "<depth>",
    field: ["run", "depth"],
    description: "how many generated cases a check tries: quick, standard or deep",
    schema: z.enum(["quick", "standard", "deep"]).default("standard"),
  },
  seed: {
    takes: "<n|fresh>",
    field: ["run", "seed"],
    description: "seed of the generated cases, or fresh for a new one",
    schema: seedSchema.default(1),
  },
  label: {
    takes: "<text>",
    field: ["run", "label"],
    description: "name of the checked version, for example a commit. The results and their history show it",
    schema: z.string().min(1).max(80).nullable().default(null),
  },
  deployment: {
    takes: "<name@sha256:digest>",
    field: ["deployment"],
    description:
      "the deployment that the run checks, for example an image by its SHA-256. The result names it",
    schema: deploymentSchema.nullable().default(null),
  },
  skip: {
    takes: "<selector>",
    field: ["run", "skip"],
    description: "leave out an area, a group or ids. Repeat it for several",
    schema: z.array(z.string().min(1)).default([]),
  },
  level: {
    takes: "<level>",
    field: ["run", "level"],
    description: "check only requirements of this level: stated, inferred or advisory. Repeat it for several",
    schema: z.array(z.enum(JUDGED_LEVELS)).default([]),
  },
  failedIn: {
    takes: "<results>",
    field: null,
    description:
      "check only what failed in these results, and what it rests on: a folder of results or a conformance.json",
    schema: z.string().min(1).nullable().default(null),
  },
  requireFull: {
    field: ["run", "requireFull"],
    description: "make a run incomplete if it leaves something out",
    schema: yesOrNo.default(false),
  },
  readOnly: {
    field: ["run", "readOnly"],
    description: "send only queries, with valid and with wrong credentials. Requires no consent",
    schema: yesOrNo.default(false),
  },
  html: {
    field: ["run", "html"],
    description: "also write report.html, one page with everything",
    schema: yesOrNo.default(false),
  },
  disposable: {
    field: ["disposable"],
    description: "you consent: a run may overwrite and disable the webhooks of these merchants",
    schema: yesOrNo.default(false),
  },
  loseMaskedUrl: {
    field: ["loseMaskedUrl"],
    description:
      "you consent: a callback URL that the target shows masked may be lost, because a run cannot restore it",
    schema: yesOrNo.default(false),
  },
  maxTime: {
    takes: "<seconds>",
    field: ["limits", "maxTimeSeconds"],
    description: "end the run after this time. Checks that did not run are inconclusive",
    schema: z.number().positive().nullable().default(null),
  },
  requestsPerSecond: {
    takes: "<n>",
    field: ["limits", "requestsPerSecond"],
    description: "maximum number of requests per second. Default off loopback: 50",
    schema: z.number().positive().nullable().default(null),
  },
  timeoutMs: {
    takes: "<n>",
    field: ["limits", "timeoutMs"],
    description: "timeout of one answer, in milliseconds",
    schema: count.default(10_000),
  },
  maxRequests: {
    takes: "<n>",
    field: ["limits", "maxRequests"],
    description: "maximum number of requests of the run",
    schema: count.default(20_000),
  },
  moves: {
    field: ["run", "moves"],
    description:
      "the run calls operations that move money or change cards; with --no-moves, or false, it never does",
    schema: yesOrNo.default(true),
  },
  format: {
    takes: "<format>",
    field: ["run", "format"],
    description: "output format: text or json",
    schema: z.enum(["text", "json"]).default("text"),
  },
  quiet: {
    field: ["run", "quiet"],
    description: "print the summary only",
    schema: yesOrNo.default(false),
  },
  verbose: {
    field: ["run", "verbose"],
    description: "print every check with its requests and answers",
    schema: yesOrNo.default(false),
  },
  color: {
    field: ["run", "color"],
    description: "the run prints colours on a terminal; with --no-color, or false, it prints none",
    schema: yesOrNo.default(true),
  },
});

export type OptionName = keyof typeof RUN_OPTIONS;

export const OPTION_NAMES: readonly OptionName[] = Object.keys(RUN_OPTIONS).filter(isOptionName);

export type RunOptions = { readonly [N in OptionName]: z.output<(typeof RUN_OPTIONS)[N]["schema"]> };

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(RUN_OPTIONS, name);
}
