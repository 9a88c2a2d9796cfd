import { INTERNAL_COLUMNS } from '@desk/platform/testing/internal-columns'
import { StudyMaker } from '@desk/platform/testing/study'
import { describe, expect, test } from 'vitest'
import { openViewer, type LiveViewer } from '../live/live-viewer.ts'
import { Crowd } from './stage/crowd.ts'
import { useDesk } from './stage/desk.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { signIn, signOut, watchedStudy, expectNoDrift } from './stage/study.ts'
import { until } from './stage/until.ts'

const AT_ONCE_MS = 1_000

const desk = useDesk()

const listen = (token: string): Promise<LiveViewer> => openViewer(desk().gatewayUrl, token, { reconnection: false })

const post = async (
  path: string,
  token: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${desk().gatewayUrl}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Requested-With': 'XMLHttpRequest',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('the sockets of a session that has ended are closed at once (S2, S6)', () => {
  const closed = (listeners: readonly LiveViewer[]): Promise<number> =>
    until('the sockets are closed', promised(AT_ONCE_MS), () => listeners.every(({ socket }) => !socket.connected))

  test('by signing out: in all its tabs, and in no other session’s', async () => {
    const study = await watchedStudy(desk().database, 1)
    const [leaving, staying] = [
      await signIn(desk().gatewayUrl, study.username),
      await signIn(desk().gatewayUrl, study.username),
    ]
    const tabs = [await listen(leaving), await listen(leaving), await listen(leaving)]
    const other = await listen(staying)
    for (const { watch } of [...tabs, other]) await watch(`survey:${study.surveyId}`)
    await signOut(desk().gatewayUrl, leaving)
    const afterMs = await closed(tabs)
    expect([tabs.map(({ endings }) => endings), other.socket.connected, other.endings]).toEqual([
      [['session_ended'], ['session_ended'], ['session_ended']],
      true,
      [],
    ])
    await expect(listen(leaving)).rejects.toThrow('unauthorized')
    process.stdout.write(`S6: closed ${afterMs} ms after the sign-out\n`)
  })

  test('by changing the password: in every other session of the user', async () => {
    const study = await watchedStudy(desk().database, 1)
    const [here, elsewhere] = [
      await signIn(desk().gatewayUrl, study.username),
      await signIn(desk().gatewayUrl, study.username),
    ]
    const listeners = [await listen(here), await listen(elsewhere)]
    const { status, body } = await post('/v1/update-password', here, {
      password: 'Desk-test-1',
      new_password: 'Better-pass-1',
    })
    await closed(listeners)
    const again = await listen(String(body['AccessToken']))
    expect([status, again.socket.connected]).toEqual([200, true])
  })

  test('by switching the account: those of the former one', async () => {
    const { database } = desk()
    const study = await watchedStudy(database, 1)
    const other = await new StudyMaker(database).account({ name: 'Another' })
    await database.asSystem(async tx => {
      await tx.client.query('insert into user_account (account_id, user_id) values ($1, $2)', [other, study.userId])
      await tx.client.query('update app_user set account_switch_enabled = true where user_id = $1', [study.userId])
    })
    const token = await signIn(desk().gatewayUrl, study.username)
    const listener = await listen(token)
    await listener.watch(`survey:${study.surveyId}`)
    const { body } = await post('/v1/switch-account', token, { pm_dsh_ud: other })
    expect(body['Status']).toBe(0)
    await closed([listener])
    const there = await listen(String(body['AccessToken']))
    expect(await there.watch(`survey:${study.surveyId}`)).toEqual(expect.objectContaining({ ok: false, status: 404 }))
  })
})

test(
  'S1, S6: a push contains only the columns of its viewer’s view, and nothing of another account',
  { timeout: 60_000 },
  async () => {
    const { database, gatewayUrl } = desk()
    const study = await watchedStudy(database, 2)
    const otherAccount = await watchedStudy(database, 1)
    const plain = await new StudyMaker(database).user({ accountId: study.accountId, roleId: 2 })
    const tokens = {
      internal: await signIn(gatewayUrl, study.username),
      external: await signIn(gatewayUrl, plain.username),
      otherAccount: await signIn(gatewayUrl, otherAccount.username),
    }
    const listeners = {
      internal: await listen(tokens.internal),
      external: await listen(tokens.external),
      otherAccount: await listen(tokens.otherAccount),
    }
    const topics = [
      `survey:${study.surveyId}`,
      `project:${study.projectId}`,
      'projects',
      `hours:survey:${study.surveyId}`,
      `hours:project:${study.projectId}`,
    ]
    const answers: Record<string, unknown[]> = {}
    for (const [who, { watch }] of Object.entries(listeners)) {
      answers[who] = []
      for (const topic of topics) {
        const answer = await watch(topic)
        answers[who].push(answer.ok ? answer.view : answer.status)
      }
    }
    expect(answers).toEqual({
      internal: topics.map(() => 'internal'),
      external: topics.map(() => 'external'),
      otherAccount: [404, 404, 'internal', 404, 404],
    })

    const crowd = new Crowd({ url: gatewayUrl, study, atOnce: 2, paceMs: 30 }).start()
    await crowd.acknowledgedMore(60)
    // a paused project turns all respondents away
    await crowd.leave()
    const patch = (statusid: number, version: number): Promise<Response> =>
      fetch(`${gatewayUrl}/v1/survey-streams`, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${tokens.internal}`,
          'X-Requested-With': 'XMLHttpRequest',
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ scope: 'project', id: study.projectId, statusid, version }),
      })
    await patch(2, 1)
    await patch(1, 2)
    const served = await readTable(gatewayUrl, tokens.external, study.surveyId)
    const shownTo = ({ frames }: LiveViewer): Set<string> =>
      new Set(
        frames.flatMap(({ rows, totals }) =>
          [...rows.map(({ cells }) => cells), ...(totals ? [totals] : [])].flatMap(cells => Object.keys(cells)),
        ),
      )
    // what moved in hidden columns alone is no news for this view
    const heard = (): Record<string, unknown> =>
      Object.assign(
        {},
        ...listeners.external.frames
          .filter(({ topic }) => topic === `survey:${study.surveyId}`)
          .map(({ totals }) => totals ?? {}),
      ) as Record<string, unknown>
    const { entrants, completes, terms } = served.totals
    await until(
      'the external view has come as far as the server',
      promised(5_000),
      () => heard()['entrants'] === entrants && heard()['completes'] === completes && heard()['terms'] === terms,
      heard,
    )
    // each topic's frames have their own turns
    const unheard = (): string[] =>
      topics.filter(topic => !listeners.external.frames.some(frame => frame.topic === topic))
    await until('every topic has a frame', promised(5_000), () => unheard().length === 0, unheard)

    expect({
      hiddenInExternal: INTERNAL_COLUMNS.filter(column => shownTo(listeners.external).has(column)),
      hiddenInExternalText: INTERNAL_COLUMNS.filter(column =>
        JSON.stringify(listeners.external.frames).includes(`"${column}"`),
      ),
      internalHas: ['inflight', 'expense', 'supplierCpi', 'suppliers'].every(column =>
        shownTo(listeners.internal).has(column),
      ),
      strangerHeard: listeners.otherAccount.frames,
    }).toEqual({ hiddenInExternal: [], hiddenInExternalText: [], internalHas: true, strangerHeard: [] })
    await expectNoDrift(database)
  },
)
