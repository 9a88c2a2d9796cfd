import { alertText } from '@desk/schema/alerts/alert'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { countUnread, listAlerts } from './alerts.store.ts'
import { collectAlerts } from './collect-alerts.ts'
import { raiseAlerts } from './raise.store.ts'
import { openAlerts, type AlertDesk } from './testing/alert-desk.ts'

const fresh = useDatabase()
const open = (spec?: Parameters<typeof openAlerts>[1]) => openAlerts(fresh().database, spec)
const texts = async (desk: AlertDesk, userId: number) =>
  (await desk.bell(userId)).alerts.map(({ kind, facts, ended_at }) => [
    alertText(kind, facts),
    ended_at === null ? 'open' : 'ended',
  ])

describe('an account that has set nothing up', () => {
  test('has an auto-pause in the bells of the project’s manager and of admins, and of no one else', async () => {
    const desk = await open()
    const manager = await desk.member({ isManager: true })
    const admin = await desk.member({ roleId: 1 })
    const user = await desk.member()
    await desk.pause('redirect_errors')
    await desk.collect()
    const alert = {
      alert_id: expect.any(Number),
      kind: 'auto_paused',
      scope: 'source',
      place_id: desk.study.sourceId,
      place_name: expect.any(String),
      pm_proj_ud: desk.study.projectId,
      pm_proj_name: 'Project',
      pm_sy_ud: desk.study.surveyId,
      facts: { reason: 'redirect_errors' },
      began_at: expect.any(String),
      ended_at: null,
      is_unread: true,
      snoozed_until: null,
    }
    expect([await desk.bell(manager), await desk.bell(admin), await desk.bell(user)]).toEqual([
      { unread: 1, alerts: [alert] },
      { unread: 1, alerts: [alert] },
      { unread: 0, alerts: [] },
    ])
  })

  test('tells guests by the role that they have here (administration.md §1)', async () => {
    const desk = await open()
    const elsewhere = await open()
    const guestOf = (roleAtHome: number) => ({ homeId: elsewhere.study.accountId, roleAtHome })
    const admin = await desk.member({ roleId: 1, guestOf: guestOf(2) })
    const user = await desk.member({ roleId: 2, guestOf: guestOf(1) })
    await desk.pause('redirect_errors')
    await desk.collect()
    expect([(await desk.bell(admin)).unread, (await desk.bell(user)).unread]).toEqual([1, 0])
  })

  test('has a reached target as one, and a pause by a person as none', async () => {
    const desk = await open()
    const admin = await desk.member({ roleId: 1 })
    await desk.pause('target_reached')
    await desk.setStatus(STATUS_CODES.paused)
    await desk.setStatus(STATUS_CODES.autoPaused, 'past_out_of_field', { scope: 'survey' })
    await desk.collect()
    expect(await texts(desk, admin)).toEqual([
      ['Auto-paused: past its out-of-field date', 'open'],
      ['Target reached', 'ended'],
    ])
  })
})

describe('an episode', () => {
  test('is one alert until it ends; the next pause is another', async () => {
    const desk = await open()
    const admin = await desk.member({ roleId: 1 })
    await desk.pause()
    await desk.setStatus(STATUS_CODES.autoPaused, 'low_ir')
    await desk.collect()
    expect(await texts(desk, admin)).toEqual([['Auto-paused: redirects fail', 'open']])
    await desk.resume()
    await desk.collect()
    expect(await texts(desk, admin)).toEqual([['Auto-paused: redirects fail', 'ended']])
    await desk.pause('low_ir')
    await desk.resume()
    await desk.pause('hash_errors')
    await desk.collect()
    expect(await texts(desk, admin)).toEqual([
      ['Auto-paused: hashes are wrong', 'open'],
      ['Auto-paused: IR is too low', 'ended'],
      ['Auto-paused: redirects fail', 'ended'],
    ])
  })

  test('is raised once by several processes at the same time, and by one that broke off before its commit not at all', async () => {
    const desk = await open({ sources: [{}, {}, {}] })
    const admin = await desk.member({ roleId: 1 })
    for (const id of desk.study.sourceIds) await desk.pause('low_ir', id)
    const { database } = fresh()
    const stopped = database.asSystem(async tx => {
      await collectAlerts({ asSystem: f => f(tx) })
      throw new Error('killed')
    })
    await expect(stopped).rejects.toThrow('killed')
    expect((await desk.bell(admin)).alerts).toEqual([])
    await Promise.all(Array.from({ length: 6 }, () => collectAlerts(database)))
    await desk.collect()
    expect((await desk.bell(admin)).alerts.map(({ place_id }) => place_id).toSorted((a, b) => a - b)).toEqual(
      desk.study.sourceIds,
    )
  })

  test('is in a bell once, however many rules ask for it', async () => {
    const desk = await open()
    const admin = await desk.member({ roleId: 1 })
    await desk.rule({ userId: admin, kinds: ['auto_paused'] })
    await desk.rule({ kinds: ['auto_paused', 'hash_errors'] })
    await desk.pause()
    await desk.collect()
    await desk.rule({ kinds: ['auto_paused'] })
    await desk.resume()
    await desk.pause()
    await desk.collect()
    expect(await texts(desk, admin)).toEqual([
      ['Auto-paused: redirects fail', 'open'],
      ['Auto-paused: redirects fail', 'ended'],
    ])
  })
})

