/** An operation on the stored callback URL, with when it was sent and answered. */
export interface Timed {
  readonly sentAt: number;
  /** Undefined: the outcome is unknown; it may take effect at any time after it was sent, or never. */
  readonly answeredAt: number | undefined;
  readonly effect: { readonly kind: "register" | "query"; readonly url: string };
}

/**
 * Whether the operations can have taken effect one by one, each between its request and its answer,
 * on a register that held `initial` before.
 */
export function isLinearizable(history: readonly Timed[], initial: string): boolean {
  const dead = new Set<string>();
  return search(history, initial);

  function search(pending: readonly Timed[], stored: string): boolean {
    if (pending.every(({ answeredAt }) => answeredAt === undefined)) return true;
    const key = `${pending.map(({ sentAt }) => sentAt).join()}:${stored}`;
    if (dead.has(key)) return false;
    const horizon = Math.min(...pending.map(({ answeredAt }) => answeredAt ?? Number.POSITIVE_INFINITY));
    const found = pending.some((next) => {
      if (next.sentAt > horizon) return false;
      const rest = pending.filter((one) => one !== next);
      if (next.effect.kind === "register") return search(rest, next.effect.url);
      return next.effect.url === stored && search(rest, stored);
    });
    if (!found) dead.add(key);
    return found;
  }
}
