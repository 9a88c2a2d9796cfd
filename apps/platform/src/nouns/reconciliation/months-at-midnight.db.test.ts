import { expect, test } from 'vitest'
import { callerOf } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { asOwner } from '#testing/database/test-server'
import { StudyMaker } from '#testing/study'
import { takeForm } from './make-request.ts'
import { findWindow } from './requests.store.ts'
import { listRows } from './rows.store.ts'
import { makeRespondents } from './testing/respondents.ts'

const fresh = useDatabase()

/** Completes at either side of the hour that Havana lived twice: at 05:00 in UTC, clocks went from 01:00 back to midnight. */
const MOMENTS = [
  '2026-10-31T12:00:00.000Z',
  '2026-11-01T03:59:59.999Z',
  // midnight, and the hour after it
  '2026-11-01T04:00:00.000Z',
  '2026-11-01T04:59:59.999Z',
  // midnight again, and the hour after it
  '2026-11-01T05:00:00.000Z',
  '2026-11-01T05:59:59.999Z',
  '2026-11-02T12:00:00.000Z',
]
const OF_OCTOBER = 2
/** The end of the tenth of the next month, by the clocks of then. */
const [OCTOBER_CLOSES, NOVEMBER_CLOSES] = ['2026-11-11T05:00:00.000Z', '2026-12-11T05:00:00.000Z'] as const

test('the month of a line, and with it its deadline, are those of the moment of its complete where clocks are set back at midnight (settlement.md §1)', async () => {
  const { database, url } = fresh()
  const make = new StudyMaker(database)
  const { accountId, projectId, supplierId, sourceIds, userId } = await make.study({})
  await asOwner(
    url,
    `insert into time_zone (code, iana_name, label) values (990, 'America/Havana', 'Havana');
     update account set time_zone_code = 990, reconciliation_window_day = 10 where account_id = ${accountId}`,
  )
  const place = { accountId, sourceId: sourceIds[0] ?? 0, supplierId }
  const rduds: string[] = []
  for (const moment of MOMENTS) {
    const [made] = await makeRespondents(database, place, [moment], { endedAtMs: Date.parse(moment) })
    rduds.push(made?.rdud ?? '')
  }
  const judgedAt = async (at: string) =>
    database.asAccount(accountId, async tx => {
      const actor = { ...callerOf({ accountId, userId }), at: new Date(at) }
      const outcome = await takeForm(tx, actor, { pm_proj_ud: projectId, rduds })
      if (outcome.kind !== 'done') throw new Error(`The preview is ${outcome.kind}`)
      const { reconciliation_ud: id } = outcome.answer.request
      const page = { limit: MOMENTS.length, offset: 0 }
      const rows = await listRows(tx, accountId, id, {}, page, await findWindow(tx, accountId), true)
      return rows.map(row => [row.completed_at, row.complete_month, row.deadline_at, row.outcome])
    })
  const monthsWhere = (outcomeOfOctober: string) =>
    MOMENTS.map((moment, at) =>
      at < OF_OCTOBER
        ? [moment, '2026-10', OCTOBER_CLOSES, outcomeOfOctober]
        : [moment, '2026-11', NOVEMBER_CLOSES, 'applied_reject'],
    )
  expect(await judgedAt('2026-11-11T04:59:59.999Z')).toEqual(monthsWhere('applied_reject'))
  expect(await judgedAt(OCTOBER_CLOSES)).toEqual(monthsWhere('expired'))
})
