import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openEgress } from '#kernel/egress/egress'
import { Receiver } from '#kernel/egress/testing/receiver'
import { useDatabase } from '#testing/database/harness'
import { openAlerts, type AlertDesk } from '../alerts/testing/alert-desk.ts'
import { sweepLinkChecks } from './sweep-link-checks.ts'

const fresh = useDatabase()
const MINUTE_MS = 60_000
const NOON = Date.UTC(2026, 10, 20, 12)
const PUBLIC_URL = 'https://desk.example'
let survey: Receiver
const egress = openEgress({ networks: ['127.0.0.0/8'] })
beforeAll(async () => void (survey = await Receiver.start()))
afterAll(async () => {
  await egress.close()
  await survey.stop()
})

const surveyUrl = () => `http://127.0.0.1:${survey.port}/s?id=[%RDUD%]`

/** A live study whose survey is that of the receiver; those of earlier tests are left alone. */
async function opened(spec: Parameters<typeof openAlerts>[1] = {}) {
  const { database } = fresh()
  await database.asSystem(tx => tx.client.query('update survey set link_check = false'))
  survey.received.length = 0
  survey.answer = response => void response.writeHead(200).end('Welcome')
  const desk = await openAlerts(database, { surveyUrl: surveyUrl(), ...spec }, NOON)
  const { accountId, surveyId } = desk.study
  const admin = await desk.member({ roleId: 1 })
  const rows = (text: string, values: readonly unknown[] = []) =>
    database.asSystem(async tx => (await tx.client.query(text, [...values])).rows)
  await rows('update alert_rule set on_since = $1', [new Date(NOON - MINUTE_MS)])
  let passes = 0
  /** One pass, a quarter of an hour after the one before. */
  const sweep = () => {
    const at = NOON + (passes += 1) * 15 * MINUTE_MS
    return vi.waitFor(
      async () => {
        const checked = await sweepLinkChecks(
          { database, ledger: desk.ledger, egress, publicUrl: PUBLIC_URL, timeoutMs: 500 },
          () => at,
        )
        if (checked === null) throw new Error('Another process is sweeping.')
        return checked
      },
      { timeout: 20_000, interval: 5 },
    )
  }
  const stored = async () =>
    (
      await rows('select fault, failures from link_check where account_id = $1 and survey_id = $2', [
        accountId,
        surveyId,
      ])
    )[0]
  return { ...desk, admin, rows, sweep, stored }
}

const alertsOf = async (desk: AlertDesk & { readonly admin: number }) =>
  (await desk.bell(desk.admin)).alerts.map(({ kind, facts, ended_at }) => [kind, facts.fault, ended_at === null])

test('a test respondent enters a live survey and its page answers, every 15 minutes; it is in no figure (day.md §6)', async () => {
  const desk = await opened({ sources: [{ qualifications: [{ param: 'age', min: 18, max: 99 }] }] })
  expect(await desk.sweep()).toBe(1)
  expect(survey.received.length).toBe(1)
  expect(
    await sweepLinkChecks(
      { database: desk.database, ledger: desk.ledger, egress, publicUrl: PUBLIC_URL },
      () => NOON + 16 * MINUTE_MS,
    ),
  ).toBe(0)
  expect(await desk.rows('select is_test, rid from respondent where account_id = $1', [desk.study.accountId])).toEqual([
    { is_test: true, rid: expect.stringMatching(/^link-check-/) },
  ])
  const { entrants, inflight } = await desk.figures()
  expect([entrants, inflight, await desk.stored()]).toEqual([0, 0, { fault: null, failures: 0 }])
})

test('two failures in a row are an alert, which ends with the next success (day.md §6)', async () => {
  const desk = await opened()
  survey.answer = response => void response.writeHead(503).end()
  await desk.sweep()
  expect(await alertsOf(desk)).toEqual([])
  await desk.sweep()
  await desk.sweep()
  const fault = `127.0.0.1:${survey.port} answered 503.`
  expect(await alertsOf(desk)).toEqual([['link_check_failed', fault, true]])
  survey.answer = response => void response.writeHead(200).end()
  await desk.sweep()
  expect([await alertsOf(desk), await desk.stored()]).toEqual([
    [['link_check_failed', fault, false]],
    { fault: null, failures: 0 },
  ])
})

test.each([
  ['a page that does not answer', () => undefined, /: The answer was not complete within 0\.5 seconds\.$/],
  [
    'a page that redirects to itself',
    response => void response.writeHead(302, { location: '/loop' }).end(),
    /redirects in a loop\.$/,
  ],
  [
    'a page that redirects without end',
    (response, at) => void response.writeHead(302, { location: `/${at}` }).end(),
    /^The survey redirects more than 10 times\.$/,
  ],
  [
    'a page that redirects into the own network',
    response => void response.writeHead(302, { location: 'https://169.254.169.254/' }).end(),
    /^169\.254\.169\.254: Its address lies inside the desk’s own network/,
  ],
] satisfies readonly (readonly [string, Receiver['answer'], RegExp])[])(
  '%s is a failure (day.md §6)',
  async (_, answer, fault) => {
    const desk = await opened()
    survey.answer = answer
    await desk.sweep()
    expect(await desk.stored()).toEqual({ fault: expect.stringMatching(fault), failures: 1 })
  },
)

test('a redirect back to the desk is an answer, and is not followed (day.md §6)', async () => {
  const desk = await opened()
  survey.answer = response => void response.writeHead(302, { location: `${PUBLIC_URL}/return?inbound_code=4000` }).end()
  await desk.sweep()
  expect([survey.received.length, await desk.stored()]).toEqual([1, { fault: null, failures: 0 }])
})

test('a survey that is paused while it is tried keeps no result, and its alert ends (day.md §6)', async () => {
  const desk = await opened()
  survey.answer = response => void response.writeHead(503).end()
  await desk.sweep()
  await desk.sweep()
  const pause = desk.rows('update survey set status = 2 where survey_id = $1', [desk.study.surveyId])
  await pause
  await desk.sweep()
  expect([(await alertsOf(desk)).map(([kind, , isOpen]) => [kind, isOpen]), await desk.stored()]).toEqual([
    [['link_check_failed', false]],
    undefined,
  ])
})

test('a pause between the entry and the answer leaves the result out (day.md §6)', async () => {
  const desk = await opened()
  survey.answer = response => {
    void desk
      .rows('update survey set status = 2 where survey_id = $1', [desk.study.surveyId])
      .then(() => response.writeHead(503).end())
  }
  expect(await desk.sweep()).toBe(1)
  expect([survey.received.length, await desk.stored()]).toEqual([1, undefined])
})

test.each([
  ['a survey whose link check is off', 'update survey set link_check = false where survey_id = $1'],
  [
    'a host that asked not to be called',
    "update account set link_check_hosts_off = 'other.example 127.0.0.1' where account_id = (select account_id from survey where survey_id = $1)",
  ],
])('%s is not called (day.md §6)', async (_, change) => {
  const desk = await opened()
  await desk.rows(change, [desk.study.surveyId])
  await desk.sweep()
  expect(survey.received.length).toBe(0)
})

test('of several platforms one tries a survey (day.md §6)', async () => {
  const desk = await opened()
  const ports = { database: desk.database, ledger: desk.ledger, egress, publicUrl: PUBLIC_URL }
  const passes = await Promise.all(Array.from({ length: 3 }, () => sweepLinkChecks(ports, () => NOON + 15 * MINUTE_MS)))
  expect([passes.reduce<number>((sum, checked) => sum + (checked ?? 0), 0), survey.received.length]).toEqual([1, 1])
})
