import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const LAST = '2098-02-01T00:00:00.000Z'

/** A survey that ends in 2098 and sells at $8.50, with an open source that ends later and pays more, and a cancelled one above both. */
async function staged() {
  const { accountId, supplierId } = on.study
  const projectId = await on.make.project({ accountId })
  const surveyId = await on.make.survey({ accountId, projectId, outOfFieldAt: new Date('2098-01-01T00:00:00Z') })
  const of = { accountId, projectId, surveyId, supplierIds: [supplierId] }
  const open = await on.make.source({ ...of, name: 'Panel mix' })
  const gone = await on.make.source({ ...of, name: 'Gone', status: STATUS_CODES.cancelled })
  await platform().database.asSystem(async tx => {
    await sql`update source set out_of_field_at = ${LAST} where source_id = ${open}`.execute(tx)
    await sql`update source set out_of_field_at = '2099-01-01T00:00:00Z' where source_id = ${gone}`.execute(tx)
    await sql`update source_supplier set supply_price_cents = 851 where source_id = ${open}`.execute(tx)
    await sql`update source_supplier set supply_price_cents = 2000 where source_id = ${gone}`.execute(tx)
  })
  await on.make.rollup(accountId, 'survey', surveyId, { completes: 200, entrants: 200 })
  return { projectId, surveyId }
}

const PRICE = {
  path: ['pm_sy_client_cpi'],
  message: 'The supply price of Panel mix $8.51 is above the sell price $8.50: each complete loses $0.01.',
}

test('an answer warns of a reached target, an end before that of an open source, and of a sell price below what one pays to those who see prices (api:S1, api:T11)', async () => {
  const { surveyId } = await staged()
  const target = {
    path: ['respondents'],
    message: '200 completes are made: with a target of 200 the survey stops within a minute.',
  }
  const end = {
    path: ['out_of_field_date'],
    message: `Panel mix ends later, ${LAST}: it stops with the survey.`,
  }
  const dearest_source = { name: 'Panel mix', supplier_cpi: 8.51 }
  const [seen, unseen] = [
    (await on.advanced('GET', `/v1/surveys/${surveyId}`)).body,
    (await on.plain('GET', `/v1/surveys/${surveyId}`)).body,
  ]
  expect(seen).toMatchObject({
    completes: 200,
    last_source: { name: 'Panel mix', out_of_field_date: LAST },
    dearest_source,
    warnings: [target, end, PRICE],
  })
  expect([unseen.warnings, 'dearest_source' in unseen]).toEqual([[target, end], false])
  const rates = [on.advanced, on.plain].map(async ask => (await ask('GET', `/v1/survey-buyer-rate/${surveyId}`)).body)
  expect((await Promise.all(rates)).map(rate => rate.dearest_source)).toEqual([dearest_source, undefined])
})

test('a project’s sell price is compared with sources of surveys without their own (api:P2)', async () => {
  const { projectId, surveyId } = await staged()
  const setPrice = (cents: number | null) =>
    platform().database.asSystem(async tx => {
      await sql`update survey set sell_price_cents = ${cents} where survey_id = ${surveyId}`.execute(tx)
      await sql`update project set sell_price_cents = 850 where project_id = ${projectId}`.execute(tx)
    })
  const read = async (ask: Stage['plain']) => {
    const { body } = await ask('GET', `/v1/projects/${projectId}`)
    return [body.dearest_source, body.warnings]
  }
  await setPrice(900)
  const priced = await read(on.advanced)
  await setPrice(null)
  expect([priced, await read(on.advanced), await read(on.plain)]).toEqual([
    [null, []],
    [{ name: 'Panel mix', supplier_cpi: 8.51 }, [PRICE]],
    [undefined, []],
  ])
})
