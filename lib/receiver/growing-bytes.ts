const FIRST_BYTES = 16 * 1024;
const GROWTH = 4;

/** Bytes that arrive in pieces. Many small pieces cost no more than a large one. */
export class GrowingBytes {
  readonly #maxBytes: number;
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** @param maxBytes later bytes are dropped */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Keeps a piece, up to the largest length. */
  add(piece: Uint8Array): void {
    const kept = piece.subarray(0, this.#maxBytes - this.#length);
    this.#grow(this.#length + kept.length);
    this.#bytes.set(kept, this.#length);
    this.#length += kept.length;
  }

  /** The received bytes, in memory of their own length. */
  get bytes(): Uint8Array {
    return this.#length === this.#bytes.length
      ? this.#bytes
      : Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #grow(least: number): void {
    if (least <= this.#bytes.length) return;
    const bytes = Math.min(Math.max(least, GROWTH * this.#bytes.length, FIRST_BYTES), this.#maxBytes);
    const grown = Buffer.allocUnsafeSlow(bytes);
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
