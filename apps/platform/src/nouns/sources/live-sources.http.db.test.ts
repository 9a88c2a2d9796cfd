import { STATUS_CODES } from '@desk/schema/statuses/status'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

describe('the live sources of the account (docs/decisions/0097)', () => {
  test('are the rows of the source table with project and survey, a page at a time, of the caller’s account alone', async () => {
    const { make, study, plain, advanced, otherAccount, defender } = on
    const { accountId, sourceIds } = study
    const projectId = await make.project({ accountId })
    const surveyId = await make.survey({ accountId, projectId })
    const live = await make.source({ accountId, projectId, surveyId, name: 'Main' })
    await make.source({ accountId, projectId, surveyId, name: 'Draft', status: STATUS_CODES.draft })
    const paused = await make.survey({ accountId, projectId, status: STATUS_CODES.paused })
    await make.source({ accountId, projectId, surveyId: paused, name: 'Held up' })

    const { status, body } = await advanced('GET', '/v1/live-sources')
    expect([status, body.map(({ stmid }: { stmid: number }) => stmid)]).toEqual([200, [...sourceIds, live]])
    const [first] = body
    const [row] = (await advanced('GET', `/v1/survey-stream-metrics/${study.surveyId}`)).body
    expect(first).toEqual({
      ...row,
      pm_proj_ud: study.projectId,
      pm_proj_name: 'Streaming habits',
      pm_sy_name: 'Gen pop US',
      consultant_name: null,
      country: first.country,
    })
    expect((await advanced('GET', `/v1/live-sources?limit=1&offset=${sourceIds.length}`)).body).toEqual([body.at(-1)])
    // the external view has no suppliers
    expect((await plain('GET', '/v1/live-sources')).body[0]).not.toHaveProperty('suppliers')
    expect((await otherAccount('GET', '/v1/live-sources')).body).toEqual([])
    expect((await defender('GET', '/v1/live-sources')).status).toBe(403)
  })

  test('are counted beside the projects', async () => {
    const { plain, otherAccount } = on
    const { body } = await plain('GET', '/v1/live-sources')
    expect((await plain('GET', '/v1/project-views')).body).toEqual({
      today: 0,
      projects: 2,
      live_sources: body.length,
    })
    expect((await otherAccount('GET', '/v1/project-views')).body).toEqual({ today: 0, projects: 0, live_sources: 0 })
  })

  test('may be watched as one topic, by users of a DESK account', async () => {
    const { plain, defender } = on
    expect((await plain('GET', '/v1/watches?topic=sources')).body).toMatchObject({ topic: 'sources' })
    expect((await defender('GET', '/v1/watches?topic=sources')).status).toBe(403)
  })
})
