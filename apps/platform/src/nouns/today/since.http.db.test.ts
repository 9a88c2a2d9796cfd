import { MACHINES } from '@desk/machines/registry'
import { SinceYouLeft } from '@desk/schema/today/since'
import { Schema } from 'effect'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { appendBatch } from '#journals/append-batch'
import { recordEdit } from '#kernel/history/history.store'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
const HOUR_MS = 3_600_000
let on: Stage
let reader: Ask
let readerId = 0

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
const since = async (ask: Ask, of = 'all') => {
  const { body } = await ask('GET', `/v1/today/since?of=${of}`)
  return Schema.decodeUnknownSync(SinceYouLeft)(body, { onExcessProperty: 'error' })
}
/** The journal of the reader's browser, sent at a moment. */
const journal = (at: Date, machine: 'idle' | 'app', event: { readonly type: string; readonly atMs?: number }) =>
  platform().database.asAccount(on.study.accountId, tx =>
    appendBatch(tx, {
      accountId: on.study.accountId,
      userId: readerId,
      journalId: randomUUID(),
      at,
      batch: {
        build: 'b1',
        entries: [{ seq: 1, atMs: 1, machine, version: MACHINES[machine].version, event, fingerprint: '0'.repeat(16) }],
      },
    }),
  )
const activity = (at: Date) => journal(at, 'idle', { type: 'activity.seen', atMs: 1 })
const edit = (userId: number, scope: 'survey' | 'source', id: number, field: string, at: Date) =>
  platform().database.asAccount(on.study.accountId, tx =>
    recordEdit(tx, {
      accountId: on.study.accountId,
      scope,
      id,
      userId,
      at,
      act: 'edited',
      before: { [field]: 1 },
      after: { [field]: 2 },
    }),
  )
const complete = (at: Date) =>
  platform().database.asAccount(on.study.accountId, tx =>
    tx.client.query(
      `insert into respondent_event (account_id, at, rdud, source_id, from_code, to_code, changed, is_test, cpi_cents, sell_price_cents)
       values ($1, $2, $3, $4, 21, 30, true, false, 250, 400)`,
      [on.study.accountId, at, randomUUID(), on.study.sourceIds[0]],
    ),
  )

beforeAll(async () => {
  on = await stage(platform())
  const { accountId } = on.study
  reader = await askAs(platform(), on.make, { accountId, roleId: 2, isConsultant: true })
  readerId = (await reader('GET', '/v1/user-login-details')).body.uid
})

test('without a known visit it is of the last 24 hours, of the account or of my projects (docs/decisions/0097)', async () => {
  const { study } = on
  await complete(ago(25))
  await complete(ago(5))
  await complete(ago(1))
  await edit(study.userId, 'survey', study.surveyId, 'respondents', ago(4))
  await edit(study.userId, 'survey', study.surveyId, 'pm_sy_name', ago(2))
  // a supply price is none of the reader's, and their own edits are no news
  await edit(study.userId, 'source', study.sourceIds[0]!, 'supplier_cpi', ago(2))
  await edit(readerId, 'survey', study.surveyId, 'pm_sy_name', ago(1))
  const { changes, ...rest } = await since(reader)
  expect(rest).toEqual({ since: null, currency: 'USD', completes: 2, revenue: 8, change_count: 1 })
  expect(changes).toMatchObject([{ scope: 'survey', id: study.surveyId, acts: ['edited'] }])
  expect(await since(on.advanced)).toMatchObject({ completes: 2, expense: 5, change_count: 3 })
  expect(await since(reader, 'mine')).toMatchObject({ completes: 0, change_count: 0 })
  expect(await since(on.otherAccount)).toMatchObject({ completes: 0, change_count: 0 })
})

test('a visit ends with 30 minutes without activity, and the next one reads since then (docs/decisions/0097)', async () => {
  const left = ago(3)
  await activity(ago(26))
  await activity(left)
  expect(await since(reader)).toMatchObject({ since: left.toISOString(), completes: 1 })
  // an open tab without activity
  await journal(ago(1), 'app', { type: 'link.opened' })
  await activity(new Date())
  expect((await since(reader)).since).toBe(left.toISOString())
})
