import { INFLIGHT_TIMEOUT_LOI_FACTOR } from '@desk/schema/respondents/state'
import type { LedgerOperation, PastEntryOperation } from '#ledger/facts/ledger-operations'
import { pastRdudHex } from '#ledger/facts/rdud'
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

/** The events of this source in the past 14 days, in any order. Respondents who entered too recently to have finished are in progress. */
export function pastOf(source: WrittenSource, now: Date, chance: Chance): readonly LedgerOperation[] {
  return Array.from({ length: source.plan.pastEntrants }, (_, no) => pastRespondent(source, no, now, chance)).flat()
}

function pastRespondent(source: WrittenSource, no: number, now: Date, chance: Chance): readonly LedgerOperation[] {
  const enteredAtMs = pastMoment(now, chance)
  const [firstSupplier, ...others] = source.supplierIds
  const entry: PastEntryOperation = {
    kind: 'entered',
    atMs: enteredAtMs,
    sourceId: source.sourceId,
    supplierId: firstSupplier === undefined ? null : chance.pick([firstSupplier, ...others]),
    hex: pastRdudHex(enteredAtMs, () => Math.floor(chance.fraction() * 2 ** 32)),
    rid: `p${source.sourceId}-${no}`,
    isTest: false,
    code: 11,
    refusal: null,
    address: null,
    fingerprint: null,
  }
  const door = chance.fraction()
  if (door < 0.04)
    return [
      {
        ...entry,
        code: 20,
        refusal: { rule: 'duplicate_fingerprint', threshold: '1 in 24 h', value: String(chance.whole(2, 5)) },
      },
    ]
  if (door < 0.06) return [{ ...entry, code: 22, refusal: { rule: 'pacing', threshold: '12 an hour', value: '12' } }]

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
