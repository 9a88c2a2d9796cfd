/**
 * The bytes of a body, in one block that doubles. The chunks are dropped: a client chooses their size, and a chunk of
 * one byte is an object of hundreds.
 */
export class GatheredBody {
  readonly #most: number
  #block: Buffer = Buffer.alloc(0)
  #size = 0

  /** @param most the greatest size of the body, in bytes */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** How many bytes the block grows by when the piece is added. */
  growthFor({ length }: Buffer): number {
    return Math.max(0, this.#lengthFor(length) - this.#block.length)
  }

  add(piece: Buffer): void {
    const length = this.#lengthFor(piece.length)
    // most bodies come in one chunk, which then is the block
    if (this.#size === 0) this.#block = piece
    else {
      if (length > this.#block.length) {
        const grown = Buffer.allocUnsafeSlow(length)
        this.#block.copy(grown, 0, 0, this.#size)
        this.#block = grown
      }
      piece.copy(this.#block, this.#size)
    }
    this.#size += piece.length
  }

  whole(): Buffer {
    return this.#block.subarray(0, this.#size)
  }

  #lengthFor(more: number): number {
    const needed = this.#size + more
    if (this.#size === 0 || needed <= this.#block.length) return Math.max(needed, this.#block.length)
    return Math.max(needed, Math.min(2 * this.#block.length, this.#most))
  }
}
