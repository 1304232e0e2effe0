import type { Ledger } from "./operations/ledger.ts";

/** A webhook configuration as it is stored (§2.1). Instants are nanoseconds since the epoch. */
export interface Configuration {
  readonly id: bigint;
  readonly merchantId: string;
  readonly callbackUrl: string;
  readonly eventTypes: string;
  readonly status: number;
  readonly retryCount: number;
  readonly createTime: bigint;
  readonly updateTime: bigint;
}

/** Everything that one reference remembers. Merchants go by their name. */
export interface Store {
  configurationOf(merchant: string): Configuration | undefined;
  save(merchant: string, configuration: Configuration): void;
  changeAll(change: (configuration: Configuration) => Configuration): void;
  /** How many configurations were created so far. */
  readonly created: number;
  isSpent(scope: string, nonce: string): boolean;
  spend(scope: string, nonce: string): void;
  /** Accounts, cards and transactions of each merchant, created on first use. */
  readonly ledgers: Map<string, Ledger>;
  /** An instant later than every one before it. */
  nextInstant(): bigint;
}

/** @param clock milliseconds since the epoch. */
export function createStore(clock: () => number): Store {
  const configurations = new Map<string, Configuration>();
  const spent = new Set<string>();
  let last = 0n;
  return {
    configurationOf: (merchant) => configurations.get(merchant),
    save: (merchant, configuration) => void configurations.set(merchant, configuration),
    changeAll(change) {
      for (const [merchant, configuration] of configurations)
        configurations.set(merchant, change(configuration));
    },
    get created() {
      return configurations.size;
    },
    isSpent: (scope, nonce) => spent.has(JSON.stringify([scope, nonce])),
    spend: (scope, nonce) => void spent.add(JSON.stringify([scope, nonce])),
    ledgers: new Map(),
    nextInstant() {
      const now = BigInt(Math.round(clock() * 1000)) * 1000n;
      last = now > last ? now : last + 1n;
      return last;
    },
  };
}

/** The later of two instants. */
export function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
