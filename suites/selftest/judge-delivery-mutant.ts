import type { Mutant } from "../../lib/reference/mutant.ts";
import { rootFailures } from "../../lib/reporters/text/root-failures.ts";
import { EVENTS, judgeDeliveries } from "./judge-deliveries.ts";
import { idsWith } from "./judge-target.ts";
import { timeLimit } from "./time-limit.ts";

/** The checks that notice a mutant of deliveries, and the depth at which the requirement that it breaks is among them. */
interface DeliveryKill {
  readonly mutant: string;
  readonly depth: "quick" | "standard";
  readonly caught: readonly string[];
  readonly errored: readonly string[];
  /** Those that no other one explains, without warnings. */
  readonly roots: readonly string[];
  /** The runs that took longer than a run against a broken server may take, in seconds. */
  readonly late: readonly number[];
}

/** The usual waits of a profile: as long for an absence and for all retries as for a delivery. */
const USUAL = { ...EVENTS, absenceSeconds: null, retries: { windowSeconds: EVENTS.waitSeconds } };

/** Judges a mutant at quick depth, and at standard depth if quick depth does not find what it breaks. */
export async function judgeDeliveryMutant(mutant: Mutant): Promise<DeliveryKill> {
  const quick = await verdictAt("quick", mutant);
  if (quick.caught.includes(mutant.breaks)) return quick;
  const standard = await verdictAt("standard", mutant);
  return {
    ...standard,
    errored: [...quick.errored, ...standard.errored],
    late: [...quick.late, ...standard.late],
  };
}

async function verdictAt(depth: DeliveryKill["depth"], mutant: Mutant): Promise<DeliveryKill> {
  const way = { mode: mutant.mode ?? "api-key", depth, facts: { events: USUAL } } as const;
  const report = await judgeDeliveries({ ...way, mutant });
  const limit = await timeLimit({ ...way, selectors: ["delivery"] });
  const caught = [...idsWith(report, "failed"), ...idsWith(report, "warned")].toSorted();
  const late = [report.seconds].filter((seconds) => seconds > limit);
  const roots = rootFailures(report.checks, ["failed"]).map(({ requirement }) => requirement);
  return { mutant: mutant.name, depth, caught, errored: idsWith(report, "errored"), roots, late };
}

/** A line of a pin: the mutant, the depth and the checks that notice it. */
export function deliveryKillLine({ mutant, depth, caught }: DeliveryKill): string {
  return `${mutant} | ${depth}: ${caught.join(", ")}`;
}
