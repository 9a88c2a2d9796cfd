import { beforeAll, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const FORM = { stream_name: 'Late', respondents: 20, stream_status_cd: 3, supplier_cpi: 4.5 } as const

/** The answer, in the shape that the test states. */
type Body = Answer['body']

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

test.each([
  ['complete survey', { survey: 4 }],
  ['cancelled survey', { survey: 5 }],
  ['cancelled project', { project: 5 }],
] as const)(
  'a %s gets no source: neither a new one, nor a classic one, nor a copy, nor a duplicate of its own (api:T8, api:T13, api:T16, api:U4)',
  async (_, { survey, project }: { survey?: 4 | 5; project?: 5 }) => {
    const { accountId, supplierId, sourceIds } = on.study
    const projectId = await on.make.project({ accountId, ...(project === undefined ? {} : { status: project }) })
    const surveyId = await on.make.survey({ accountId, projectId, ...(survey === undefined ? {} : { status: survey }) })
    const own = await on.make.source({ accountId, projectId, surveyId, status: 4, supplierIds: [supplierId] })
    const answers = [
      await on.advanced('POST', '/v1/survey-streams', { pm_sy_ud: surveyId, type: 'diy', ...FORM }),
      await on.advanced('POST', '/v3/classic-streams', {
        pm_sy_ud: surveyId,
        ...FORM,
        pm_sup_ud: supplierId,
        redirects: [],
      }),
      await on.advanced('POST', '/v1/copystream', { stmid: sourceIds[0], pm_sy_ud: surveyId }),
      await on.advanced('POST', '/v1/duplicate-survey-stream', { stmid: own }),
    ]
    const current =
      project === undefined ? { pm_sy_ud: surveyId, statusid: survey } : { pm_proj_ud: projectId, statusid: project }
    expect(answers.map(({ status, body }) => [status, body.reason, body.message, body.current])).toEqual(
      answers.map(() => [409, 'parent_terminal', 'The project or survey above it is complete or cancelled.', current]),
    )
    expect(
      (await on.advanced('GET', `/v1/survey-stream-metrics/${surveyId}`)).body.map(({ stmid }: Body) => stmid),
    ).toEqual([own])
  },
)

test('a source created while its survey ends is refused or ends with it, and never stays a draft (api:T8, api:P9)', async () => {
  const { accountId } = on.study
  const projectId = await on.make.project({ accountId })
  for (let round = 0; round < 5; round++) {
    const surveyId = await on.make.survey({ accountId, projectId })
    await Promise.all([
      on.advanced('PATCH', '/v1/survey-streams', { scope: 'survey', id: surveyId, statusid: 4, version: 1 }),
      ...Array.from({ length: 4 }, () =>
        on.advanced('POST', '/v1/survey-streams', { pm_sy_ud: surveyId, type: 'diy', ...FORM }),
      ),
    ])
    const left = (await on.advanced('GET', `/v1/survey-stream-metrics/${surveyId}`)).body.map(
      ({ statusid }: Body) => statusid,
    )
    expect(left.filter((status: number) => status === 3)).toEqual([])
  }
})
