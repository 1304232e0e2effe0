import { loadProfile } from "../../../lib/profile/load-profile.ts";
import { seededDraw } from "../../../lib/reference/variants/random.ts";
import type { Clock } from "../../../lib/session/session-setup.ts";
import { judgeTarget, type Report, type Trial } from "../judge-target.ts";
import { inProcess } from "./in-process.ts";
import { basePlan } from "./plan.ts";
import type { Choice, Mode, World } from "./types.ts";

const STEPS = 2 ** 24;
const { auth } = (await loadProfile("reference-signed", {})).profile;
/** This server signs the hash of no bytes where there is no body. */
const SIGNED = { ...auth, ...(auth.signature && { signature: { ...auth.signature, emptyBodyHash: true } }) };

export const MODES: readonly Mode[] = ["api-key", "signed"];

/** Whether a choice or fault shows in this mode. */
export function isOf(mode: Mode): (variation: Choice) => boolean {
  return (variation) => variation.mode === "any" || variation.mode === mode;
}

/** Runs the whole suite against a server by another hand, in this process. */
export async function judgeVariation(
  variation: Choice | undefined,
  mode: Mode,
  { depth = "quick", ...trial }: Pick<Trial, "depth" | "until"> = {},
): Promise<Report> {
  return judgeTarget(
    ({ merchants }, clock) => {
      const owners = merchants.map(({ name, apiKey, secret = "" }) => ({ name, apiKey, secret }));
      const plan = basePlan(mode, owners, worldOf(clock));
      variation?.apply(plan);
      return inProcess(plan);
    },
    { mode, depth, ...trial, ...(mode === "signed" ? { facts: { auth: SIGNED } } : {}) },
  );
}

function worldOf(clock: Clock): World {
  const draw = seededDraw(1);
  return {
    now: clock.now,
    later: (act, ms) => {
      let isOff = false;
      void clock.sleep(ms).then(() => isOff || act());
      return () => void (isOff = true);
    },
    chance: () => draw(STEPS) / STEPS,
  };
}
