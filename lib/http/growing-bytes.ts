const LEAST_GROWN_BYTES = 16 * 1024;
const GROWTH = 4;

/** Bytes that arrive in pieces, in one buffer that grows. Many small pieces cost no more than a large one. */
export class GrowingBytes {
  readonly #maxBytes: number;
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** @param maxBytes later bytes are dropped */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Keeps a piece, up to the largest length.
   * @returns whether all of it is kept
   */
  add(piece: Uint8Array): boolean {
    const kept = piece.subarray(0, this.#maxBytes - this.#length);
    this.#grow(this.#length + kept.length);
    this.#bytes.set(kept, this.#length);
    this.#length += kept.length;
    return kept.length === piece.length;
  }

  /** The received bytes, not copied: a later piece may leave them behind. */
  get soFar(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** The received bytes, in memory of their own length. */
  get bytes(): Uint8Array {
    return this.#length === this.#bytes.length ? this.#bytes : Buffer.from(this.soFar);
  }

  /** A single piece gets memory of its own length. */
  #grow(least: number): void {
    if (least <= this.#bytes.length) return;
    const wanted = this.#length === 0 ? least : Math.max(least, GROWTH * this.#length, LEAST_GROWN_BYTES);
    const grown = Buffer.allocUnsafeSlow(Math.min(wanted, this.#maxBytes));
    grown.set(this.soFar);
    this.#bytes = grown;
  }
}
