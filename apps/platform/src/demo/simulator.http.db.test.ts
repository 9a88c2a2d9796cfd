import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { usePlatform } from '#testing/platform'
import { makeDemoAccounts } from './demo-accounts.ts'
import { planDemo } from './demo-plan.ts'
import { admitSimulator } from './demo-simulator.ts'
import { writeStudies } from './demo-studies.ts'
import { simulateRespondents } from './simulator.ts'

const platform = usePlatform()

test('respondents are played by keys of its own: no user of the demo signs in, and the audit log stays empty', async () => {
  const { database, url } = platform()
  const live = planDemo(7).filter(({ status }) => status === 'live')
  const [first] = live
  await database.asSystem(async tx => {
    await makeDemoAccounts(tx)
    await writeStudies(tx, first === undefined ? [] : [first], new Date())
    await admitSimulator(tx, new Date())
  })
  const counts = async () => {
    const { rows } = await database.readAsSystem(tx =>
      sql<{ respondents: number; sessions: number; audited: number }>`
        select (select count(*)::int from respondent) as respondents, (select count(*)::int from login_session) as sessions,
          (select count(*)::int from audit_entry) as audited`.execute(tx),
    )
    return rows[0]
  }
  const stopping = new AbortController()
  const errors: unknown[] = []
  const playing = simulateRespondents({
    baseUrl: url,
    perMinute: 6_000,
    seed: 1,
    signal: stopping.signal,
    onError: error => errors.push(error),
  })
  await vi.waitFor(async () => expect((await counts())?.respondents).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 200,
  })
  stopping.abort()
  await playing
  const { sessions, audited } = (await counts()) ?? {}
  expect({ errors, sessions, audited }).toEqual({ errors: [], sessions: 0, audited: 0 })
}, 60_000)
