/** The overhead of an entry: its key and its place in the map. */
export const ENTRY_BYTES = 1_024

/** A least-recently-used cache with a limit in bytes. */
export class BoundedStore<Value> {
  readonly #maxBytes: number
  readonly #bytesOf: (value: Value) => number
  // a Map keeps the order in which its keys came
  readonly #values = new Map<string, Value>()
  #bytes = 0

  /**
   * @param maxBytes what all of them together may take
   * @param bytesOf what a value takes
   */
  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    this.#maxBytes = maxBytes
    this.#bytesOf = bytesOf
  }

  /** The bytes held, values and overhead. */
  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) {
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    return value
  }

  /** Stores the value in place of the one before; a value larger than the whole store is not stored. */
  set(key: string, value: Value): void {
    this.delete(key)
    this.#values.set(key, value)
    this.#bytes += this.#bytesOf(value) + ENTRY_BYTES
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#values.delete(key)
    this.#bytes -= this.#bytesOf(value) + ENTRY_BYTES
  }
}
