import { expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs } from '#testing/stage'
import { StudyMaker } from '#testing/study'
import { makeRespondents } from './testing/respondents.ts'

const platform = usePlatform()

test('completes are open to the end of the day that the account’s form sets, in the account’s zone (§6.8, api:R4, api:M9)', async () => {
  const { database } = platform()
  const make = new StudyMaker(database)
  const study = await make.study({})
  const { accountId, projectId, supplierId, sourceIds } = study
  const [sourceId = 0] = sourceIds
  const admin = await askAs(platform(), make, { accountId, roleId: 1 })
  const house = await make.account({ name: 'Window house', isStaff: true })
  const superAdmin = await askAs(platform(), make, { accountId: house, roleId: 3 })
  const endedAt = new Date(Date.now() - 60_000)
  await makeRespondents(database, { accountId, sourceId, supplierId }, ['w-1'], { endedAtMs: endedAt.getTime() })
  const deadlines = async () => {
    const { body } = await admin('GET', `/v1/reconciliation/${projectId}/summary`)
    return [
      body.window_day,
      body.months.map(({ deadline_at }: { readonly deadline_at: string }) => deadline_at),
      body.next_deadline_at,
    ]
  }
  const after = (day: number) =>
    new Date(Date.UTC(endedAt.getUTCFullYear(), endedAt.getUTCMonth() + 1, day + 1)).toISOString()
  const change = (fields: object) => superAdmin('PUT', `/v1/dashboards/${accountId}`, fields)
  await change({ time_zone: 23 })
  expect(await deadlines()).toEqual([25, [after(25)], after(25)])
  const saved = await change({ reconciliation_window_day: 10 })
  expect([saved.status, saved.body.reconciliation_window_day]).toEqual([200, 10])
  expect(await deadlines()).toEqual([10, [after(10)], after(10)])
})