describe('a rule', () => {
  test('raises what happens in the millisecond in which it was switched on, and nothing of before', async () => {
    const desk = await open()
    const { accountId } = desk.study
    await desk.withoutDefault()
    const member = await desk.member()
    await desk.rule({ kinds: ['auto_paused'] })
    const onSince = (at: string) =>
      fresh().database.asAccount(accountId, tx =>
        tx.client.query('update alert_rule set on_since = $2 where account_id = $1', [accountId, at]),
      )
    const raise = () =>
      fresh().database.asAccount(accountId, tx =>
        raiseAlerts(tx, [
          {
            accountId,
            scope: 'source',
            placeId: desk.study.sourceId,
            projectId: desk.study.projectId,
            surveyId: desk.study.surveyId,
            kind: 'auto_paused',
            facts: {},
            at: new Date('2026-11-20T12:00:00.250Z'),
          },
        ]),
      )
    await onSince('2026-11-20T12:00:00.251Z')
    expect(await raise()).toBe(0)
    await onSince('2026-11-20T12:00:00.250900Z')
    expect(await raise()).toBe(1)
    expect((await desk.bell(member)).unread).toBe(1)
  })

  test('of a user is of the projects that it names, and tells that user alone', async () => {
    const desk = await open({ sources: [{}, {}] })
    await desk.withoutDefault()
    const [one, other, manager] = [await desk.member(), await desk.member(), await desk.member({ isManager: true })]
    await desk.rule({ userId: one, kinds: ['auto_paused'], scope: 'project', projectId: desk.study.projectId })
    await desk.rule({ userId: other, kinds: ['auto_paused'], scope: 'project', projectId: desk.study.projectId + 1 })
    await desk.rule({ userId: other, kinds: ['auto_paused'], scope: 'mine' })
    await desk.rule({ userId: manager, kinds: ['auto_paused'], scope: 'mine' })
    await desk.pause()
    await desk.collect()
    const counts = await Promise.all([one, other, manager].map(async id => (await desk.bell(id)).unread))
    expect(counts).toEqual([1, 0, 1])
  })

  test('shows no one a figure that the external view lacks, and asks for its kinds alone', async () => {
    const desk = await open()
    await desk.withoutDefault()
    const internal = await desk.member()
    const external = await desk.member({ view: 'external' })
    // an account whose home has a parent, as clients have: without it everybody is the provider's own
    await fresh().database.asSystem(tx =>
      tx.client.query('update account set parent_account_id = $1 where account_id = $1', [desk.study.accountId]),
    )
    await desk.rule({ kinds: ['hash_errors'] })
    await desk.pause('hash_errors')
    await desk.collect()
    expect([await texts(desk, internal), await texts(desk, external)]).toEqual([[['Hash errors', 'open']], []])
  })

  test('is of its account: another one’s users and rows stay apart', async () => {
    const desk = await open()
    const other = await open()
    const admin = await desk.member({ roleId: 1 })
    const elsewhere = await other.member({ roleId: 1 })
    await desk.pause()
    await desk.collect()
    expect([(await desk.bell(admin)).unread, (await other.bell(elsewhere)).unread]).toEqual([1, 0])
    const seen = await fresh().database.readAsAccount(other.study.accountId, async tx => {
      const reader = { accountId: desk.study.accountId, userId: admin, hidden: [] }
      return [await countUnread(tx, reader), await listAlerts(tx, reader, {}, { limit: 10 })]
    })
    expect(seen).toEqual([0, []])
  })
})
