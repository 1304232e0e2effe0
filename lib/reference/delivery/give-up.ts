import type { Sending } from "./sending.ts";

const FAILURES_THAT_DISABLE = 6;
const A_WHILE_MS = 300;

/** Counts the deliveries to one callback URL that fail in a row, and disables the configuration after some, if that is the choice. */
export async function giveUp(
  { choices, store, sleep, failing }: Sending,
  owner: string,
  isOver: boolean,
): Promise<void> {
  const current = store.configurationOf(owner);
  const known = failing.get(owner);
  const before = known?.url === current?.callbackUrl ? (known?.times ?? 0) : 0;
  const times = isOver ? 0 : before + 1;
  failing.set(owner, { url: current?.callbackUrl, times });
  if (current === undefined || times !== FAILURES_THAT_DISABLE) return;
  if (choices.statusAfterFailedDeliveries === "kept") return;
  const disabled = { ...current, status: 0 };
  store.save(owner, disabled);
  if (choices.statusAfterFailedDeliveries === 0) return;
  await sleep(A_WHILE_MS);
  if (store.configurationOf(owner) === disabled) store.save(owner, { ...disabled, status: 1 });
}
