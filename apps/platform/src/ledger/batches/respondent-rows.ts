import { abandonDueAtMs } from '@desk/machines/respondent/abandon'
import type { RespondentCode } from '@desk/schema/respondents/state'
import type { HeldOut, RespondentRow, SourceFacts, SupplierFacts } from '../facts/ledger-facts.ts'
import { keepsPrice } from '../facts/tally.ts'
import type { EntryOperation, PastEntryOperation } from '../facts/ledger-operations.ts'

/**
 * The price in force now: agreed with the respondent's supplier, else the source's, else the supplier's own. An exchange (lucid) has the
 * typed one alone.
 */
export function priceCents(
  { supplierId }: RespondentRow,
  source: SourceFacts,
  suppliers: ReadonlyMap<number, SupplierFacts>,
): number {
  if (source.type === 'lucid') return source.supplyPriceCents ?? 0
  const agreed = supplierId === null ? null : source.supplierPricesCents.get(supplierId)
  const own = supplierId === null ? undefined : suppliers.get(supplierId)?.cpiCents
  return agreed ?? source.supplyPriceCents ?? own ?? 0
}

/**
 * The row of a respondent whom a reconciliation rejects, accepts or restores. A complete keeps the prices at which it was one, through
 * rejection and back; one that had never been a complete gets those in force now, and no interview length.
 */
export function adjustedRow(
  row: RespondentRow,
  code: RespondentCode,
  endedAtMs: number | null,
  source: SourceFacts,
  suppliers: ReadonlyMap<number, SupplierFacts>,
): RespondentRow {
  if (!keepsPrice(code)) return { ...row, code, endedAtMs, cpiCents: null, sellPriceCents: null }
  const cpiCents = row.cpiCents ?? priceCents(row, source, suppliers)
  const sellPriceCents = row.sellPriceCents ?? source.sellPriceCents ?? 0
  return { ...row, code, endedAtMs, cpiCents, sellPriceCents }
}

/** The row of a new respondent, in the state that the checks gave. */
export function newRow(
  hex: string,
  { atMs, sourceId, rid }: EntryOperation | PastEntryOperation,
  supplierId: number | null,
  isTest: boolean,
  code: 11 | 20 | 21 | 22,
  source: SourceFacts,
  quotaNo: number | null,
  heldOut: HeldOut | null = null,
): RespondentRow {
  const inSurvey = code === 11
  return {
    hex,
    place: null,
    sourceId,
    supplierId,
    rid,
    isTest,
    quotaNo,
    placeFreed: false,
    inSurveyAtMs: inSurvey ? atMs : null,
    abandonAtMs: inSurvey ? abandonDueAtMs(atMs, source.loiMinutes) : null,
    code,
    late: false,
    viaServer: false,
    interviewSeconds: null,
    cpiCents: null,
    sellPriceCents: null,
    endedAtMs: inSurvey ? null : atMs,
    heldOut,
  }
}
