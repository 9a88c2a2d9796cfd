import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import type { Message } from '#kernel/mail/mail'
import { storeDigest } from './digest.store.ts'
import { sendDigests } from './send-digests.ts'
import { openAlerts } from './testing/alert-desk.ts'

const fresh = useDatabase()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

async function opened(every: 'none' | 'hourly' | 'daily', local_hour = 8) {
  // digests of earlier tests of the file would be mailed as well
  await fresh().database.asSystem(tx => tx.client.query('delete from alert_digest'))
  const desk = await openAlerts(fresh().database, { sources: [{}, {}] })
  const admin = await desk.member({ roleId: 1 })
  const { accountId } = desk.study
  const choose = (wanted: typeof every) =>
    fresh().database.asAccount(accountId, tx => storeDigest(tx, accountId, admin, { every: wanted, local_hour }))
  await choose(every)
  const mails: Message[] = []
  const ports = {
    database: fresh().database,
    publicUrl: 'https://desk.example',
    send: (message: Message) => Promise.resolve(void mails.push(message)),
  }
  return {
    ...desk,
    admin,
    choose,
    mails,
    ports,
    mail: (inMs: number) => sendDigests(ports, new Date(Date.now() + inMs)),
  }
}

describe('a digest', () => {
  test('lists the alerts since the last one with links to their places, each once, and is not sent when there is none', async () => {
    const desk = await opened('hourly')
    const { projectId, surveyId, sourceIds } = desk.study
    expect(await desk.mail(HOUR_MS)).toBe(0)
    await desk.pause('redirect_errors', sourceIds[0])
    await desk.pause('target_reached', sourceIds[1])
    await desk.collect()
    expect(await desk.mail(0)).toBe(0)
    expect(await desk.mail(2 * HOUR_MS)).toBe(1)
    await desk.mail(4 * HOUR_MS)
    const [mail, ...more] = desk.mails
    expect([mail?.subject, more]).toEqual([expect.stringMatching(/^2 alerts in /), []])
    const place = `https://desk.example/#/projects/${projectId}/survey/${surveyId}/streams?only=`
    expect(mail?.text.split(place).length).toBe(3)
    expect(mail?.text).toMatch(/- Target reached\n.*\n.*\n- Auto-paused: redirects fail\n/)
  })

  test('is mailed once by several processes, and never by one that broke off before its commit', async () => {
    const desk = await opened('hourly')
    await desk.pause()
    await desk.collect()
    const { database } = fresh()
    const broken = {
      asSystem: <A>(f: Parameters<typeof database.asSystem<A>>[0]) =>
        database.asSystem<A>(async tx => {
          await f(tx)
          throw new Error('killed')
        }),
    }
    const later = new Date(Date.now() + HOUR_MS)
    await expect(sendDigests({ ...desk.ports, database: broken }, later)).rejects.toThrow('killed')
    expect(desk.mails).toEqual([])
    await Promise.all(Array.from({ length: 5 }, () => sendDigests(desk.ports, later)))
    expect(desk.mails.length).toBe(1)
  })

  test('of a day comes at the hour of the user’s clock', async () => {
    const desk = await opened('daily', 7)
    const { rows } = await fresh().database.readAsSystem(tx =>
      tx.client.query<{ hour: number; ahead: number }>(
        `select extract(hour from due_at at time zone 'America/New_York')::int as hour, extract(epoch from due_at - now())::float8 as ahead
         from alert_digest where user_id = $1`,
        [desk.admin],
      ),
    )
    expect(rows[0]?.hour).toBe(7)
    expect(rows[0]?.ahead).toBeGreaterThan(0)
    expect(rows[0]?.ahead).toBeLessThanOrEqual(DAY_MS / 1000 + 3600)
  })

  test.each([
    ['2026-03-08T05:30:00Z', 7, '2026-03-08T11:00:00Z', 'clocks go forward that morning'],
    ['2026-03-08T05:30:00Z', 2, '2026-03-08T07:00:00Z', 'clocks skip the hour'],
    ['2026-11-01T04:30:00Z', 7, '2026-11-01T12:00:00Z', 'clocks go back that morning'],
    ['2026-11-01T06:00:00Z', 1, '2026-11-02T06:00:00Z', 'clocks show the hour twice'],
  ])('of a day after %s for %i:00 in New York is due at %s, since %s', async (at, hour, due) => {
    const desk = await opened('daily', hour)
    await fresh().database.asSystem(tx => tx.client.query('update alert_digest set due_at = $1', [new Date(0)]))
    await sendDigests(desk.ports, new Date(at))
    const { rows } = await fresh().database.readAsSystem(tx =>
      tx.client.query<{ due: Date }>('select due_at as due from alert_digest where user_id = $1', [desk.admin]),
    )
    expect(rows[0]?.due).toEqual(new Date(due))
  })

  test('leaves out alerts that the user let rest, and alerts raised before mails were wanted; without one nothing is mailed', async () => {
    const desk = await opened('none')
    await desk.pause('redirect_errors', desk.study.sourceIds[0])
    await desk.collect()
    expect(await desk.mail(DAY_MS)).toBe(0)
    await desk.choose('hourly')
    expect(await desk.mail(DAY_MS)).toBe(0)
    await desk.pause('low_ir', desk.study.sourceIds[1])
    await desk.collect()
    await fresh().database.asSystem(tx =>
      tx.client.query("update alert_recipient set snoozed_until = 'infinity' where user_id = $1", [desk.admin]),
    )
    expect(await desk.mail(2 * DAY_MS)).toBe(0)
    expect(desk.mails).toEqual([])
  })

  test('lists alerts raised before the user chose another interval', async () => {
    const desk = await opened('hourly')
    await desk.pause()
    await desk.collect()
    await desk.choose('daily')
    expect(await desk.mail(2 * DAY_MS)).toBe(1)
  })

  test('is not mailed to a user who may not sign in: made inactive by a directory, or of a suspended account', async () => {
    const desk = await opened('hourly')
    await desk.pause()
    await desk.collect()
    const { accountId } = desk.study
    const change = (statement: string, id: number) => fresh().database.asSystem(tx => tx.client.query(statement, [id]))
    await change('update app_user set deactivated_at = now() where user_id = $1', desk.admin)
    expect(await desk.mail(HOUR_MS)).toBe(0)
    await change('update app_user set deactivated_at = null where user_id = $1', desk.admin)
    await change('update account set suspended_at = now() where account_id = $1', accountId)
    expect(await desk.mail(HOUR_MS)).toBe(0)
    await change('update account set suspended_at = null where account_id = $1', accountId)
    expect(await desk.mail(HOUR_MS)).toBe(1)
  })
})
