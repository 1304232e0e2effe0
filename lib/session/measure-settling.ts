import type { Merchant } from "../api/merchant/merchant.ts";
import type { ReadLag } from "../api/merchant/timing/read-lag.ts";
import { configurationIn } from "../api/merchant/configuration.ts";
import { succeeded } from "../api/exchange/answer.ts";
import type { OpenTarget } from "./open-target.ts";

/** A webhook that stays enabled for so long is not disabled because of its register. */
const WITHIN_MS = 500;
/** After these pauses a fall of the status is looked for, one after the other. */
const PAUSES_MS: readonly number[] = [10, 20, 50, 100, 200, 400];
/** Later falls need not come as soon as the one that was measured. */
const MARGIN = 2;

/**
 * Measures whether the target disables a webhook by itself soon after register, for example because its own probe of the
 * callback URL fails. The document does not exclude it. The webhook has just been registered.
 */
export async function measureSettling({
  shared: { merchants, urls, sleep },
  allowances: { lag },
}: Pick<OpenTarget, "shared" | "allowances">): Promise<void> {
  const [merchant] = merchants;
  if (merchant === undefined) return;
  if (await isEnabled(merchant)) {
    await sleep(WITHIN_MS);
    if (await isEnabled(merchant)) return;
  }
  const register = async () => succeeded(await merchant.register(urls.fresh()));
  if (!(await register())) return;
  const fellAfterMs = await timeToFall(merchant, { lag, sleep });
  if (fellAfterMs === undefined || !(await register())) return;
  await sleep(fellAfterMs * MARGIN);
  if (!(await isEnabled(merchant))) lag.noteSettling(fellAfterMs * MARGIN);
}

/** Milliseconds from a register until query shows a status that fell. Undefined: it was not 1, or does not fall. */
async function timeToFall(
  merchant: Merchant,
  { lag, sleep }: { readonly lag: ReadLag; readonly sleep: (ms: number) => Promise<void> },
): Promise<number | undefined> {
  const startedAt = lag.now;
  if (!(await isEnabled(merchant))) return undefined;
  for (const ms of PAUSES_MS) {
    await sleep(ms);
    if (!(await isEnabled(merchant))) return lag.now - startedAt;
  }
  return undefined;
}

async function isEnabled(merchant: Merchant): Promise<boolean> {
  return configurationIn(await merchant.peek())?.status === 1;
}
