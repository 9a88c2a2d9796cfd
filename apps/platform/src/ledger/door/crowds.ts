import { paceIn, slotOf, type ArrivalPace } from '../facts/arrival-pace.ts'
import type { CrowdFacts, DefenderRule } from '../facts/ledger-facts.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'

/** How many others an entrant comes with; null: no rule needs it, or nothing is known. */
export interface Crowd {
  /** The supplier's pace, with this entrant among those seen. */
  readonly pace: ArrivalPace | null
  /** The entrant's network, and different addresses of it in an hour, this one included. */
  readonly network: { readonly networkBits: number; readonly addresses: number } | null
}

export const NO_CROWD: Crowd = { pace: null, network: null }

/**
 * The crowd facts that these rules ask for: the entrant's pace, and how many addresses of its network speak against
 * it; 0: none is asked for.
 */
export function crowdAsked(
  rules: readonly DefenderRule[],
  { address }: Pick<EntryOperation, 'address'>,
  supplierId: number | null,
): { readonly pace: boolean; readonly addresses: number } {
  let pace = false
  let addresses = 0
  for (const { rule, threshold } of rules) {
    if (rule === 'burst' && supplierId !== null) pace = true
    if (rule === 'many_addresses' && address !== null) addresses = (threshold ?? 1) + 1
  }
  return { pace, addresses }
}

export const NO_CROWDS: CrowdFacts = { paces: new Map(), networks: [] }

/** A supplier's arrivals in a batch. */
export interface SupplierArrivals {
  readonly supplierId: number
  readonly slot: number
  readonly seen: number
}

/** An address by its place in its network (`CrowdPlace`). */
export interface AddressSeen {
  readonly networkBits: number
  readonly host: string
  readonly atMs: number
}

/** A network while a batch is judged. */
interface SeenNetwork {
  readonly networkBits: number
  /** Addresses that no entrant of the batch has. */
  readonly others: number
  /** Addresses of the batch that have entered, before it or in it. */
  readonly seen: Set<string>
  readonly latelySeen: ReadonlySet<string>
}

/** The entrants of one batch among those before them: they are not in the database yet. */
export class Crowds {
  readonly #paces: Map<number, ArrivalPace>
  /** By address as it came. */
  readonly #networks = new Map<string, readonly [host: string, network: SeenNetwork]>()
  readonly #arrivals = new Map<number, SupplierArrivals>()
  readonly #addresses = new Map<string, AddressSeen>()

  constructor({ paces, networks }: CrowdFacts) {
    this.#paces = new Map(paces)
    for (const { networkBits, asked, others, seen, latelySeen } of networks) {
      const known = { networkBits, others, seen: new Set(seen), latelySeen: new Set(latelySeen) }
      for (const [given, host] of asked) this.#networks.set(given, [host, known])
    }
  }

  /** Takes an entrant in, and gives the crowd that they come with. */
  join(entry: EntryOperation, supplierId: number | null, rules: readonly DefenderRule[]): Crowd {
    const asked = crowdAsked(rules, entry, supplierId)
    if (!asked.pace && asked.addresses === 0) return NO_CROWD
    return {
      pace: asked.pace && supplierId !== null ? this.#arrive(supplierId, slotOf(entry.atMs)) : null,
      network: asked.addresses > 0 && entry.address !== null ? this.#see(entry.address, entry.atMs) : null,
    }
  }

  /** The batch's additions. */
  arrivals(): SupplierArrivals[] {
    return [...this.#arrivals.values()]
  }

  addresses(): AddressSeen[] {
    return [...this.#addresses.values()]
  }

  #arrive(supplierId: number, slot: number): ArrivalPace {
    const before = this.#paces.get(supplierId) ?? { since: slot, slot, seen: 0, slots: 0, total: 0, squares: 0 }
    const present = paceIn(before, slot)
    const pace = { ...present, seen: present.seen + 1 }
    this.#paces.set(supplierId, pace)
    const added = this.#arrivals.get(supplierId)
    // a batch is of one moment: where a period begins within it, all of it counts in the new one
    this.#arrivals.set(supplierId, { supplierId, slot: pace.slot, seen: (added?.seen ?? 0) + 1 })
    return pace
  }

  #see(given: string, atMs: number): Crowd['network'] {
    const found = this.#networks.get(given)
    if (found === undefined) return null
    const [host, { networkBits, others, seen, latelySeen }] = found
    seen.add(host)
    if (!latelySeen.has(host)) this.#addresses.set(`${networkBits} ${host}`, { networkBits, host, atMs })
    return { networkBits, addresses: others + seen.size }
  }
}
