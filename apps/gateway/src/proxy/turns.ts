import { networkOf } from '@desk/schema/addresses/network-of'

interface Line {
  taken: number
  readonly waiting: (() => void)[]
}

/** Gives each address so many turns at once; more of them wait for its own, and for nobody else's. All of an IPv6 /64 network are one. */
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
    // whoever gives a turn back hands it on
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
