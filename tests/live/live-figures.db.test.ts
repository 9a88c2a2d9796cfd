import type { Frame } from '@desk/schema/push/frames'
import { describe, expect, test } from 'vitest'
import { seededRandom, sourceRowsAgree } from './seeded.ts'
import { liveViewer, houseOfTests, withFrames } from './testing.ts'

const house = houseOfTests()

describe('a complete reaches the viewers', () => {
  test("in the survey's row and totals, the project's, and the completes by hour, within a moment (§3.17, §3.24)", async () => {
    const desk = house()
    const study = await desk.maker.study()
    const viewer = await liveViewer(desk, await desk.userOf({ accountId: study.accountId, advancedView: true }))
    const topics = [
      `survey:${study.surveyId}`,
      `project:${study.projectId}`,
      'projects',
      `hours:survey:${study.surveyId}`,
      `hours:project:${study.projectId}`,
    ]
    for (const topic of topics)
      expect(await viewer.watch(topic)).toEqual({
        ok: true,
        topic,
        epoch: expect.any(String) as string,
        position: 0,
        view: 'internal',
      })
    const [entered, returned] = await desk.respondent(study, 'r1', '1000')
    expect([entered?.status, returned?.status]).toEqual([302, 200])
    const completesOf = (topic: string) => {
      const frames = viewer.frames.filter(frame => frame.topic === topic)
      const last = (column: string, of: readonly Frame['totals'][]) =>
        of.findLast(cells => cells && column in cells)?.[column]
      const rows = frames.flatMap(frame => frame.rows.map(({ cells }) => cells))
      return {
        row: last('completes', rows),
        totals: last(
          'completes',
          frames.map(({ totals }) => totals),
        ),
        hour: last('Completes_Count_Live', rows),
      }
    }
    await expect
      .poll(() => topics.map(completesOf))
      .toEqual([
        { row: 1, totals: 1, hour: undefined },
        { row: 1, totals: 1, hour: undefined },
        { row: 1, totals: undefined, hour: undefined },
        { row: undefined, totals: undefined, hour: 1 },
        { row: undefined, totals: undefined, hour: 1 },
      ])
    expect(
      viewer.frames.every(({ commitAtMs }) => commitAtMs !== undefined && Math.abs(Date.now() - commitAtMs) < 60_000),
    ).toBe(true)
  })

  test('snapshot and frames end as the server has it, however respondents come and go (law 7)', async () => {
    const desk = house()
    const seed = Number(process.env['SEED'] ?? 20_261_120)
    const random = seededRandom(seed)
    const study = await desk.maker.study({ sources: [1, 1, 1] })
    const token = await desk.userOf({ accountId: study.accountId, advancedView: true })
    const viewer = await liveViewer(desk, token)
    const topic = `survey:${study.surveyId}`
    await viewer.watch(topic)
    const read = async () => (await desk.call('GET', `/v1/survey-stream-metrics/${study.surveyId}`, { token })).body
    const people = Array.from({ length: 60 }, (_, index) => {
      const code = ['1000', '2000', '4000', '1', '3000', undefined][Math.floor(random() * 6)]
      const sourceId = study.sourceIds[Math.floor(random() * study.sourceIds.length)] ?? 0
      return desk.respondent({ ...study, sourceIds: [sourceId] }, `walk-${index}`, code)
    })
    // read in the middle of it all, as browsers do that come or missed something
    const snapshots = []
    for (const some of [10, 25, 40, 50]) {
      await Promise.all(people.slice(0, some))
      snapshots.push(await read())
    }
    await Promise.all(people)
    const atTheEnd = await read()
    for (const snapshot of snapshots)
      await expect
        .poll(() => sourceRowsAgree(withFrames(snapshot, viewer.frames), atTheEnd), {
          timeout: 5_000,
          message: `seed ${seed}`,
        })
        .toEqual([])
    expect(viewer.frames.map(({ from }) => from)).toEqual(viewer.frames.map((_, index) => index))
    expect(atTheEnd.reduce((sum: number, row: { entrants: number }) => sum + row.entrants, 0)).toBe(60)
  })

  test('not in another account, which cannot even watch (S1)', async () => {
    const desk = house()
    const [study, other] = [
      await desk.maker.study(),
      await desk.maker.study({ accountId: await desk.maker.account({ name: 'Beta' }) }),
    ]
    const otherAccount = await liveViewer(desk, await desk.userOf({ accountId: other.accountId, advancedView: true }))
    const refused = await otherAccount.watch(`survey:${study.surveyId}`)
    const unknown = await otherAccount.watch('survey:2147483647')
    await otherAccount.watch('projects')
    await desk.respondent(study, 'r1', '1000')
    await desk.respondent(other, 'r1')
    await expect.poll(() => otherAccount.frames.length).toBeGreaterThan(0)
    expect([refused.ok, { ...refused, topic: '' }]).toEqual([false, { ...unknown, topic: '' }])
    expect(new Set(otherAccount.frames.flatMap(({ rows }) => rows.map(({ id }) => id)))).toEqual(
      new Set([String(other.projectId)]),
    )
  })

  test('in the plain external view without what it hides (§3.2)', async () => {
    const desk = house()
    // a client's account is below the provider's
    const study = await desk.maker.study({
      accountId: await desk.maker.account({ parentAccountId: await desk.maker.account({ name: 'Provider' }) }),
    })
    const viewer = await liveViewer(desk, await desk.userOf({ accountId: study.accountId, roleId: 2 }))
    const watched = await viewer.watch(`survey:${study.surveyId}`)
    await desk.respondent(study, 'r1', '1000')
    await expect
      .poll(() => viewer.frames.flatMap(({ rows }) => rows).some(({ cells }) => cells['completes'] === 1))
      .toBe(true)
    const columns = new Set(
      viewer.frames.flatMap(({ rows, totals }) => [
        ...rows.flatMap(({ cells }) => Object.keys(cells)),
        ...Object.keys(totals ?? {}),
      ]),
    )
    expect([
      watched.ok && watched.view,
      ['eqTerms', 'sqTerms', 'abandons', 'inflight', 'supplierCpi', 'expense', 'pricedCompletes', 'suppliers'].filter(
        column => columns.has(column),
      ),
    ]).toEqual(['external', []])
  })
})

