import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../profile/interpolate.ts";

/** The folder of journals and locks between runs: below XDG_STATE_HOME, or below ~/.local/state. */
export function stateFolder(env: Environment): string {
  const asked = env["XDG_STATE_HOME"] ?? "";
  const base = isAbsolute(asked) ? asked : join(homedir(), ".local", "state");
  return join(base, "card-issuing-conformance");
}
