import { abandonDueAtMs } from '@desk/machines/respondent/abandon'
import type { RespondentRow, SourceFacts, SupplierFacts } from '../facts/ledger-facts.ts'
import type { EntryOperation, PastEntryOperation } from '../facts/ledger-operations.ts'

/**
 * The supplier of an entry whose link names none: the source's only one; for a test the first, since not every tester sees the
 * suppliers.
 */
export function supplierUnnamed({ supplierPricesCents: prices }: SourceFacts, isTest: boolean): number | null {
  if (prices.size === 0 || (prices.size > 1 && !isTest)) return null
  return Math.min(...prices.keys())
}

/** The price in force now: agreed with the respondent's supplier, else the source's, else the supplier's own; lucid has none. */
export function priceCents(
  { supplierId }: RespondentRow,
  source: SourceFacts,
  suppliers: ReadonlyMap<number, SupplierFacts>,
): number {
  if (source.type === 'lucid') return 0
  const agreed = supplierId === null ? null : source.supplierPricesCents.get(supplierId)
  const own = supplierId === null ? undefined : suppliers.get(supplierId)?.cpiCents
  return agreed ?? source.supplyPriceCents ?? own ?? 0
}

export function secondsBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.round((toMs - fromMs) / 1000))
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
  }
}
