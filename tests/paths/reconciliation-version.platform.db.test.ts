import type { ReconciliationVersionEvent } from '@desk/machines/reconciliation-version/reconciliation-version.events'
import * as choice from '@desk/machines/reconciliation-version/reconciliation-version.selectors'
import { start, step } from '@desk/machines/runtime/step'
import { coverageOf } from '@desk/machines/tools/paths/coverage'
import { pathsOf } from '@desk/machines/tools/paths/paths'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { MachinePath, PathStep } from '@desk/machines/tools/paths/walk'
import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import { usePlatform } from '@desk/platform/testing/platform'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useCutOffPlatform } from './cut-off.ts'

/*
 * Every generated path of the shipped machine that chooses between the two reconciliations, with the summaries of a real platform:
 * projects of the days that the samples name, with and without a stored upload of the old version.
 */
const platform = usePlatform()
const cutOff = useCutOffPlatform(1)

const { machine } = PATH_SOURCES['reconciliation-version']
type VersionMachine = typeof machine
type SummaryRead = Extract<ReconciliationVersionEvent, { type: 'reconciliationVersion.summaryRead' }>

let accountId = 0
let token = ''
let maker: StudyMaker

beforeAll(async () => {
  maker = new StudyMaker(platform().database)
  const study = await maker.study()
  accountId = study.accountId
  token = await platform().signIn(study.username, TEST_PASSWORD)
})

const call = (method: string, path: string, body?: unknown) =>
  platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })

/** Stores a file by the old version. @returns the id of the upload, as the summary has it */
async function storeUpload(projectId: number): Promise<string> {
  const surveyId = await maker.survey({ accountId, projectId })
  const sourceId = await maker.source({ accountId, projectId, surveyId })
  const made = await makeRespondents(platform().database, { accountId, sourceId }, ['a', 'b', 'c', 'd', 'e', 'f'])
  const { body } = await call('POST', `/v1/reconciliation/${projectId}`, {
    file: { filename: 'list.csv', base64: Buffer.from(made[0]?.rdud ?? '').toString('base64') },
    mode: 'REJECT_LIST',
  })
  const stored = await call('POST', '/v1/reconciliation/store', {
    reconciliation_ud: body.request.reconciliation_ud,
    digest: body.digest,
  })
  expect([stored.status, stored.body.request?.version]).toEqual([200, 'old'])
  return String(body.request.reconciliation_ud)
}

/** The summary of a project that is as the sample says: created on that day of the account's zone, with an upload or without. */
async function readSummary(projectId: number, { createdOn, rud, callNo }: SummaryRead): Promise<SummaryRead> {
  await platform().database.asSystem(tx =>
    sql`update project set created_at = (${`${createdOn} 23:30`}::timestamp at time zone 'America/New_York')
        where account_id = ${accountId} and project_id = ${projectId}`.execute(tx),
  )
  const stored = rud === '' ? '' : await storeUpload(projectId)
  const { status, body } = await call('GET', `/v1/reconciliation/${projectId}/summary`)
  expect([status, body.time_zone, body.created_on, body.data]).toEqual([
    200,
    'America/New_York',
    createdOn,
    { rud: stored },
  ])
  return { type: 'reconciliationVersion.summaryRead', callNo, createdOn: body.created_on, rud: body.data.rud }
}

async function failSummary(projectId: number, callNo: number): Promise<ReconciliationVersionEvent> {
  const response = await fetch(`${cutOff()}/v1/reconciliation/${projectId}/summary`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest', Authorization: `Bearer ${token}` },
  })
  const body = (await response.json()) as { readonly message: string } // of any refusal
  expect([response.status, body.message]).toEqual([503, expect.any(String)])
  return { type: 'reconciliationVersion.summaryFailed', callNo, message: body.message }
}

async function walk(path: MachinePath<VersionMachine>): Promise<MachinePath<VersionMachine>> {
  let { snapshot } = start(machine)
  let chosen = { sample: 0, projectId: 0 }
  const come = async (event: ReconciliationVersionEvent): Promise<ReconciliationVersionEvent> => {
    const isLate = 'callNo' in event && event.callNo !== snapshot.context.callNo
    switch (event.type) {
      case 'reconciliationVersion.chosenFor': {
        const { projectId: sample } = event
        if (sample !== chosen.sample) chosen = { sample, projectId: await maker.project({ accountId }) }
        return { ...event, projectId: chosen.projectId }
      }
      case 'reconciliationVersion.summaryRead':
        return isLate ? event : readSummary(chosen.projectId, event)
      case 'reconciliationVersion.summaryFailed':
        return isLate ? event : failSummary(chosen.projectId, event.callNo)
      case 'reconciliationVersion.retryRequested':
        return event
    }
  }
  const steps: PathStep<VersionMachine>[] = []
  for (const expected of path.steps) {
    const event = await come(expected.event)
    const next = step(machine, snapshot, event)
    snapshot = next.snapshot
    expect({ value: snapshot.value, version: choice.version(snapshot), asks: next.commands }).toEqual({
      value: expected.state.value,
      version: choice.version(expected.snapshot),
      asks: expected.commands.map(({ type, params }) => ({
        type,
        params: { ...params, projectId: chosen.projectId },
      })),
    })
    steps.push({ ...expected, event, snapshot })
  }
  return { ...path, steps }
}

const paths = pathsOf(PATH_SOURCES['reconciliation-version'], 'in every state')

describe('the platform gives the facts of the machine that chooses the reconciliation (§4.13, §3.35, api:R4)', () => {
  const walked: MachinePath<VersionMachine>[] = []

  test.each(paths.map(path => [path.title, path] as const))('%s', async (_title, path) => {
    walked.push(await walk(path))
  })

  test('and with them every state and every transition is gone through', () => {
    const { uncoveredStates, uncoveredTransitions } = coverageOf(machine, walked)
    expect([uncoveredStates, uncoveredTransitions]).toEqual([[], []])
  })
})
