import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import { BLOCK_REASONS, type BlockReason } from '@desk/schema/statuses/block-reasons'
import type { Caller } from '@desk/api/authorization'
import { Conflict, Forbidden, NotFound } from '@desk/api/errors'
import type { StatusChangeRequest, StatusView } from '@desk/schema/statuses/status-view'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { callerOf, callOver, keyed, TEST_NOW } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker, type RollupCounts, type SourceOptions, type Study, type SurveyOptions } from '#testing/study'
import { autoPause } from './auto-pause.ts'
import { statusHandlers } from './handlers.ts'

const { live, paused, draft, complete, cancelled, autoPaused } = STATUS_CODES
const fresh = useDatabase()
const make = () => new StudyMaker(fresh().database)

const change = (caller: Caller, request: StatusChangeRequest, key?: string) =>
  callOver(fresh().database, statusHandlers, 'change', { caller, sent: { payload: request, headers: keyed(key) } })
const options = (caller: Caller, scope: StatusScope, id: number) =>
  callOver(fresh().database, statusHandlers, 'options', { caller, sent: { params: { scope, id } } })
const history = (caller: Caller, scope: StatusScope, id: number, query = {}) =>
  callOver(fresh().database, statusHandlers, 'history', { caller, sent: { params: { scope, id }, query } })

const rows = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await fresh().database.readAsSystem(tx => statement.execute(tx))).rows
const feedOf = (accountId: number) =>
  rows(
    sql<
      Record<string, unknown>
    >`select kind, project_id, survey_id, source_id, body from change_feed where account_id = ${accountId} order by position`,
  )
const statusesIn = (study: Study) =>
  rows<{ what: string; status: number }>(sql`
    select 'project' as what, status from project where project_id = ${study.projectId}
    union all select 'survey', status from survey where survey_id = ${study.surveyId}
    union all (select 'source', status from source where survey_id = ${study.surveyId} order by source_id)`)

/** Resolves when so many transactions wait for a lock of another one. */
async function someoneWaits(wanted: number): Promise<void> {
  const waiting = sql<{ n: number }>`
    select count(distinct l.pid) as n from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`
  // each look in a transaction of its own: the server shows one transaction the same activity all along
  while (((await rows(waiting))[0]?.n ?? 0) < wanted);
}

/** Holds rows until everyone has come to them, and lets them go on together. */
async function meetingAt<A>(study: Study, start: () => readonly Promise<A>[]): Promise<PromiseSettledResult<A>[]> {
  const { database } = fresh()
  const { started } = await database.asSystem(async tx => {
    await sql`select from project where project_id = ${study.projectId} for update`.execute(tx)
    await sql`select from source where survey_id = ${study.surveyId} for update`.execute(tx)
    const works = start()
    await someoneWaits(works.length)
    return { started: works }
  })
  return Promise.allSettled(started)
}

const callerIn = (study: Study) => callerOf({ accountId: study.accountId, userId: study.userId })

