import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import { BLOCK_REASONS, type BlockReason } from '@desk/schema/statuses/block-reasons'
import { Conflict } from '@desk/api/errors'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { callerOf, TEST_NOW } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker, type RollupCounts, type SourceOptions, type SurveyOptions } from '#testing/study'

import { callerIn, statusCalls } from './testing/status-calls.ts'

const { live, paused, draft, complete, cancelled, autoPaused } = STATUS_CODES
const fresh = useDatabase()
const make = () => new StudyMaker(fresh().database)
const { change, options, rows, feedOf, statusesIn, meetingAt, someoneWaits } = statusCalls(fresh)

interface GuardCase {
  readonly to: StatusCode
  readonly from: StatusCode
  readonly survey?: Partial<SurveyOptions>
  readonly source?: Partial<SourceOptions>
  readonly counts?: RollupCounts
  readonly blocks: Partial<Record<StatusScope, BlockReason | null>>
}

const PAST = new Date('2026-11-20T12:34:56.788Z')
const FUTURE = new Date('2026-11-20T12:34:56.790Z')
const GUARDS: Readonly<Record<string, GuardCase>> = {
  'a launch with all it needs': { from: draft, to: live, blocks: { project: null, survey: null, source: null } },
  'a launch without a survey URL': {
    from: draft,
    to: live,
    survey: { surveyUrl: null },
    blocks: { survey: 'survey_url_missing', source: 'survey_url_missing' },
  },
  'a launch with a URL without the placeholder': {
    from: draft,
    to: live,
    survey: { surveyUrl: 'https://survey.example/' },
    blocks: { survey: 'survey_url_missing' },
  },
  'a launch with a stored URL of reading B (§5.1)': {
    from: draft,
    to: live,
    survey: { surveyUrl: 'http://survey.example/?x=[%rdud%]' },
    blocks: { survey: null, source: null },
  },
  'a launch without a URL where none is required (§5.5)': {
    from: draft,
    to: live,
    survey: { surveyUrl: null, surveyUrlRequired: false },
    blocks: { survey: null, source: null },
  },
  'a launch without a target': {
    from: draft,
    to: live,
    survey: { target: 0 },
    source: { target: 0 },
    blocks: { survey: 'target_missing', source: 'target_missing' },
  },
  'a launch after out-of-field': {
    from: draft,
    to: live,
    survey: { outOfFieldAt: PAST },
    blocks: { survey: 'out_of_field_passed', source: 'out_of_field_passed' },
  },
  "a launch after the source's own out-of-field": {
    from: draft,
    to: live,
    source: { outOfFieldAt: PAST },
    blocks: { survey: null, source: 'out_of_field_passed' },
  },
  "a launch after the survey's out-of-field, which the source's own does not outlive": {
    from: draft,
    to: live,
    survey: { outOfFieldAt: PAST },
    source: { outOfFieldAt: FUTURE },
    blocks: { source: 'out_of_field_passed' },
  },
  'a launch before out-of-field': {
    from: draft,
    to: live,
    survey: { outOfFieldAt: FUTURE },
    source: { outOfFieldAt: FUTURE },
    blocks: { survey: null, source: null },
  },
  'a launch without a price': {
    from: draft,
    to: live,
    source: { supplyPriceCents: null },
    blocks: { survey: null, source: 'price_missing' },
  },
  'a launch of an exchange source without a price': {
    from: draft,
    to: live,
    source: { supplyPriceCents: null, type: 'lucid' },
    blocks: { source: null },
  },
  'a launch without a supplier': {
    from: draft,
    to: live,
    source: { supplierIds: [] },
    blocks: { survey: null, source: 'supplier_missing' },
  },
  'resuming with the target reached': {
    from: paused,
    to: live,
    counts: { completes: 200, entrants: 200 },
    blocks: { project: null, survey: 'target_reached', source: 'target_reached' },
  },
  'relaunching a complete object with the target reached': {
    from: complete,
    to: live,
    counts: { completes: 200 },
    blocks: { survey: 'target_reached' },
  },
  'cancelling what has billable completes': {
    from: paused,
    to: cancelled,
    counts: { completes: 1 },
    blocks: { project: 'has_billable_completes', survey: 'has_billable_completes', source: 'has_billable_completes' },
  },
  'cancelling while people are inflight': {
    from: autoPaused,
    to: cancelled,
    counts: { inflight: 1 },
    blocks: { project: 'has_inflight', survey: 'has_inflight', source: 'has_inflight' },
  },
  'completing what has both': {
    from: paused,
    to: complete,
    counts: { completes: 1, inflight: 1 },
    blocks: { project: null, survey: null, source: null },
  },
}

