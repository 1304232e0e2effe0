import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../profile/yaml/interpolate.ts";
import { RefusedError } from "./refused-error.ts";

/**
 * The folder of journals and locks between runs: below XDG_STATE_HOME, or below ~/.local/state.
 * @throws {RefusedError} if there is neither
 */
export function stateFolder(env: Environment): string {
  const asked = env["XDG_STATE_HOME"] ?? "";
  const base = isAbsolute(asked) ? asked : join(homeFolder(), ".local", "state");
  return join(base, "card-issuing-conformance");
}

/** A user of a container may have neither HOME nor an entry in the list of users. */
function homeFolder(): string {
  try {
    return homedir();
  } catch (cause) {
    const next = "Set XDG_STATE_HOME to a folder that only this user can write.";
    throw new RefusedError(`Cannot save what a run must restore: this user has no home folder. ${next}`, {
      cause,
    });
  }
}
