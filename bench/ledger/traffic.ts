import type { Ledger } from '@desk/platform/ledger/batches/ledger'
import type { EntryOperation, LedgerOperation } from '@desk/platform/ledger/facts/ledger-operations'
import type { Study } from '@desk/platform/ledger/testing/study'
import { pick, seeded } from '../harness/random.ts'

const INTERVIEW_SECONDS = { from: 180, to: 1_020 }
const COUNTRIES = ['US', 'GB', 'DE', 'FR']

export function interviewSeconds(random: () => number): number {
  return INTERVIEW_SECONDS.from + Math.floor(random() * (INTERVIEW_SECONDS.to - INTERVIEW_SECONDS.from))
}

/** The marks of an entrant's browser. */
export function marksOf(random: () => number): Pick<EntryOperation, 'address' | 'fingerprint' | 'country'> {
  const bits = Math.floor(random() * 0x1_0000_0000)
  return {
    address: `${bits >>> 24}.${(bits >>> 16) & 255}.${(bits >>> 8) & 255}.${bits & 255}`,
    fingerprint: Math.floor(random() * 2 ** 52).toString(16),
    country: pick(random, COUNTRIES),
  }
}

/**
 * Traffic as it is in the field: half of each batch are entrants, the other half are those of former batches who come
 * back with a complete.
 */
export function ledgerTraffic(ledger: Ledger, study: Study): (batchSize: number) => Promise<void> {
  const random = seeded(4)
  const inSurvey: { hex: string; enteredAtMs: number }[] = []
  let entrants = 0
  return async batchSize => {
    const back = inSurvey.splice(0, batchSize / 2)
    const entering = batchSize - back.length
    const enteredAtMs = Date.now() - INTERVIEW_SECONDS.to * 1_000
    const operations: LedgerOperation[] = back.map(({ hex, enteredAtMs: since }) => ({
      kind: 'return',
      atMs: since + interviewSeconds(random) * 1_000,
      hex,
      inboundCode: '1000',
      viaServer: false,
      parameters: new Map(),
      sent: null,
    }))
    for (let at = 0; at < entering; at++) {
      operations.push({
        kind: 'enter',
        atMs: enteredAtMs,
        sourceId: pick(random, study.sourceIds),
        supplierId: study.supplierId,
        rid: `panelist-${entrants++}`,
        testToken: null,
        invitation: null,
        language: 'en',
        device: 1,
        fromDatacentre: false,
        parameters: new Map(),
        ...marksOf(random),
      })
    }
    const outcomes = await ledger.write(study.accountId, operations)
    for (const outcome of outcomes) {
      if (outcome.kind !== 'sent' || outcome.address === null || outcome.repeat)
        throw new Error(`Every one of these is sent on: ${JSON.stringify(outcome)}`)
      if (outcome.code === 11) inSurvey.push({ hex: outcome.hex, enteredAtMs })
      else if (outcome.code !== 30)
        throw new Error(`Every one of these enters or completes: ${JSON.stringify(outcome)}`)
    }
  }
}