describe('the guards, on facts of the database (§4.1)', () => {
  const cases = Object.entries(GUARDS).flatMap(([name, { blocks, ...guard }]) =>
    Object.entries(blocks).map(([scope, reason]) => ({ name, ...guard, scope: scope as StatusScope, reason })),
  )
  test.each(cases)(
    '$name: $scope → $reason (§4.1, api:P9)',
    async ({ scope, from, to, survey, source, counts, reason }) => {
      const accountId = await make().account()
      const supplierId = await make().supplier({ accountId })
      const own = (of: StatusScope) => (of === scope ? from : live)
      const projectId = await make().project({ accountId, status: own('project') })
      const surveyId = await make().survey({ accountId, projectId, status: own('survey'), ...survey })
      const sourceId = await make().source({
        accountId,
        projectId,
        surveyId,
        status: own('source'),
        supplierIds: [supplierId],
        ...source,
      })
      const id = { project: projectId, survey: surveyId, source: sourceId }[scope]
      if (counts) await make().rollup(accountId, scope, id, counts)
      const caller = callerOf({ accountId, userId: (await make().user({ accountId })).userId })

      const offered = (await options(caller, scope, id)).allowed.find(transition => transition.to === to)
      expect(offered).toEqual({ to, allowed: reason === null, reason })
      const outcome = await change(caller, { scope, id, statusid: to, version: 1 }).then(
        ({ status }) => status.statusid,
        (error: unknown) => error,
      )
      const current = (await options(caller, scope, id)).status
      expect(outcome).toEqual(reason === null ? to : new Conflict({ message: BLOCK_REASONS[reason], reason, current }))
      expect(current.statusid).toBe(reason === null ? to : from)
    },
  )
})

