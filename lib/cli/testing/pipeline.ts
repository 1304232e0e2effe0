import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import * as z from "zod";
import { packageRoot } from "../../package/package-root.ts";
import { servedReference } from "./served-reference.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PROFILES = ["candidate.yaml", "sandbox.yaml"];
/** The packed suite of the project, which the fake `npx` does not read. */
const SUITE = "./conformance/card-issuing-conformance-0.1.0.tgz";
const PACKED = "the packed suite";
const THIS_PACKAGE = `[ "$1" = run ] && set -- "$@" versioning callback-url.https\nexec "${process.execPath}" "${join(packageRoot, "lib/cli/bin.js")}" "$@"`;

/** A project that copied the examples. Here `npx` runs this package or a given command, `npm` installs nothing, and `gh` writes down its arguments. */
export function checkout(baseUrl: string, command = THIS_PACKAGE): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "bin"));
  mkdirSync(join(cwd, "conformance"));
  const script = (name: string, text: string) => {
    writeFileSync(join(cwd, "bin", name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(cwd, "bin", name), 0o755);
  };
  script(
    "npx",
    `[ "$1 $2 $4" = "--yes --package card-issuing-conformance" ] || exit 99; shift 4; ${command}`,
  );
  writeFileSync(join(cwd, SUITE), PACKED);
  script("docker", "exit 0");
  script("npm", `[ "$1 $2 $3" = "ci --omit=dev --prefix" ] || exit 99`);
  script("gh", `printf '%s\\n' "$@" >> "${join(cwd, "told.txt")}"`);
  for (const profile of PROFILES) storeProfile(join(cwd, "conformance", profile), "sandbox", baseUrl);
  return cwd;
}

const envSchema = z.union([
  z.record(z.string(), z.string()),
  z.array(z.object({ name: z.string(), value: z.string() })),
]);
/** A step of GitHub, a job of GitLab, or a container of Kubernetes. */
const stepSchema = z.object({
  run: z.string().optional(),
  script: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  if: z.string().optional(),
  env: envSchema.optional(),
});

/** Lines that a pipeline runs in a shell. */
export interface PipelineStep {
  readonly run: string;
  /** The condition under which GitHub runs it after a failure. */
  readonly if?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** The documents of a file below `.github`. */
export function documentsIn(file: string): unknown[] {
  return parseAllDocuments(readFileSync(join(packageRoot, ".github", file), "utf8")).map((one): unknown =>
    one.toJS(),
  );
}

/** The steps of a document or of its parts, in their order. */
export function stepsIn(part: unknown): PipelineStep[] {
  if (typeof part !== "object" || part === null) return [];
  const { data } = stepSchema.safeParse(part);
  const run = data?.run ?? data?.script?.join("\n") ?? data?.args?.[0];
  if (run === undefined) return Object.values(part).flatMap(stepsIn);
  const { env: given = {} } = data ?? {};
  const pairs = Array.isArray(given)
    ? given.map(({ name, value }) => [name, value] as const)
    : Object.entries(given);
  return [{ run, if: data?.if, env: Object.fromEntries(pairs) }];
}

/** Writes the profile of a target with one merchant. */
export function storeProfile(file: string, name: string, baseUrl: string): void {
  writeFileSync(
    file,
    `name: ${name}\nbaseUrl: ${baseUrl}\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\nlimits: { requestsPerSecond: 5000 }\n`,
  );
}

/** Runs a step as GitHub does, and returns its exit code. */
export async function runStep(cwd: string, step: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step], {
    cwd,
    stdio: "ignore",
    env: {
      PATH: `${join(cwd, "bin")}:${process.env["PATH"]}`,
      HOME: cwd,
      GITHUB_OUTPUT: join(cwd, "output.txt"),
      GITHUB_STEP_SUMMARY: join(cwd, "summary.md"),
      GITHUB_RUN_NUMBER: "7",
      GITHUB_SHA: "1f0c9d2a",
      CI_COMMIT_SHORT_SHA: "1f0c9d2a",
      CI_PIPELINE_IID: "7",
      SUITE,
      SUITE_SHA256: createHash("sha256").update(PACKED).digest("hex"),
      ...env,
    },
  });
  return new Promise<number | null>((resolve) => child.once("close", resolve));
}

export async function served(mutant?: string): Promise<string> {
  return servedReference({
    merchants: [{ name: "alpha", apiKey: "key-of-alpha" }],
    ...(mutant && { mutant }),
  });
}
