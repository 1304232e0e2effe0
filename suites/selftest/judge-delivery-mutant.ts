import type { Mutant } from "../../lib/reference/mutant.ts";
import { judgeDeliveries } from "./judge-deliveries.ts";
import { idsWith } from "./judge-target.ts";

/** The checks that notice a mutant of deliveries, and the depth at which the requirement that it breaks is among them. */
interface DeliveryKill {
  readonly mutant: string;
  readonly depth: "quick" | "standard";
  readonly caught: readonly string[];
  readonly errored: readonly string[];
}

/** Judges a mutant at quick depth, and at standard depth if quick depth does not find what it breaks. */
export async function judgeDeliveryMutant(mutant: Mutant): Promise<DeliveryKill> {
  const quick = await verdictAt("quick", mutant);
  if (quick.caught.includes(mutant.breaks)) return quick;
  const standard = await verdictAt("standard", mutant);
  return { ...standard, errored: [...quick.errored, ...standard.errored] };
}

async function verdictAt(depth: DeliveryKill["depth"], mutant: Mutant): Promise<DeliveryKill> {
  const report = await judgeDeliveries({ mode: mutant.mode ?? "api-key", mutant, depth });
  const caught = [...idsWith(report, "failed"), ...idsWith(report, "warned")].toSorted();
  return { mutant: mutant.name, depth, caught, errored: idsWith(report, "errored") };
}

/** A line of a pin: the mutant, the depth and the checks that notice it. */
export function deliveryKillLine({ mutant, depth, caught }: DeliveryKill): string {
  return `${mutant} | ${depth}: ${caught.join(", ")}`;
}
