const MAX_REQUESTS = 10_000;
/** Memory of a request besides its bytes: objects around it and around each header. */
const BYTES_OF_A_REQUEST = 512;
const BYTES_OF_A_HEADER = 128;

/** Limits the memory of kept requests. */
export class MemoryBudget {
  readonly #maxBytes: number;
  #bytes = 0;
  #requests = 0;
  #isFull = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether a request was refused. Then no more are taken, so that the kept requests have no gaps. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Takes some bytes, if they are left.
   * @returns whether they were
   */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.#maxBytes) return false;
    this.#bytes += bytes;
    return true;
  }

  /**
   * Takes the memory of a request, if it is left.
   * @returns whether it was
   */
  takeRequest(request: {
    readonly target: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: Uint8Array;
  }): boolean {
    this.#isFull ||= this.#requests >= MAX_REQUESTS || !this.take(costOf(request));
    if (!this.#isFull) this.#requests += 1;
    return !this.#isFull;
  }

  giveBack(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** Returns the memory that a request needs, in bytes. */
export function costOf({ target, headers, body }: Parameters<MemoryBudget["takeRequest"]>[0]): number {
  const own = BYTES_OF_A_REQUEST + target.length + body.length;
  return headers.reduce((sum, [name, value]) => sum + BYTES_OF_A_HEADER + name.length + value.length, own);
}
