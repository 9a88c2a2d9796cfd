import { networkOf } from '@desk/schema/addresses/network-of'

/** A count per address; an IPv6 /64 network counts as one address. */
export class AddressCounts {
  readonly #counts = new Map<string, number>()

  of(address: string): number {
    return this.#counts.get(networkOf(address)) ?? 0
  }

  /** Adds to the address's count; the returned function subtracts the same again, once. */
  add(address: string, amount = 1): () => void {
    const network = networkOf(address)
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + amount)
    let isThere = true
    return () => {
      if (!isThere) return
      isThere = false
      const left = (this.#counts.get(network) ?? 0) - amount
      if (left > 0) this.#counts.set(network, left)
      else this.#counts.delete(network)
    }
  }
}
