import type { ProjectAsItWas, SurveyAsItWas } from '@desk/schema/figures/as-it-was'
import { SOURCE_ON_WIRE } from '@desk/schema/sources/source'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
const MINUTE_MS = 60_000
const nowMs = Date.now()
const minutesAgo = (minutes: number): string => new Date(nowMs - minutes * MINUTE_MS).toISOString()
let on: Stage

/** An hour ago the study was made; 30 minutes ago its survey and a source were changed; the last source is 10 minutes old. */
beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId, surveyId, sourceIds, supplierId } = on.study
  const [first = 0] = sourceIds
  const last = await on.make.source({ accountId, projectId, surveyId, supplierIds: [supplierId] })
  const sourceEdits = [
    { field: SOURCE_ON_WIRE.name, from: 'Old panel', to: 'Panel' },
    { field: 'respondents', from: 12, to: 80 },
    { field: 'supplier_cpi', from: 1.05, to: 2 },
    { field: 'out_of_field_date', from: '2027-01-31T12:00:00.000Z', to: null },
    { field: 'suppliers', from: ['Kestrel 50 %', 'Heron & Sons 50 %'], to: ['Kestrel 100 %'] },
  ]
  const surveyEdits = [
    { field: 'est_loi', from: 7, to: 10 },
    { field: 'pm_sy_client_cpi', from: 4.5, to: 6 },
  ]
  await platform().database.asSystem(async tx => {
    for (const table of ['project', 'survey', 'source'])
      await sql`update ${sql.table(table)} set created_at = ${minutesAgo(60)} where account_id = ${accountId} and project_id = ${projectId}`.execute(
        tx,
      )
    await sql`update source set created_at = ${minutesAgo(10)} where account_id = ${accountId} and source_id = ${last}`.execute(
      tx,
    )
    await sql`insert into object_edit (account_id, scope, object_id, act, changes, at) values
      (${accountId}, 'source', ${first}, 'edited', ${JSON.stringify(sourceEdits)}, ${minutesAgo(30)}),
      (${accountId}, 'source', ${first}, 'edited', '[{"field": "respondents", "from": 80, "to": 90}]', ${minutesAgo(20)}),
      (${accountId}, 'survey', ${surveyId}, 'edited', ${JSON.stringify(surveyEdits)}, ${minutesAgo(30)})`.execute(tx)
    await sql`insert into status_event (account_id, scope, scope_id, from_status, to_status, reason, version, at) values
      (${accountId}, 'survey', ${surveyId}, ${STATUS_CODES.paused}, ${STATUS_CODES.autoPaused}, 'quality', 2, ${minutesAgo(45)}),
      (${accountId}, 'survey', ${surveyId}, ${STATUS_CODES.autoPaused}, ${STATUS_CODES.live}, null, 3, ${minutesAgo(25)})`.execute(
      tx,
    )
  })
})

const surveyAt = (at: string, ask: Ask = on.advanced) =>
  ask('GET', `/v1/as-it-was/survey/${on.study.surveyId}?at=${at}`)
const projectAt = (at: string, ask: Ask = on.advanced) =>
  ask('GET', `/v1/as-it-was/project/${on.study.projectId}?at=${at}`)

describe('a survey as it was (forecast.md §7)', () => {
  test('has the settings from before each later edit, and no source that was made later', async () => {
    const { body } = await surveyAt(minutesAgo(40))
    const { rows, totals }: SurveyAsItWas = body
    expect(rows.map(({ stmid }) => stmid)).toEqual(on.study.sourceIds)
    expect(rows[0]).toMatchObject({
      name: 'Old panel',
      target: 12,
      supplier_cpi: 1.05,
      ends_at: '2027-01-31T12:00:00.000Z',
      suppliers: ['Kestrel', 'Heron & Sons'],
      stated_loi: 7,
      sell_price: 4.5,
    })
    expect(totals).toMatchObject({ stated_loi: 7, sell_price: 4.5 })
  })

  test('between two edits of a field has the value in between', async () => {
    const { body } = await surveyAt(minutesAgo(25))
    expect(body.rows[0]).toMatchObject({ name: expect.not.stringContaining('Old'), target: 80 })
  })

  test.each([
    [50, STATUS_CODES.paused, null],
    [40, STATUS_CODES.autoPaused, 'quality'],
    [5, STATUS_CODES.live, null],
  ])(
    '%i minutes ago had the status of that moment, with its reason, and its sources the effective one',
    async (minutes, status, reason) => {
      const { body } = await surveyAt(minutesAgo(minutes))
      expect(body).toMatchObject({ statusid: status, effective_statusid: status, status_reason: reason })
      expect(body.rows[0]).toMatchObject({ effective_statusid: status })
    },
  )

  test('hides the columns that the plain external view does not have', async () => {
    const { status, body } = await surveyAt(minutesAgo(5), on.plain)
    expect(status).toBe(200)
    expect(Object.keys(body.rows[0])).not.toContain('supplier_cpi')
  })

  test('is refused in words for a moment to come, and for one before it was made', async () => {
    expect(await surveyAt(minutesAgo(-5))).toMatchObject({
      status: 422,
      body: { message: 'Choose a moment that is over.' },
    })
    expect(await surveyAt(minutesAgo(90))).toMatchObject({
      status: 422,
      body: { message: 'It was made later: choose a moment after that.' },
    })
  })
})

test('a project as it was has its surveys with their status and settings of that moment (forecast.md §7)', async () => {
  const { body } = await projectAt(minutesAgo(40))
  const { rows, totals }: ProjectAsItWas = body
  expect(rows).toMatchObject([
    { pm_sy_ud: on.study.surveyId, statusid: STATUS_CODES.autoPaused, stated_loi: 7, sell_price: 4.5 },
  ])
  expect(totals).toMatchObject({ pm_proj_ud: on.study.projectId, completes: 0 })
})
