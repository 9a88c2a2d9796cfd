import { INFLIGHT_TIMEOUT_LOI_FACTOR } from '@desk/schema/respondents/state'
import { brokenRule } from '#ledger/door/defender'
import type { DoorRefusal } from '#ledger/door/door-refusal'
import type { LedgerOperation, PastEntryOperation } from '#ledger/facts/ledger-operations'
import { pastRdudHex } from '#ledger/facts/rdud'
import { DEMO_RULES } from './demo-defender.ts'
import type { WrittenSource } from './demo-studies.ts'
import type { Chance } from './random.ts'

const HOUR_MS = 60 * 60 * 1000
export const HISTORY_DAYS = 14
const INBOUND = { complete: '1000', term: '2000', overquota: '4000', quality: '1', security: '3000' } as const

/** How busy each UTC hour is: evenings of the Americas and Europe. */
const HOURLY_WEIGHTS = [8, 7, 6, 4, 2, 1, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 8, 9, 10, 10, 10, 9, 9, 9] as const
const BUSIEST = Math.max(...HOURLY_WEIGHTS)

/** The last hours are as busy as any, so that a demo created at night has respondents in progress too. */
const LIVELY_MS = 3 * HOUR_MS

/** This share comes again on a device that the source has seen within a day. */
const AGAIN_SHARE = 0.04
const DAY_MS = 24 * HOUR_MS
const [DEVICE_RULE] = DEMO_RULES.filter(({ rule }) => rule === 'duplicate_fingerprint')

/** An entry of the past, or the end of one. */
export type PastOperation = PastEntryOperation | Extract<LedgerOperation, { readonly kind: 'return' | 'abandon' }>

/** The events of this source in the past 14 days, in any order. Respondents who entered too recently to have finished are in progress. */
export function pastOf(source: WrittenSource, now: Date, chance: Chance): readonly PastOperation[] {
  const moments = Array.from({ length: source.plan.pastEntrants }, () => pastMoment(now, chance)).toSorted(
    (one, other) => one - other,
  )
  const devices: SeenDevice[] = []
  return moments.flatMap((enteredAtMs, no) => {
    const latest = devices.at(-1)
    const isAgain = chance.fraction() < AGAIN_SHARE && latest !== undefined && enteredAtMs - latest.atMs < DAY_MS
    const device = isAgain ? latest.device : `d${source.sourceId}-${no}`
    const others = devices.filter(seen => seen.device === device && seen.atMs > enteredAtMs - DAY_MS).length
    devices.push({ device, atMs: enteredAtMs })
    return pastRespondent(source, no, enteredAtMs, { device, others }, now, chance)
  })
}

interface SeenDevice {
  readonly device: string
  readonly atMs: number
}

/** The verdict of the rule for devices on a respondent whose device this many others have used. */
function refusedBy(others: number): DoorRefusal | null {
  if (DEVICE_RULE === undefined) return null
  const { threshold, window_hours: windowHours } = DEVICE_RULE
  const rule = { rule: 'duplicate_fingerprint', threshold, windowHours, mode: 'refuse', setBy: 'account' } as const
  const counts = { sameFingerprint: others, sameAddress: null, sameRid: null, ofFingerprint: null, ofAddress: null }
  return brokenRule(rule, { country: null, fromDatacentre: false, fingerprint: 'known' }, { country: null }, counts)
}

function pastRespondent(
  source: WrittenSource,
  no: number,
  enteredAtMs: number,
  { device, others }: { readonly device: string; readonly others: number },
  now: Date,
  chance: Chance,
): readonly PastOperation[] {
  const [firstSupplier, ...otherSuppliers] = source.supplierIds
  const entry: PastEntryOperation = {
    kind: 'entered',
    atMs: enteredAtMs,
    sourceId: source.sourceId,
    supplierId: firstSupplier === undefined ? null : chance.pick([firstSupplier, ...otherSuppliers]),
    hex: pastRdudHex(enteredAtMs, () => Math.floor(chance.fraction() * 2 ** 32)),
    rid: `p${source.sourceId}-${no}`,
    isTest: false,
    code: 11,
    refusal: null,
    address: null,
    fingerprint: device,
  }
  const refusal = refusedBy(others)
  if (refusal !== null) return [{ ...entry, code: 20, refusal, setBy: 'account' }]
  if (chance.fraction() < 0.02)
    return [{ ...entry, code: 22, refusal: { rule: 'pacing', threshold: '12 an hour', value: '12' } }]

  const outcome = chance.weighted(source.plan.quality.weights)
  const loiMs = source.loiMinutes * 60_000
  const endsAtMs =
    enteredAtMs + (outcome === 'abandon' ? INFLIGHT_TIMEOUT_LOI_FACTOR * loiMs : stayMs(outcome, loiMs, source, chance))
  // a respondent who would end after now is still in progress, or was swept as an abandon
  if (endsAtMs >= now.getTime()) return [entry]
  if (outcome === 'abandon') return [entry, { kind: 'abandon', atMs: endsAtMs, hex: entry.hex }]
  return [
    entry,
    {
      kind: 'return',
      atMs: endsAtMs,
      hex: entry.hex,
      inboundCode: INBOUND[outcome],
      viaServer: chance.fraction() < 0.3,
      parameters: null,
      sent: null,
    },
  ]
}

function stayMs(outcome: keyof typeof INBOUND, loiMs: number, source: WrittenSource, chance: Chance): number {
  if (outcome === 'term' || outcome === 'overquota') return chance.whole(20_000, 150_000)
  return Math.round(loiMs * Math.min(1.7, source.plan.quality.loiFactor * chance.spread(0.28)))
}

/** A moment of the past days, more often in busy hours. */
function pastMoment(now: Date, chance: Chance): number {
  for (;;) {
    const atMs = now.getTime() - Math.floor(chance.fraction() ** 1.3 * HISTORY_DAYS * 24 * HOUR_MS)
    if (now.getTime() - atMs < LIVELY_MS) return atMs
    const weight = HOURLY_WEIGHTS[new Date(atMs).getUTCHours()] ?? 1
    if (chance.fraction() * BUSIEST < weight) return atMs
  }
}