describe('a status change (api:P9)', () => {
  test('pausing a source answers its new status, and stores the change with who, when and why once in history and feed (§4.2, api:P9)', async () => {
    const study = await make().study()
    const [id = 0] = study.sourceIds
    const request = {
      scope: 'source',
      id,
      statusid: paused,
      version: 1,
      note: 'Quality looks odd',
      command_id: 'c-1',
    } as const
    const event = {
      scope: 'source',
      id,
      pm_proj_ud: study.projectId,
      pm_sy_ud: study.surveyId,
      from: live,
      to: paused,
      reason: null,
      note: 'Quality looks odd',
      by: 'Ada Byron',
      by_uid: study.userId,
      at: TEST_NOW,
      version: 2,
      command_id: 'c-1',
    }
    const answer = await change(callerIn(study), request)
    expect(answer).toEqual({
      status: {
        statusid: paused,
        effective_statusid: paused,
        reason: null,
        changed_by: 'Ada Byron',
        changed_at: TEST_NOW,
        version: 2,
      },
      allowed: [
        { to: draft, allowed: false, reason: 'not_a_transition' },
        { to: live, allowed: true, reason: null },
        { to: autoPaused, allowed: false, reason: 'not_a_transition' },
        { to: complete, allowed: true, reason: null },
        { to: cancelled, allowed: true, reason: null },
      ],
      events: [event],
    })
    expect(await history(callerIn(study), 'source', id)).toEqual([event])
    expect(await feedOf(study.accountId)).toEqual([
      { kind: 2, project_id: study.projectId, survey_id: study.surveyId, source_id: id, body: event },
    ])
  })

  test('the change is notified on desk_changes when it commits', async () => {
    const study = await make().study()
    let stop = async () => {}
    const heard = new Promise<string>(resolve => {
      void fresh()
        .database.listen('desk_changes', resolve)
        .then(async end => {
          stop = end
          await change(callerIn(study), { scope: 'project', id: study.projectId, statusid: paused, version: 1 })
        })
    })
    expect(await heard).toBe('')
    await stop()
  })

  test('asking for the status that it already has succeeds, whatever version was seen, and records nothing (api:P9)', async () => {
    const study = await make().study()
    const [id = 0] = study.sourceIds
    const answer = await change(callerIn(study), { scope: 'source', id, statusid: live, version: 99 })
    expect([answer.status.statusid, answer.status.version, answer.events]).toEqual([live, 1, []])
    expect(await feedOf(study.accountId)).toEqual([])
    expect(await history(callerIn(study), 'source', id)).toEqual([])
  })

  test('a stale version is refused with the present state and who set it (api:P9)', async () => {
    const study = await make().study()
    const [id = 0] = study.sourceIds
    const other = await make().user({ accountId: study.accountId, firstname: 'Grace', lastname: 'Hopper' })
    await change(callerOf({ accountId: study.accountId, userId: other.userId }), {
      scope: 'source',
      id,
      statusid: paused,
      version: 1,
    })
    const stale = change(callerIn(study), { scope: 'source', id, statusid: complete, version: 1 })
    const current: StatusView = {
      statusid: paused,
      effective_statusid: paused,
      reason: null,
      changed_by: 'Grace Hopper',
      changed_at: TEST_NOW,
      version: 2,
    }
    await expect(stale).rejects.toEqual(
      new Conflict({ message: 'The status was changed meanwhile.', reason: 'stale_version', current }),
    )
    expect(await feedOf(study.accountId)).toHaveLength(1)
  })

  test('of six changes at once from the same version one happens, and the others are told of it (api:P9)', async () => {
    const study = await make().study()
    const [id = 0] = study.sourceIds
    const asked = [paused, complete, paused, complete, paused, complete].map(
      statusid => ({ scope: 'source', id, statusid, version: 1 }) as const,
    )
    const settled = await meetingAt(study, () => asked.map(request => change(callerIn(study), request)))
    const [event, ...more] = await history(callerIn(study), 'source', id)
    expect([event?.version, more]).toEqual([2, []])
    const outcomes = settled.map((result, at) =>
      result.status === 'rejected'
        ? (result.reason as Conflict).reason
        : asked[at]?.statusid === event?.to
          ? 'has that status'
          : 'was not told',
    )
    expect(outcomes.toSorted()).toEqual([
      'has that status',
      'has that status',
      'has that status',
      'stale_version',
      'stale_version',
      'stale_version',
    ])
    expect(await feedOf(study.accountId)).toHaveLength(1)
  })

  test("someone from outside the account is named as the provider's staff", async () => {
    const study = await make().study()
    const elsewhere = await make().study()
    const answer = await change(callerOf({ accountId: study.accountId, userId: elsewhere.userId, isStaff: true }), {
      scope: 'survey',
      id: study.surveyId,
      statusid: paused,
      version: 1,
    })
    expect([
      answer.status.changed_by,
      answer.events[0]?.by,
      (await history(callerIn(study), 'survey', study.surveyId))[0]?.by,
    ]).toEqual(['Staff', 'Staff', 'Staff'])
  })

  test('a Defender account is refused, and what is of another account is not there (api:P9)', async () => {
    const study = await make().study()
    const stranger = await make().study()
    const request = { scope: 'survey', id: study.surveyId, statusid: paused, version: 1 } as const
    const missing = { ...request, id: 2_000_000_000 }
    await expect(
      change(callerOf({ accountId: study.accountId, accountType: 'DEFENDER' }), request),
    ).rejects.toBeInstanceOf(Forbidden)
    const [foreign, absent] = await Promise.all(
      [request, missing].map(asked => change(callerIn(stranger), asked).catch((error: unknown) => error)),
    )
    expect(foreign).toBeInstanceOf(NotFound)
    expect(foreign).toEqual(absent)
    expect(await statusesIn(study)).toEqual([
      { what: 'project', status: live },
      { what: 'survey', status: live },
      { what: 'source', status: live },
    ])
  })

  test.each([1, 2, 3] as const)('role %i may change a status (api:P9)', async roleId => {
    const study = await make().study()
    const answer = await change(callerOf({ accountId: study.accountId, userId: study.userId, roleId }), {
      scope: 'project',
      id: study.projectId,
      statusid: paused,
      version: 1,
    })
    expect(answer.status.statusid).toBe(paused)
  })
})

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
  'relaunching what is complete with the target reached': {
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
  test('pausing a project leaves the own status of what is below it, which is no longer effectively live', async () => {
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

  test('completing a project completes what is below it, each as its own event of the same command, and cancels drafts (§4.2)', async () => {
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

  test('a cascade that waited for a source goes by the status that it has then', async () => {
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

  test('a source is live since it went live, by itself or with what is above it', async () => {
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

describe('one Idempotency-Key (api:P9)', () => {
  test('sent 50 times at once it acts once, and every answer is the same', async () => {
    const study = await make().study()
    const request = { scope: 'survey', id: study.surveyId, statusid: paused, version: 1 } as const
    const answers = await Promise.all(Array.from({ length: 50 }, () => change(callerIn(study), request, 'key-1')))
    expect(answers).toEqual(Array.from({ length: 50 }, () => answers[0]))
    expect(answers[0]?.events.map(({ version }) => version)).toEqual([2])
    expect(await feedOf(study.accountId)).toHaveLength(1)
  })

  test('with another request it is refused', async () => {
    const study = await make().study()
    const request = { scope: 'survey', id: study.surveyId, statusid: paused, version: 1 } as const
    await change(callerIn(study), request, 'key-2')
    await expect(change(callerIn(study), { ...request, note: 'other' }, 'key-2')).rejects.toEqual(
      new Conflict({
        message: 'This Idempotency-Key was sent with another request before.',
        reason: 'idempotency_key_reused',
        current: null,
      }),
    )
  })

  test('a refusal is answered again as it was, whatever changed since', async () => {
    const study = await make().study()
    const [id = 0] = study.sourceIds
    const request = { scope: 'source', id, statusid: paused, version: 7 } as const
    const first = await change(callerIn(study), request, 'key-3').catch((error: unknown) => error)
    await change(callerIn(study), { ...request, version: 1 })
    expect(first).toMatchObject({ reason: 'stale_version', current: { version: 1 } })
    expect(await change(callerIn(study), request, 'key-3').catch((error: unknown) => error)).toEqual(first)
  })

  test("is each user's own", async () => {
    const study = await make().study()
    const other = callerOf({
      accountId: study.accountId,
      userId: (await make().user({ accountId: study.accountId })).userId,
    })
    await change(callerIn(study), { scope: 'survey', id: study.surveyId, statusid: paused, version: 1 }, 'key-4')
    const answer = await change(other, { scope: 'survey', id: study.surveyId, statusid: complete, version: 2 }, 'key-4')
    expect(answer.status.statusid).toBe(complete)
  })
})

describe('auto-pause', () => {
  const at = new Date(TEST_NOW)
  test('pauses a live source as the system with its reason, in history and feed (§4.1, §4.2)', async () => {
    const study = await make().study()
    const [id = 0] = study.sourceIds
    expect(
      await fresh().database.asSystem(tx =>
        autoPause(tx, study.accountId, { scope: 'source', id, reason: 'click_target_reached', at }),
      ),
    ).toBe(true)
    const event = {
      scope: 'source',
      id,
      pm_proj_ud: study.projectId,
      pm_sy_ud: study.surveyId,
      from: live,
      to: autoPaused,
      reason: 'click_target_reached',
      note: null,
      by: null,
      by_uid: null,
      at: TEST_NOW,
      version: 2,
      command_id: null,
    }
    expect(await history(callerIn(study), 'source', id)).toEqual([event])
    expect((await feedOf(study.accountId)).map(({ body }) => body)).toEqual([event])
    expect((await options(callerIn(study), 'source', id)).status).toEqual({
      statusid: autoPaused,
      effective_statusid: autoPaused,
      reason: 'click_target_reached',
      changed_by: null,
      changed_at: TEST_NOW,
      version: 2,
    })
  })

  test.each([paused, draft, complete, cancelled, autoPaused])('leaves a source of status %i alone', async status => {
    const study = await make().study({ sources: [status] })
    const [id = 0] = study.sourceIds
    expect(
      await fresh().database.asSystem(tx =>
        autoPause(tx, study.accountId, { scope: 'source', id, reason: 'hash_errors', at }),
      ),
    ).toBe(false)
    expect(await feedOf(study.accountId)).toEqual([])
  })

  test('pauses a survey, and nothing of another account', async () => {
    const study = await make().study()
    const pause = (accountId: number) =>
      fresh().database.asSystem(tx =>
        autoPause(tx, accountId, { scope: 'survey', id: study.surveyId, reason: 'target_reached', at }),
      )
    expect([await pause(study.accountId + 1), await pause(study.accountId)]).toEqual([false, true])
  })
})

describe('the status menu', () => {
  test('tells the people inflight and the children that would stop, and inflight only to the internal view', async () => {
    const study = await make().study({ sources: [live, live, paused] })
    await make().survey({ accountId: study.accountId, projectId: study.projectId, status: live })
    await make().rollup(study.accountId, 'project', study.projectId, { inflight: 4 })
    await make().rollup(study.accountId, 'survey', study.surveyId, { inflight: 3 })
    const seen = await options(callerIn(study), 'project', study.projectId)
    expect(seen).toEqual({
      scope: 'project',
      id: study.projectId,
      name: 'Streaming habits',
      status: {
        statusid: live,
        effective_statusid: live,
        reason: null,
        changed_by: null,
        changed_at: seen.status.changed_at,
        version: 1,
      },
      allowed: [
        { to: draft, allowed: false, reason: 'not_a_transition' },
        { to: paused, allowed: true, reason: null },
        { to: autoPaused, allowed: false, reason: 'system_only' },
        { to: complete, allowed: true, reason: null },
        { to: cancelled, allowed: false, reason: 'not_a_transition' },
      ],
      effects: { inflight: 4, live_surveys: 2, live_sources: 2 },
    })
    expect((await options(callerIn(study), 'survey', study.surveyId)).effects).toEqual({
      inflight: 3,
      live_surveys: 0,
      live_sources: 2,
    })
    expect((await options(callerIn(study), 'source', study.sourceIds[0] ?? 0)).effects).toEqual({
      inflight: 0,
      live_surveys: 0,
      live_sources: 0,
    })
    const plain = callerOf({ accountId: study.accountId, view: 'external' })
    expect((await options(plain, 'survey', study.surveyId)).effects).toEqual({ live_surveys: 0, live_sources: 2 })
  })

  test('counts nothing as stopping that does not run', async () => {
    const study = await make().study({ status: paused, sources: [live] })
    expect((await options(callerIn(study), 'project', study.projectId)).effects).toEqual({
      inflight: 0,
      live_surveys: 0,
      live_sources: 0,
    })
  })

  test('history comes newest first, in pages', async () => {
    const study = await make().study()
    const [id = 0] = study.sourceIds
    for (const [at, statusid] of [paused, live, paused].entries())
      await change(callerIn(study), { scope: 'source', id, statusid, version: at + 1 })
    expect((await history(callerIn(study), 'source', id)).map(({ version }) => version)).toEqual([4, 3, 2])
    expect(
      (await history(callerIn(study), 'source', id, { limit: 1, offset: 1 })).map(({ version }) => version),
    ).toEqual([3])
    await expect(history(callerIn(await make().study()), 'source', id)).rejects.toBeInstanceOf(NotFound)
  })
})
