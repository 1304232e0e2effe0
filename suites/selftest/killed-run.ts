import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBin } from "../../lib/cli/testing/run-bin.ts";
import { loadProfile } from "../../lib/profile/load/load-profile.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { serveReference } from "../../lib/reference/serve-reference.ts";
import { type DirectCaller, directCaller, type Shown } from "./direct-caller.ts";

/** When a run is killed, and what the merchant had before it. */
export interface Killing {
  /** At so many requests. */
  readonly atRequest: number;
  readonly before: "enabled" | "disabled" | "nothing";
  readonly choices?: Partial<Choices>;
  /** The next command, or another run. */
  readonly afterwards: "restore" | "run";
}

export interface Killed {
  /** Whether the run was killed before it ended by itself. */
  readonly killed: boolean;
  readonly before: Shown | undefined;
  /** The merchant's configuration when the killed run has ended. */
  readonly between: Shown | undefined;
  readonly after: Shown | undefined;
  readonly exitCode: number | null;
  /** The output of the command that restores the target. */
  readonly said: string;
  /** The list of `restore` without a profile at the end. */
  readonly left: string;
}

const URL_BEFORE = "https://merchant.example/before?token=1";

/** Kills the real command with SIGKILL in the middle of a run, restores the target, and returns the configuration at each point. */
export async function killRun({ atRequest, before: kind, choices, afterwards }: Killing): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-killed-"));
  const { profile } = await loadProfile("reference", {});
  const reference = createReference({ merchants: profile.merchants, ...(choices && { choices }) });
  const direct = await directCaller(reference, profile);
  await prepare(direct, kind);
  const before = await direct.query("alpha");
  let requests = 0;
  let kill: (() => void) | undefined;
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      requests += 1;
      if (requests === atRequest) kill?.();
      return reference.fetch(request, arrival);
    },
  });
  try {
    const env = { XDG_STATE_HOME: folder };
    const target = ["--profile", "reference", "--base-url", server.url];
    const run = ["run", ...target, "--depth", "quick", "--out", join(folder, "out")];
    const first = await runBin(run, { env, started: (signal) => (kill = () => signal("SIGKILL")) });
    kill = undefined;
    const between = await direct.query("alpha");
    const second = await runBin(afterwards === "restore" ? ["restore", ...target] : run, { env });
    const list = await runBin(["restore"], { env });
    return {
      killed: first.code === null,
      before,
      between,
      after: await direct.query("alpha"),
      exitCode: second.code,
      said: second.stdout + second.stderr,
      left: list.stdout,
    };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(direct: DirectCaller, kind: Killing["before"]): Promise<void> {
  if (kind === "nothing") return;
  for (const merchant of ["alpha", "beta"]) {
    await direct.register(merchant, URL_BEFORE);
    if (kind === "disabled") await direct.disable(merchant);
  }
}