describe('parents and children (§4.1)', () => {
  test('pausing a project keeps the status of its children, which are no longer effectively live', async () => {
    const study = await make().study({ sources: [live, autoPaused] })
    const [first = 0, second = 0] = study.sourceIds
    const { events } = await change(callerIn(study), {
      scope: 'project',
      id: study.projectId,
      statusid: paused,
      version: 1,
    })
    expect(events.map(event => [event.scope, event.from, event.to])).toEqual([['project', live, paused]])
    expect(await statusesIn(study)).toEqual([
      { what: 'project', status: paused },
      { what: 'survey', status: live },
      { what: 'source', status: live },
      { what: 'source', status: autoPaused },
    ])
    const effective = await Promise.all(
      [first, second].map(async id => (await options(callerIn(study), 'source', id)).status),
    )
    expect(effective.map(status => [status.statusid, status.effective_statusid])).toEqual([
      [live, paused],
      [autoPaused, autoPaused],
    ])
  })

  test('the nearest ancestor that is not live gives the effective status', async () => {
    const accountId = await make().account()
    const effective = async (project: StatusCode, survey: StatusCode) => {
      const projectId = await make().project({ accountId, status: project })
      const surveyId = await make().survey({ accountId, projectId, status: survey })
      const sourceId = await make().source({ accountId, projectId, surveyId })
      return (await options(callerOf({ accountId }), 'source', sourceId)).status.effective_statusid
    }
    expect([
      await effective(autoPaused, paused),
      await effective(autoPaused, live),
      await effective(live, live),
    ]).toEqual([paused, autoPaused, live])
  })

  test('completing a project completes its children, each as its own event of the same command, and cancels drafts (§4.2)', async () => {
    const study = await make().study({ sources: [live, paused, draft, complete, cancelled] })
    const [one, two, three] = study.sourceIds
    const request = {
      scope: 'project',
      id: study.projectId,
      statusid: complete,
      version: 1,
      note: 'Client is done',
      command_id: 'c-2',
    } as const
    const { events } = await change(callerIn(study), request)
    const line = ({ scope, id, from, to, reason, note, by, version, command_id }: (typeof events)[number]) => [
      scope,
      id,
      from,
      to,
      reason,
      note,
      by,
      version,
      command_id,
    ]
    expect(events.map(line)).toEqual([
      ['project', study.projectId, live, complete, null, 'Client is done', 'Ada Byron', 2, 'c-2'],
      ['survey', study.surveyId, live, complete, 'project_complete', null, 'Ada Byron', 2, 'c-2'],
      ['source', one, live, complete, 'project_complete', null, 'Ada Byron', 2, 'c-2'],
      ['source', two, paused, complete, 'project_complete', null, 'Ada Byron', 2, 'c-2'],
      ['source', three, draft, cancelled, 'project_complete', null, 'Ada Byron', 2, 'c-2'],
    ])
    expect((await feedOf(study.accountId)).map(({ body }) => body)).toEqual(events)
    await expect(
      change(callerIn(study), { scope: 'source', id: two ?? 0, statusid: live, version: 2 }),
    ).rejects.toMatchObject({ reason: 'parent_terminal' })
  })

  test('launching sources while their project is completed leaves nothing alive below it (§4.1)', async () => {
    const study = await make().study({ sources: [draft, draft, draft, draft] })
    const settled = await meetingAt(study, () => [
      ...study.sourceIds.map(id => change(callerIn(study), { scope: 'source', id, statusid: live, version: 1 })),
      change(callerIn(study), { scope: 'project', id: study.projectId, statusid: complete, version: 1 }),
    ])
    expect(settled.at(-1)?.status).toBe('fulfilled')
    expect(settled.filter(result => result.status === 'rejected' && !(result.reason instanceof Conflict))).toEqual([])
    const terminal: readonly number[] = [complete, cancelled]
    expect((await statusesIn(study)).filter(({ status }) => !terminal.includes(status))).toEqual([])
  })

  test('a cascade that waited for a source uses its status after the wait', async () => {
    const study = await make().study({ sources: [draft] })
    const { database } = fresh()
    const { completing } = await database.asSystem(async tx => {
      await sql`update source set status = ${live}, version = 2 where survey_id = ${study.surveyId}`.execute(tx)
      const started = change(callerIn(study), { scope: 'project', id: study.projectId, statusid: complete, version: 1 })
      await someoneWaits(1)
      return { completing: started }
    })
    expect((await completing).events.map(({ scope, from, to, version }) => [scope, from, to, version])).toEqual([
      ['project', live, complete, 2],
      ['survey', live, complete, 2],
      ['source', live, complete, 3],
    ])
  })

  test('cancelling a paused survey stops its live sources first', async () => {
    const study = await make().study({ sources: [live, autoPaused] })
    const [one, two] = study.sourceIds
    await change(callerIn(study), { scope: 'survey', id: study.surveyId, statusid: paused, version: 1 })
    const { events } = await change(callerIn(study), {
      scope: 'survey',
      id: study.surveyId,
      statusid: cancelled,
      version: 2,
    })
    expect(events.map(({ scope, id, from, to, reason, version }) => [scope, id, from, to, reason, version])).toEqual([
      ['survey', study.surveyId, paused, cancelled, null, 3],
      ['source', one, live, paused, 'survey_cancelled', 2],
      ['source', two, autoPaused, cancelled, 'survey_cancelled', 2],
      ['source', one, paused, cancelled, 'survey_cancelled', 3],
    ])
  })

  test('`live_since` is when a source became effectively live, by itself or through a parent', async () => {
    const study = await make().study({ status: paused, sources: [live, paused] })
    const [one = 0, two = 0] = study.sourceIds
    const liveSince = async () =>
      (
        await rows<{ since: Date | null }>(
          sql`select live_since as since from source where survey_id = ${study.surveyId} order by source_id`,
        )
      ).map(({ since }) => since?.toISOString() ?? null)
    expect(await liveSince()).toEqual([null, null])
    await change(callerIn(study), { scope: 'source', id: two, statusid: live, version: 1 })
    expect(await liveSince()).toEqual([null, TEST_NOW])
    await change(callerIn(study), { scope: 'survey', id: study.surveyId, statusid: live, version: 1 })
    expect(await liveSince()).toEqual([null, TEST_NOW])
    await change(callerIn(study), { scope: 'project', id: study.projectId, statusid: live, version: 1 })
    expect(await liveSince()).toEqual([TEST_NOW, TEST_NOW])
    expect((await options(callerIn(study), 'source', one)).status.effective_statusid).toBe(live)
  })
})
