import { describeAnswer, succeeded } from "../api/exchange/answer.ts";
import { configurationIn } from "../api/merchant/configuration.ts";
import { queryDraft } from "../api/request/draft.ts";
import type { InputOffence } from "../api/request/offence.ts";
import type { Requirement } from "./requirement.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import type { OpenTarget } from "./open-target.ts";

/** While a merchant has no configuration a refusal costs a request: so many of each kind are tried. */
const OF_EACH = 2;
const PER_READING = 6;
const NEWCOMERS = 2;

interface Probe {
  readonly id: string;
  readonly offence: InputOffence;
}

/**
 * What is refused is refused to merchants without a configuration too, and creates none. They take turns; the first
 * accusation is the last, for then there is one.
 */
export async function refuseFirst(target: OpenTarget, requirements: readonly Requirement[]): Promise<void> {
  const { merchants, urls } = target.shared;
  const newcomers = merchants
    .slice(0, NEWCOMERS)
    .filter((_merchant, index) => target.models[index]?.known.absent === true);
  const probes = requirements.flatMap(({ id, refusedFirst }) => {
    const offences = (refusedFirst?.(urls) ?? []).filter(({ repaired }) => repaired === undefined);
    return offences.slice(0, OF_EACH).map((offence) => ({ id, offence }));
  });
  for (const [turn, merchant] of newcomers.entries()) {
    const own = probes.filter((_probe, index) => index % newcomers.length === turn);
    for (let start = 0; start < own.length; start += PER_READING)
      if (await isAccused(merchant, own.slice(start, start + PER_READING), target, requirements)) return;
  }
}

async function isAccused(
  merchant: Merchant,
  probes: readonly Probe[],
  { shared: { findings }, recorder }: OpenTarget,
  requirements: readonly Requirement[],
): Promise<boolean> {
  const accuse = (requirement: string, expected: string, actual: string, exchange: number) => {
    const exchanges = recorder.exchanges.slice(-1 - PER_READING);
    const evidence = { expected, actual, exchange };
    findings.broken({ requirement, evidence, because: exchanges.slice(0, -1), exchanges });
    return true;
  };
  for (const { id, offence } of probes) {
    const answer = await merchant.send(offence.draft);
    if (!succeeded(answer)) continue;
    return accuse(
      id,
      `${offence.name} to be refused as a first register`,
      describeAnswer(answer),
      answer.exchange,
    );
  }
  const reading = await merchant.send(queryDraft("open"));
  if (configurationIn(reading)?.callbackUrl === undefined) return false;
  const effect =
    requirements.find(({ createsNothing }) => createsNothing === true)?.id ?? probes[0]?.id ?? "";
  const names = probes.map(({ offence }) => offence.name).join(", ");
  return accuse(
    effect,
    `nothing to be created by first registers that are refused: ${names}`,
    describeAnswer(reading),
    reading.exchange,
  );
}
