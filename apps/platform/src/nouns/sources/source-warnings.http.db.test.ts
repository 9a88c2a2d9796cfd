import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const FORM = {
  stream_name: 'Open panel',
  respondents: 250,
  stream_status_cd: 3,
  pacing: 2,
  supplier_cpi: 1.15,
  out_of_field_date: '2099-03-01T04:59:00.000Z',
  out_of_field_time_zone_code: 15,
} as const

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

test('an answer warns of a reached target, an end after the survey’s, and of prices above the sell price to those who see prices (api:T9, api:T10, api:T15)', async () => {
  const { accountId } = on.study
  const projectId = await on.make.project({ accountId })
  const surveyId = await on.make.survey({ accountId, projectId, outOfFieldAt: new Date('2098-01-01T00:00:00Z') })
  const { body: source } = await on.advanced('POST', '/v1/survey-streams', {
    pm_sy_ud: surveyId,
    type: 'diy',
    ...FORM,
    out_of_field_date: '2097-03-01T00:00:00.000Z',
  })
  await on.make.rollup(accountId, 'source', source.stmid, { completes: 40, entrants: 40 })
  const allocated = await on.advanced('PUT', `/v1/stream-suppliers/${source.stmid}`, {
    suppliers: [{ pm_sup_ud: on.study.supplierId, allocation_percent: 100, supplier_cpi: 8.51 }],
  })
  const { body: changed } = await on.advanced('PUT', '/v1/survey-streams', {
    ...FORM,
    stmid: source.stmid,
    version: source.version,
    respondents: 30,
  })
  const target = {
    path: ['respondents'],
    message: '40 completes are made: with a target of 30 the source cannot go live.',
  }
  const end = {
    path: ['out_of_field_date'],
    message: 'This is after the survey’s end, 2098-01-01T00:00:00.000Z, when the source stops.',
  }
  const price = {
    path: ['suppliers', '0', 'supplier_cpi'],
    message: 'The price of Northlight Panels $8.51 is above the sell price $8.50: each complete loses $0.01.',
  }
  expect([
    source.warnings,
    allocated.body.warnings,
    changed.warnings,
    (await on.plain('GET', `/v1/survey-streams/${source.stmid}`)).body.warnings,
  ]).toEqual([[], [price], [target, end, price], [target, end]])
})
