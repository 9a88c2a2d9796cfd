import { hourOf } from '@desk/platform/ledger/facts/pacing'
import { SCOPES, type RespondentRow } from '@desk/platform/ledger/facts/ledger-facts'
import type { ScopeTally } from '@desk/platform/ledger/batches/ledger-figure-writes.store'
import { newRdudHex } from '@desk/platform/ledger/facts/rdud'
import { emptyCounts, emptyTally } from '@desk/platform/ledger/facts/tally'
import type { Study } from '@desk/platform/ledger/testing/study'
import { pick, seeded } from '../harness/random.ts'
import type { PeerRows } from './insert-peer.ts'
import { interviewSeconds, marksOf } from './traffic.ts'

const LOI = { count: 1_000, seconds: 600, below: 499, at: 2, medianSeconds: 600 }
const TALLY = emptyTally()
const COUNTS = emptyCounts()

/** Makes as many rows of each kind as a batch of the ledger's traffic writes; nothing of them is read or judged. */
export function peerRowsOf(study: Study): (batchSize: number) => PeerRows {
  const random = seeded(4)
  let entrants = 0
  return batchSize => {
    const nowMs = Date.now()
    const hourMs = hourOf(nowMs)
    const rowOf = (code: 11 | 30): RespondentRow => ({
      hex: newRdudHex(),
      place: code === 30 ? '(1000,1)' : null,
      sourceId: pick(random, study.sourceIds),
      supplierId: study.supplierId,
      rid: `panelist-${entrants++}`,
      isTest: false,
      quotaNo: null,
      placeFreed: false,
      inSurveyAtMs: nowMs,
      abandonAtMs: nowMs + 1_080_000,
      code,
      late: false,
      viaServer: false,
      interviewSeconds: code === 30 ? interviewSeconds(random) : null,
      cpiCents: code === 30 ? 250 : null,
      sellPriceCents: code === 30 ? 500 : null,
      endedAtMs: code === 30 ? nowMs : null,
      heldOut: null,
    })
    const entering = Array.from({ length: batchSize / 2 }, () => rowOf(11))
    const moved = Array.from({ length: batchSize / 2 }, () => rowOf(30))
    const all = [...moved, ...entering]
    const sourceIds = [...new Set(all.map(({ sourceId }) => sourceId))]
    const rollups: ScopeTally[] = [
      ...sourceIds.map(scopeId => ({ scope: SCOPES.source, scopeId, tally: TALLY, loi: LOI })),
      { scope: SCOPES.survey, scopeId: study.surveyId, tally: TALLY, loi: LOI },
      { scope: SCOPES.project, scopeId: study.projectId, tally: TALLY, loi: LOI },
    ]
    return {
      fresh: entering.map(row => ({
        row,
        arrival: {
          enteredAtMs: nowMs,
          placeUntilMs: null,
          loiStatedSeconds: 600,
          surveyId: study.surveyId,
          projectId: study.projectId,
          ...marksOf(random),
        },
      })),
      moved,
      events: all.map(row => ({
        atMs: nowMs,
        hex: row.hex,
        sourceId: row.sourceId,
        from: row.code === 30 ? 11 : null,
        to: row.code,
        changed: true,
        isTest: false,
        interviewSeconds: row.interviewSeconds,
        cpiCents: row.cpiCents,
        sellPriceCents: row.sellPriceCents,
        detail: null,
        entry:
          row.code === 30
            ? null
            : {
                country: 'US',
                language: 'en',
                device: 1,
                fromDatacentre: false,
                sameFingerprint: null,
                sameAddress: null,
                sameRid: null,
                attempts: null,
                answers: null,
                doorVersion: 1,
              },
      })),
      due: [{ abandonAtMs: nowMs + 1_080_000, respondents: entering.map(({ hex }) => hex).join(',') }],
      rollups,
      suppliers: sourceIds.map(sourceId => ({ sourceId, supplierId: study.supplierId, counts: COUNTS })),
      hours: rollups.map(({ scope, scopeId }) => ({ scope, scopeId, hourMs, entrants: 1, live: 1, test: 0 })),
      lengths: moved.map(row => ({ sourceId: row.sourceId, seconds: row.interviewSeconds ?? 0, interviews: 1 })),
      feed: sourceIds.map(sourceId => ({
        projectId: study.projectId,
        surveyId: study.surveyId,
        sourceId,
        hourMs,
        completes: null,
      })),
    }
  }
}
