import type { DeskDatabase } from '#kernel/db/desk-database'
import { createLedger } from '../batches/ledger.ts'
import type { Sent } from '../facts/ledger-operations.ts'
import { back, entry, sent } from './operations.ts'
import { sourceFigures } from './figures.ts'
import { makeStudy, type Study, type StudySpec } from './study.ts'

export const noon = Date.UTC(2026, 10, 20, 12)
export const MINUTE_MS = 60_000

/** Makes a study in a database and opens its ledger, at a time of the test's. */
export async function openLedger(database: DeskDatabase, spec: StudySpec = {}, nowMs = noon) {
  const study = await database.asSystem(tx => makeStudy(tx, spec))
  const ledger = createLedger(database, { nowMs: () => nowMs })
  const at = (study: Study) => ({
    enter: async (rid: string, more: Parameters<typeof entry>[2] = {}): Promise<Sent> =>
      sent(await ledger.enter(study.accountId, entry(study.sourceId, rid, { atMs: nowMs, ...more }))),
    return: async (hex: string, code: string, more: Parameters<typeof back>[2] = {}): Promise<Sent> =>
      sent(await ledger.return(study.accountId, back(hex, code, { atMs: nowMs + 8 * MINUTE_MS, ...more }))),
  })
  return { database, study, ledger, ...at(study), figures: () => sourceFigures(database, study.sourceId) }
}

/** The public part of an outcome. */
export const agreed = (outcome: Sent) => ({
  code: outcome.code,
  outcome: outcome.outcome,
  address: outcome.address,
  repeat: outcome.repeat,
  late: outcome.late,
})
/** Neither a repetition nor late. */
export const plain = { repeat: false, late: false }
