import { STATUS_CODES } from '@desk/schema/statuses/status'
import { Conflict, NotFound } from '@desk/api/errors'
import type { StatusView } from '@desk/schema/statuses/status-view'
import { describe, expect, test } from 'vitest'
import { callerOf, TEST_NOW } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { autoPause } from './auto-pause.ts'

import { callerIn, statusCalls } from './testing/status-calls.ts'

const { live, paused, draft, complete, cancelled, autoPaused } = STATUS_CODES
const fresh = useDatabase()
const make = () => new StudyMaker(fresh().database)
const { change, options, history, feedOf, meetingAt } = statusCalls(fresh)

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

  test('the change is notified on desk_changes as one of status when it commits', async () => {
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
    expect(await heard).toBe('status')
    await stop()
  })

  test('asking for the present status succeeds with any version, and records nothing (api:P9)', async () => {
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
      new Conflict({ message: 'The status has changed in the meantime.', reason: 'stale_version', current }),
    )
    expect(await feedOf(study.accountId)).toHaveLength(1)
  })

  test('of six concurrent changes of one version one succeeds, and the others get the new state (api:P9)', async () => {
    const study = await make().study()
    const [id = 0] = study.sourceIds
    const asked = [paused, complete, paused, complete, paused, complete].map(
      statusid => ({ scope: 'source', id, statusid, version: 1 }) as const,
    )
    const settled = await meetingAt(study, () => asked.map(request => change(callerIn(study), request)))
    const [event, ...more] = await history(callerIn(study), 'source', id)
    expect([event?.version, more]).toEqual([2, []])
    const now = expect.objectContaining({ statusid: event?.to, version: 2 })
    const done = { status: 'fulfilled', value: expect.objectContaining({ status: now }) }
    const stale = { status: 'rejected', reason: expect.objectContaining({ reason: 'stale_version', current: now }) }
    expect(settled).toEqual(asked.map(({ statusid }) => (statusid === event?.to ? done : stale)))
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

  test('a refusal is repeated unchanged, whatever happened since', async () => {
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
  test('gives respondents in progress and the children that would stop; respondents in progress only to the internal view', async () => {
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
      effects: { inflight: 4, live_surveys: 2, live_sources: 2, held_by: [], ready_sources: 2 },
    })
    expect((await options(callerIn(study), 'survey', study.surveyId)).effects).toEqual({
      inflight: 3,
      live_surveys: 0,
      live_sources: 2,
      held_by: [],
      ready_sources: 2,
    })
    expect((await options(callerIn(study), 'source', study.sourceIds[0] ?? 0)).effects).toEqual({
      inflight: 0,
      live_surveys: 0,
      live_sources: 0,
      held_by: [],
      no_complete_redirect: ['Northlight Panels'],
    })
    const plain = callerOf({ accountId: study.accountId, view: 'external' })
    expect((await options(plain, 'survey', study.surveyId)).effects).toEqual({
      live_surveys: 0,
      live_sources: 2,
      held_by: [],
      ready_sources: 2,
    })
  })

  test('counts only live children as stopping', async () => {
    const study = await make().study({ status: paused, sources: [live] })
    expect((await options(callerIn(study), 'project', study.projectId)).effects).toEqual({
      inflight: 0,
      live_surveys: 0,
      live_sources: 0,
      held_by: [],
      ready_sources: 0,
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
