import { hashParameters } from '#ledger/facts/return-hash'
import { PERSONAS, type PersonaPlayer, type PlayedRespondent } from './personas.ts'
import type { Chance } from './random.ts'

/** A source open for entry, with the data to simulate its respondents. */
export interface Door {
  readonly projectId: number
  readonly stmid: number
  readonly supplierIds: readonly number[]
  readonly loiMinutes: number
  readonly ir: number
  /** The source's own price of a complete; null: it has none. */
  readonly priceCents: number | null
  /** Its completes by its target. */
  readonly fullShare: number
}

type Outcome = 'complete' | 'term' | 'overquota' | 'quality' | 'security' | 'abandon'
const INBOUND: Readonly<Record<Exclude<Outcome, 'abandon'>, string>> = {
  complete: '1000',
  term: '2000',
  overquota: '4000',
  quality: '1',
  security: '3000',
}
const MINUTE_MS = 60_000
/** Of a key that no account has. */
const WRONG_HASH = '0'.repeat(64)

/** The plan of one simulated respondent, made before any of it happens. */
export interface Visit {
  readonly person: PlayedRespondent
  readonly door: Door
  readonly supplierId: number | null
  readonly rid: string
  readonly outcome: Outcome
  readonly stayMs: number
}

/** Decides the next respondent: the same for the seeds of its chance and its player. */
export function planVisit(door: Door, player: PersonaPlayer, chance: Chance): Visit {
  const [first, ...others] = door.supplierIds
  const person = player.next()
  const outcome = chance.weighted<Outcome>(
    PERSONAS[person.persona].isBad
      ? { complete: 84, term: 6, overquota: 3, quality: 0, security: 0, abandon: 7 }
      : { complete: door.ir * 80, term: (1 - door.ir) * 72, overquota: 6, quality: 4, security: 1, abandon: 7 },
  )
  return {
    person,
    door,
    supplierId: first === undefined ? null : chance.pick([first, ...others]),
    rid: `sim-${chance.whole(0, 0xffff_ffff).toString(16)}${chance.whole(0, 0xffff_ffff).toString(16)}`,
    outcome,
    stayMs: stayMs(outcome, person, door, chance),
  }
}

function stayMs(outcome: Outcome, person: PlayedRespondent, door: Door, chance: Chance): number {
  if (outcome === 'term' || outcome === 'overquota') return chance.whole(4_000, 60_000)
  // so that a table moves within a minute of being opened
  if (person.persona === 'fastButHonest') return chance.whole(20_000, 90_000)
  return Math.round(door.loiMinutes * MINUTE_MS * person.lengthShare)
}

/** The query by which a respondent enters. */
export function entryQuery({ person, supplierId, rid }: Visit): URLSearchParams {
  return new URLSearchParams({
    rid,
    ...(person.fingerprint === null ? {} : { fp: person.fingerprint }),
    ...(supplierId === null ? {} : { sup: String(supplierId) }),
  })
}

/** The query by which they come back, signed with the account's secret as a survey signs it; null: they never do. */
export function returnQuery({ person, outcome }: Visit, rdud: string, secret: string): URLSearchParams | null {
  if (outcome === 'abandon') return null
  const parameters = new Map([
    ['inbound_code', INBOUND[outcome]],
    ['rdud', rdud],
    ...(outcome === 'complete'
      ? Object.entries(person.scores).map(([name, value]): [string, string] => [name, String(value)])
      : []),
  ])
  parameters.set('hash', person.isUnsigned ? WRONG_HASH : hashParameters(parameters, secret))
  return new URLSearchParams([...parameters])
}

/** Whether a client would reject this respondent's complete. */
export const isBadComplete = ({ person, outcome }: Visit): boolean =>
  outcome === 'complete' && PERSONAS[person.persona].isBad
