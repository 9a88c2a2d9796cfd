import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { back, entry, sent } from '@desk/platform/ledger/testing/operations'
import { makeStudy } from '@desk/platform/ledger/testing/study'
import type { Desk } from './desk.ts'

const ENTRANTS = 120

/** A DEFENDER account whose survey has had respondents: honest ones, a farm on one device, and people too old. */
export async function defenderTraffic(desk: Desk, accountId: number): Promise<void> {
  const study = await desk.database.asSystem(tx =>
    makeStudy(tx, {
      accountId,
      country: 'US',
      suppliers: 2,
      sources: [{ qualifications: [{ param: 'age', min: 18, max: 64 }] }, {}],
      defender: [
        { rule: 'duplicate_fingerprint', threshold: 2 },
        { rule: 'activity_watch', mode: 'shadow', threshold: 5 },
        { rule: 'country', mode: 'shadow' },
      ],
    }),
  )
  const ledger = createLedger(desk.database, { gatherMs: { least: 0, most: 0 } })
  for (let number = 0; number < ENTRANTS; number += 1) {
    const isFarm = number % 4 === 0
    const { hex, code } = sent(
      await ledger.enter(
        accountId,
        entry(study.sourceIds[number % 2] ?? 0, `resp-${1_000 + number}`, {
          supplierId: study.supplierIds[isFarm ? 1 : 0] ?? null,
          fingerprint: isFarm ? 'c0ffee-farm-01' : `device-${number % 50}`,
          address: isFarm ? '203.0.113.7' : `198.51.100.${number % 60}`,
          country: number % 9 === 0 ? 'CA' : 'US',
          device: number % 3 === 0 ? 2 : 1,
          parameters: new Map([['age', String(18 + ((number * 7) % 60))]]),
        }),
      ),
    )
    if (code === 11 && number % 5 !== 0)
      await ledger.return(accountId, back(hex, ['1000', '1000', '2000', '4000'][number % 4] ?? '1000'))
  }
}
