import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

describe('a status change over HTTP (api:P9)', () => {
  test('is answered, stale ones with 409 and who changed it, and both are in the history (§4.2, api:P9)', async () => {
    const { study, plain, advanced } = on
    const body = {
      scope: 'source',
      id: study.sourceIds[0],
      statusid: 2,
      version: 1,
      note: 'Odd answers',
      command_id: 'c-1',
    }
    const changed = await plain('PATCH', '/v1/survey-streams', body)
    expect([changed.status, changed.body.status.version, changed.body.events[0].command_id]).toEqual([200, 2, 'c-1'])
    const stale = await advanced('PATCH', '/v1/survey-streams', { ...body, statusid: 4 })
    expect([stale.status, stale.body]).toEqual([
      409,
      {
        _tag: 'Conflict',
        message: 'The status has changed in the meantime.',
        reason: 'stale_version',
        current: changed.body.status,
        request_id: stale.body.request_id,
      },
    ])
    const history = await plain('GET', `/v1/statuses/source/${body.id}/history`)
    expect([history.status, history.body]).toEqual([200, changed.body.events])
  })

  test('blocked ones say why with 409 (§4.1, api:P9)', async () => {
    const { make, study, plain } = on
    const id = await make.survey({ accountId: study.accountId, projectId: study.projectId, status: 3, surveyUrl: null })
    const { status, body } = await plain('PATCH', '/v1/survey-streams', {
      scope: 'survey',
      id,
      statusid: 1,
      version: 1,
    })
    expect([status, body.reason, body.message, body.current.statusid]).toEqual([
      409,
      'survey_url_missing',
      'The survey URL is missing or not valid.',
      3,
    ])
  })

  test('sent 50 times at once with one Idempotency-Key it acts once, and the key takes no other body (api:P9)', async () => {
    const { make, study, plain } = on
    const id = await make.survey({ accountId: study.accountId, projectId: study.projectId })
    const body = { scope: 'survey', id, statusid: 2, version: 1 }
    const key = { 'Idempotency-Key': '0198-abc' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => plain('PATCH', '/v1/survey-streams', body, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(answers.map(answer => answer.body)).toEqual(Array.from({ length: 50 }, () => answers[0]?.body))
    expect((await plain('GET', `/v1/statuses/survey/${id}/history`)).body).toEqual(answers[0]?.body.events)
    const other = await plain('PATCH', '/v1/survey-streams', { ...body, statusid: 4 }, key)
    expect([other.status, other.body.reason]).toEqual([409, 'idempotency_key_reused'])
  })

  test('is refused by field for unfit values (§5.28, api:P9)', async () => {
    const { study, plain } = on
    const body = { scope: 'survey', id: study.surveyId, statusid: 2, version: 1 }
    const faults = [
      { scope: 'account' },
      { id: -1 },
      { statusid: 7 },
      { version: 1.5 },
      { note: 'x'.repeat(1001) },
      { command_id: '' },
    ]
    const answers = await Promise.all(faults.map(fault => plain('PATCH', '/v1/survey-streams', { ...body, ...fault })))
    expect(answers.map(({ status, body: { details } }) => [status, details[0].path])).toEqual(
      faults.map(fault => [422, Object.keys(fault)]),
    )
    expect((await plain('PATCH', '/v1/survey-streams', body, { 'Idempotency-Key': 'k'.repeat(201) })).status).toBe(422)
  })
})

test('the status menu over HTTP: people inflight are for the internal view', async () => {
  const { study, plain, advanced } = on
  const path = `/v1/statuses/project/${study.projectId}`
  const { status, body } = await advanced('GET', path)
  expect([status, body.name, body.effects]).toEqual([
    200,
    'Streaming habits',
    {
      inflight: 0,
      live_surveys: body.effects.live_surveys,
      live_sources: body.effects.live_sources,
      held_by: [],
      ready_sources: body.effects.ready_sources,
    },
  ])
  const { inflight: _, ...effects } = body.effects
  expect((await plain('GET', path)).body).toEqual({ ...body, effects })
})

test('a source says what above it is not live, and which suppliers completes cannot go back to; suppliers are for the internal view (domain.md §2, §3)', async () => {
  const { study, plain, advanced } = on
  const path = `/v1/statuses/source/${study.sourceIds[0]}`
  await platform().database.asSystem(async tx => {
    await sql`update survey set status = 3 where survey_id = ${study.surveyId}`.execute(tx)
    await sql`update project set status = 2 where project_id = ${study.projectId}`.execute(tx)
  })
  const above = {
    held_by: [
      { scope: 'survey', statusid: 3 },
      { scope: 'project', statusid: 2 },
    ],
  }
  expect((await advanced('GET', path)).body.effects).toMatchObject({
    ...above,
    no_complete_redirect: expect.arrayContaining([expect.any(String)]),
  })
  expect((await plain('GET', path)).body.effects).toEqual({ live_surveys: 0, live_sources: 0, ...above })
})
