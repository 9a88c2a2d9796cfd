import { networkOf } from '@desk/schema/addresses/network-of'

interface Line {
  taken: number
  readonly waiting: (() => void)[]
}

/**
 * Gives each address a number of concurrent turns; further requests wait for the address's own turns only. An IPv6 /64 network
 * counts as one address.
 */
export class Turns {
  readonly #most: number
  readonly #lines = new Map<string, Line>()

  constructor(most: number) {
    this.#most = most
  }

  /** Resolves when it is the address' turn, with what gives the turn back. */
  async take(address: string): Promise<() => void> {
    const network = networkOf(address)
    const line = this.#lines.get(network) ?? { taken: 0, waiting: [] }
    this.#lines.set(network, line)
    if (line.taken < this.#most) line.taken += 1
    // a turn given back passes to the next waiter
    else await new Promise<void>(resolve => line.waiting.push(resolve))
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const next = line.waiting.shift()
      if (next) return next()
      line.taken -= 1
      if (line.taken === 0) this.#lines.delete(network)
    }
  }
}