test('pausing a source turns the next respondent away and shows with everyone who watches, as the command that asked for it (§4.2, api:P9)', async () => {
  const desk = house()
  const study = await desk.maker.study()
  const [asking, watching] = [
    await desk.userOf({ accountId: study.accountId }),
    await desk.userOf({ accountId: study.accountId, advancedView: true }),
  ]
  const viewers = [await liveViewer(desk, asking), await liveViewer(desk, watching)]
  for (const viewer of viewers) await viewer.watch(`survey:${study.surveyId}`)
  const [sourceId] = study.sourceIds
  const { body: options } = await desk.call('GET', `/v1/statuses/source/${sourceId}`, { token: asking })
  const change = {
    scope: 'source',
    id: sourceId,
    statusid: 2,
    version: options.status.version,
    note: 'Checking',
    command_id: 'command-1',
  }
  expect((await desk.call('PATCH', '/v1/survey-streams', { token: asking, body: change })).status).toBe(200)
  const [turnedAway] = await desk.respondent(study, 'late')
  await expect
    .poll(() =>
      viewers.map(({ frames }) =>
        frames.flatMap(({ statuses }) =>
          statuses.map(({ from, to, note, command_id }) => ({ from, to, note, command_id })),
        ),
      ),
    )
    .toEqual(Array.from({ length: 2 }, () => [{ from: 1, to: 2, note: 'Checking', command_id: 'command-1' }]))
  await expect
    .poll(() =>
      viewers.map(
        ({ frames }) =>
          frames.flatMap(({ rows }) => rows).findLast(({ cells }) => 'statusid' in cells)?.cells['statusid'],
      ),
    )
    .toEqual([2, 2])
  expect(turnedAway?.location ?? '').not.toMatch(/^https:\/\/survey\.example/)
})

test("pausing the project shows in the source table of its survey: the sources' effective status, and the event (§4.2)", async () => {
  const desk = house()
  const study = await desk.maker.study()
  const token = await desk.userOf({ accountId: study.accountId })
  const viewer = await liveViewer(desk, token)
  await viewer.watch(`survey:${study.surveyId}`)
  const { body: options } = await desk.call('GET', `/v1/statuses/project/${study.projectId}`, { token })
  await desk.call('PATCH', '/v1/survey-streams', {
    token,
    body: { scope: 'project', id: study.projectId, statusid: 2, version: options.status.version },
  })
  await expect
    .poll(() => viewer.frames.flatMap(({ statuses }) => statuses.map(({ scope, to }) => `${scope} ${to}`)))
    .toEqual(['project 2'])
  await expect
    .poll(() =>
      viewer.frames
        .flatMap(({ rows }) => rows.map(({ cells }) => [cells['statusid'], cells['effective_statusid']]))
        .at(-1),
    )
    .toEqual([1, 2])
})

test('signing out closes the sockets of that session and of no other (S2)', async () => {
  const desk = house()
  const study = await desk.maker.study()
  const [leaving, staying] = [
    await desk.userOf({ accountId: study.accountId }),
    await desk.userOf({ accountId: study.accountId }),
  ]
  const [gone, there] = [await liveViewer(desk, leaving), await liveViewer(desk, staying)]
  for (const viewer of [gone, there]) await viewer.watch(`survey:${study.surveyId}`)
  expect((await desk.call('POST', '/v1/logout', { token: leaving })).status).toBe(204)
  await expect.poll(() => [gone.socket.connected, gone.endings]).toEqual([false, ['session_ended']])
  await desk.respondent(study, 'r1')
  await expect.poll(() => there.frames.length).toBeGreaterThan(0)
  expect([there.socket.connected, there.endings, gone.frames]).toEqual([true, [], []])
})

test('/healthz covers all processes, and the contract is served', async () => {
  const desk = house()
  const [health, contract] = [await desk.call('GET', '/healthz'), await desk.call('GET', '/openapi.json')]
  expect([health, contract.status, contract.body.info.title]).toEqual([
    { status: 200, location: null, body: { platform: 'up', database: 'up', disk: 'ok', gateway: 'up' } },
    200,
    'Sample Desk API',
  ])
})
