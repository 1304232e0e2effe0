import { mutants } from "../../../lib/cli/mutants.ts";
import { deliveryKillLine, judgeDeliveryMutant } from "../judge-delivery-mutant.ts";
import { judgeMutant, killLine } from "../judge-mutant.ts";
import type { judgeTarget } from "../judge-target.ts";
import { FAULTS } from "../second-opinion/catalogue.ts";
import { faultLine, faultVerdict } from "../second-opinion/fault-verdict.ts";
import type { Mode } from "../second-opinion/types.ts";

type Judge = typeof judgeTarget;

/**
 * Judges one wrong server, and returns its line of a pin.
 * @param server its kind and name
 */
export async function judgeServer(server: string, judge: Judge): Promise<string> {
  const [kind = "", name = ""] = server.split(" ");
  return `${kind} ${await lineAbout(kind, name, judge)}`.trimEnd();
}

async function lineAbout(kind: string, name: string, judge: Judge): Promise<string> {
  if (kind === "api-key-fault") return faultIn("api-key", name, judge);
  if (kind === "signed-fault") return faultIn("signed", name, judge);
  const mutant = named(mutants, name);
  if (kind === "delivery-mutant") return deliveryKillLine(await judgeDeliveryMutant(mutant, judge));
  const verdicts = await judgeMutant(mutant, judge);
  return killLine({ mutant: name, ...(verdicts.at(-1) ?? verdicts[0]) });
}

async function faultIn(mode: Mode, name: string, judge: Judge): Promise<string> {
  const fault = named(FAULTS, name);
  return faultLine({ name, ...(await faultVerdict(fault, mode, judge)) });
}

function named<One extends { readonly name: string }>(all: readonly One[], name: string): One {
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Cannot judge ${name}: there is no such server`);
  return found;
}
