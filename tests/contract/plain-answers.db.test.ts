import { DEMO_ACCOUNTS, DEMO_PASSWORD, makeDemoAccounts, openDemoSignIns } from '@desk/platform/demo/demo-accounts'
import { planDemo } from '@desk/platform/demo/demo-plan'
import { writeStudies } from '@desk/platform/demo/demo-studies'
import { TEST_FEED_TOKEN, usePlatform } from '@desk/platform/testing/platform'
import { Changes } from '@desk/schema/changes/changes'
import { ProjectFigures, ProjectTotals, SourceRow, SurveyFigures } from '@desk/schema/figures/figures'
import { Project } from '@desk/schema/projects/project'
import { Survey } from '@desk/schema/surveys/survey'
import { Schema } from 'effect'
import { beforeAll, expect, test } from 'vitest'

/** Answers that leave as the JSON that they are, past the contract's encoder: here the contract looks at what comes over the wire. */
const platform = usePlatform()
let ids = { project: 0, survey: 0 }
let tokens: string[] = []

beforeAll(async () => {
  const study = planDemo(5)
    .filter(({ accountId, status }) => accountId === DEMO_ACCOUNTS.acme && status === 'live')
    .slice(0, 1)
  await platform().database.asSystem(async tx => {
    await makeDemoAccounts(tx)
    await openDemoSignIns(tx)
    const [source] = await writeStudies(tx, study, new Date())
    ids = { project: source!.projectId, survey: source!.surveyId }
  })
  tokens = [
    await platform().signIn('user@acme.example', DEMO_PASSWORD),
    await platform().signIn('advanced@acme.example', DEMO_PASSWORD),
  ]
})

const strictly = { onExcessProperty: 'error' } as const

test.each([
  ['GET', (): string => `/v1/survey-stream-metrics/${ids.survey}`, Schema.Array(SourceRow)],
  ['GET', (): string => '/v1/projects', Schema.Array(Project)],
  ['GET', (): string => `/v1/surveys?pm_proj_ud=${ids.project}`, Schema.Array(Survey)],
  ['POST', (): string => '/v1/metrics/projects', Schema.Array(ProjectFigures)],
  ['POST', (): string => `/v1/metrics/projects?pm_proj_ud=${ids.project}`, Schema.Array(SurveyFigures)],
] as const)(
  '%s %s answers rows of the contract, and nothing besides, in both views (api:U2, api:P1, api:P5, api:P8)',
  async (method, path, schema) => {
    for (const token of tokens) {
      const { status, body } = await platform().call(method, path(), {
        token,
        ...(method === 'POST' ? { body: {} } : {}),
      })
      expect([status, body.length > 0]).toEqual([200, true])
      expect(() => Schema.decodeUnknownSync(schema as Schema.Codec<readonly unknown[]>)(body, strictly)).not.toThrow()
    }
  },
)

test('the totals of the projects answer what the contract says, in both views', async () => {
  for (const token of tokens) {
    const { status, body } = await platform().call('GET', '/v1/metrics/projects', { token })
    expect(status).toBe(200)
    expect(() => Schema.decodeUnknownSync(ProjectTotals)(body, strictly)).not.toThrow()
  }
})

test('the change feed answers what the contract says', async () => {
  const { status, body } = await platform().call('GET', '/v1/changes?wait=0', { token: TEST_FEED_TOKEN })
  expect(status).toBe(200)
  expect(() => Schema.decodeUnknownSync(Changes)(body, strictly)).not.toThrow()
})
