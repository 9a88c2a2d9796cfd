import type { TokenAnswer } from '@desk/schema/push/frames'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { moved, sourceRow, statusEvent, surveyFigures } from '../testing/rows.ts'
import { json } from '../testing/stub-platform.ts'
import { connect, disconnected, openClient, refusalOf, startBoth, type TestClient } from '../testing/use-gateway.ts'
import { MAX_TOPICS_PER_SOCKET } from './viewer.ts'

const ACCOUNT = 7
const renew = ({ socket }: TestClient, token: string): Promise<TokenAnswer> =>
  new Promise(resolve => socket.emit('token', token, resolve))

describe('who may connect', () => {
  test('a client without a token, with a token of no session, or of another version is refused (S4)', async () => {
    const { gateway, platform } = await startBoth()
    platform.signIn('good')
    const refused = (status: number, message: string, name = message) => ({ message: name, data: { status, message } })
    expect(
      await Promise.all([
        refusalOf(gateway, undefined),
        refusalOf(gateway, 'bad'),
        refusalOf(gateway, 'with space'),
        refusalOf(gateway, 'good', { protocol: 0 }),
      ]),
    ).toEqual([
      refused(401, 'A token is needed to connect.', 'unauthorized'),
      refused(401, 'Your session has ended. Please sign in again.', 'unauthorized'),
      refused(401, 'A token is needed to connect.', 'unauthorized'),
      refused(426, 'The desk has been updated. Please reload the page.'),
    ])
  })

  test('while the platform is away a connection is refused with 503, not left waiting', async () => {
    const { gateway, platform } = await startBoth()
    await platform.stop()
    const message = 'The desk is away for the moment. Please try again.'
    expect(await refusalOf(gateway, 'good')).toEqual({ message, data: { status: 503, message } })
  })

  test('a page of another origin gets no connection (S5)', async () => {
    const { gateway } = await startBoth()
    const open = (origin: string) =>
      fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } }).then(answer => answer.status)
    expect([await open('https://evil.example'), await open(gateway.url)]).toEqual([403, 200])
  })

  test('a token is in no URL and in no log line (S4)', async () => {
    const lines: string[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    const { gateway, platform } = await startBoth({ log: pino({ level: 'trace' }, sink) })
    const canary = platform.signIn('canary-token-5ecret')
    const client = await connect(gateway, canary)
    await client.watch('survey:2001')
    await fetch(`${gateway.url}/v1/projects?find=canary-in-query`, { headers: { authorization: `Bearer ${canary}` } })
    await refusalOf(gateway, 'canary-token-5ecret-unknown')
    await platform.stop()
    await fetch(`${gateway.url}/v1/projects`, { headers: { authorization: `Bearer ${canary}` } })
    await client.watch('survey:2002')
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter(line => line.includes('canary'))).toEqual([])
    expect(platform.requests.filter(({ path }) => path.includes('5ecret'))).toEqual([])
  })
})

describe('watching', () => {
  test("the platform is asked with the viewer's token, and says where to listen", async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('external', { view: 'external' }))
    const answer = await client.watch('project:1001')
    expect(answer).toEqual({
      ok: true,
      topic: 'project:1001',
      epoch: expect.any(String) as string,
      position: 0,
      view: 'external',
    })
    expect(
      platform.requests
        .filter(({ path }) => path === '/v1/watches?topic=project%3A1001')
        .map(({ headers }) => headers.authorization),
    ).toEqual(['Bearer external'])
  })

  test('a watch that the platform refuses gets its status, and no frames', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    platform.refused.set('survey:2001', 404).set('survey:2002', 403).set('survey:2003', 401)
    const answers = await Promise.all(
      ['survey:2001', 'survey:2002', 'survey:2003', 'survey:x', 'everything'].map(topic => client.watch(topic)),
    )
    platform.commit(moved(2))
    await client.watch('survey:2004')
    platform.commit(moved(3, { pm_sy_ud: 2004 }))
    await expect.poll(() => client.frames.length).toBe(1)
    const no = (topic: string, status: number, message = `Refused with ${status}.`) => ({
      ok: false,
      topic,
      status,
      message,
    })
    expect(answers).toEqual([
      no('survey:2001', 404),
      no('survey:2002', 403),
      no('survey:2003', 401),
      no('survey:x', 400, 'There is no such topic.'),
      no('everything', 400, 'There is no such topic.'),
    ])
    expect(client.frames.map(({ topic }) => topic)).toEqual(['survey:2004'])
  })

  test('a viewer who has lost the right to a topic gets no more of it after asking again', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    await client.watch('survey:2001')
    platform.refused.set('survey:2001', 404)
    expect(await client.watch('survey:2001')).toEqual({
      ok: false,
      topic: 'survey:2001',
      status: 404,
      message: 'Refused with 404.',
    })
    await client.watch('survey:2002')
    platform.commit({ sources: [...moved(2).sources, ...moved(2, { pm_sy_ud: 2002 }).sources] })
    await expect.poll(() => client.frames.map(({ topic }) => topic)).toEqual(['survey:2002'])
  })

  test('a change reaches every watcher of its account in its own view, and no one else (§3.2, S1)', async () => {
    const { gateway, platform } = await startBoth({}, { projectOf: { 2001: 1001 } })
    const [internal, second, external, otherAccount] = await Promise.all([
      connect(gateway, platform.signIn('internal')),
      connect(gateway, platform.signIn('second')),
      connect(gateway, platform.signIn('external', { view: 'external' })),
      connect(gateway, platform.signIn('otherAccount', { accountId: 8 })),
    ])
    await Promise.all([internal, second, external, otherAccount].map(client => client.watch('survey:2001')))
    const event = statusEvent({ scope: 'project', id: 1001, pm_sy_ud: null })
    platform.commit({
      ...moved(2),
      surveys: [{ pm_dsh_ud: ACCOUNT, row: surveyFigures() }],
      statuses: [{ pm_dsh_ud: ACCOUNT, event }],
    })
    await expect.poll(() => [internal, second, external].map(({ frames }) => frames.length)).toEqual([1, 1, 1])
    const frame = (cells: object, totals: object) => [
      expect.objectContaining({
        topic: 'survey:2001',
        from: 0,
        to: 1,
        rows: [{ id: '3001', cells }],
        totals,
        statuses: [event],
      }) as unknown,
    ]
    const without = (row: object, ...hidden: string[]) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.includes(column)))
    const hidden = [
      'eqTerms',
      'sqTerms',
      'abandons',
      'inflight',
      'supplierCpi',
      'expense',
      'pricedCompletes',
      'suppliers',
    ]
    const row = sourceRow({ figures_version: 2, entrants: 12 })
    expect([internal.frames, second.frames, external.frames, otherAccount.frames]).toEqual([
      frame(row, surveyFigures()),
      frame(row, surveyFigures()),
      frame(without(row, ...hidden), without(surveyFigures(), ...hidden)),
      [],
    ])
  })

  test('a survey whose project cannot be read is not watched for now, rather than without the project’s statuses', async () => {
    const { gateway, platform } = await startBoth({}, { projectOf: { 2001: 1001 } })
    platform.routes.set('GET /v1/surveys/2001', (_request, response) =>
      json(response, 503, { message: 'The database is away for the moment.' }),
    )
    const client = await connect(gateway, platform.signIn('ada'))
    const refused = await client.watch('survey:2001')
    platform.routes.delete('GET /v1/surveys/2001')
    const watched = await client.watch('survey:2001')
    platform.commit({
      statuses: [{ pm_dsh_ud: ACCOUNT, event: statusEvent({ scope: 'project', id: 1001, pm_sy_ud: null }) }],
    })
    await expect
      .poll(() => client.frames.map(({ statuses }) => statuses.map(({ scope }) => scope)))
      .toEqual([['project']])
    expect([refused, watched.ok]).toEqual([
      { ok: false, topic: 'survey:2001', status: 503, message: 'The desk is away for the moment. Please try again.' },
      true,
    ])
  })

  test('the same question from many tabs at once reaches the platform once', async () => {
    const { gateway, platform } = await startBoth()
    const token = platform.signIn('ada')
    const tabs = await Promise.all(Array.from({ length: 10 }, () => connect(gateway, token)))
    const asked = (): number =>
      platform.requests.filter(({ path }) => path === '/v1/watches?topic=survey%3A2001').length
    await Promise.all(tabs.map(tab => tab.watch('survey:2001')))
    const atOnce = asked()
    await tabs[0]!.watch('survey:2001')
    expect([atOnce < 10, asked() - atOnce]).toEqual([true, 1])
  })

  test('an unwatched topic sends nothing more', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    await client.watch('survey:2001')
    client.socket.emit('unwatch', 'survey:2001')
    await client.watch('survey:2002')
    platform.commit({ sources: [...moved(2).sources, ...moved(2, { pm_sy_ud: 2002 }).sources] })
    await expect.poll(() => client.frames.map(({ topic }) => topic)).toEqual(['survey:2002'])
  })

  test('one socket has limits for its topics and its requests', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    const answers = await Promise.all(
      Array.from({ length: MAX_TOPICS_PER_SOCKET + 20 }, (_, index) => client.watch(`survey:${index + 1}`)),
    )
    const told = answers.flatMap(answer => (answer.ok ? [] : [answer.message]))
    expect({ watched: answers.filter(({ ok }) => ok).length, told: [...new Set(told)] }).toEqual({
      watched: MAX_TOPICS_PER_SOCKET,
      told: [
        `At most ${MAX_TOPICS_PER_SOCKET} topics can be watched at once.`,
        'Too many requests to watch. Please wait a moment.',
      ],
    })
  })

  test('a client that sends without end is cut off', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    for (let sent = 0; sent < 1_000; sent++) client.socket.emit('unwatch', 'survey:1')
    await disconnected(client)
  })
})

describe('sessions', () => {
  test('a session’s end is sent to its sockets and closes them, not those of another session (S2)', async () => {
    const { gateway, platform } = await startBoth()
    const [one, twin, other] = await Promise.all([
      connect(gateway, platform.signIn('one', { sessionId: 'shared' })),
      connect(gateway, platform.signIn('twin', { sessionId: 'shared' })),
      connect(gateway, platform.signIn('other')),
    ])
    await Promise.all([one, twin, other].map(client => client.watch('survey:2001')))
    platform.commit({ ended_sessions: ['shared'], ...moved(2) })
    await Promise.all([disconnected(one), disconnected(twin)])
    await expect.poll(() => other.frames.length).toBe(1)
    expect([one, twin, other].map(({ endings, frames, socket }) => [endings, frames.length, socket.connected])).toEqual(
      [
        [['session_ended'], 0, false],
        [['session_ended'], 0, false],
        [[], 1, true],
      ],
    )
  })

  test('when an account begins to require a second factor, users without one get no more and cannot connect; others, and other accounts, stay (S1)', async () => {
    const { gateway, platform } = await startBoth()
    const [without, having, elsewhere] = await Promise.all([
      connect(gateway, platform.signIn('without')),
      connect(gateway, platform.signIn('having')),
      connect(gateway, platform.signIn('elsewhere', { accountId: 8 })),
    ])
    await Promise.all([without, having, elsewhere].map(client => client.watch('survey:2001')))
    const asked = platform.requests.length
    platform.pending.add('without')
    platform.commit({ doubted_accounts: [ACCOUNT] })
    await disconnected(without)
    platform.commit(moved(2))
    await expect.poll(() => having.frames.length).toBe(1)
    expect(
      [without, having, elsewhere].map(({ endings, frames, socket }) => [endings, frames.length, socket.connected]),
    ).toEqual([
      [['session_ended'], 0, false],
      [[], 1, true],
      [[], 0, true],
    ])
    expect(
      new Set(
        platform.requests
          .slice(asked)
          .filter(({ path }) => path.startsWith('/v1/watches'))
          .map(({ headers }) => headers.authorization),
      ),
    ).toEqual(new Set(['Bearer having', 'Bearer without']))
    expect((await refusalOf(gateway, 'without')).data).toEqual({
      status: 403,
      message: 'Set up a second factor first.',
    })
  })

  test('when the rules of an account change, its pages are asked to check their session, others are not (§6.10)', async () => {
    const { gateway, platform } = await startBoth()
    const [one, elsewhere] = await Promise.all([
      connect(gateway, platform.signIn('one')),
      connect(gateway, platform.signIn('elsewhere', { accountId: 8 })),
    ])
    platform.commit({ doubted_accounts: [ACCOUNT] })
    await expect.poll(() => one.doubts()).toBe(1)
    expect([one.socket.connected, one.endings, elsewhere.doubts()]).toEqual([true, [], 0])
  })

  test('a viewer who cannot be checked while that is in doubt has to reconnect (S1)', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    await client.watch('survey:2001')
    platform.routes.set('GET /v1/watches', (_request, response) => json(response, 503, { message: 'Not now.' }))
    platform.commit({ doubted_accounts: [ACCOUNT] })
    await disconnected(client)
    platform.commit(moved(2))
    expect([client.endings, client.frames, (await refusalOf(gateway, 'ada')).data]).toEqual([
      [],
      [],
      { status: 503, message: 'Not now.' },
    ])
  })

  test('a permission overtaken by the session’s end opens nothing (S2)', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('ada'))
    platform.commit({ ended_sessions: ['session-of-ada'] })
    await disconnected(client)
    expect((await refusalOf(gateway, 'ada')).data).toEqual({
      status: 401,
      message: 'Your session has ended. Please sign in again.',
    })
  })

  test('a renewed token is used from then on; a token of no session is not accepted', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('old', { sessionId: 'same' }))
    await client.watch('survey:2001')
    const taken = await renew(client, platform.signIn('new', { sessionId: 'same' }))
    platform.viewers.delete('old')
    const again = await client.watch('survey:2002')
    expect([taken, again.ok, await renew(client, 'stolen')]).toEqual([
      { ok: true },
      true,
      { ok: false, status: 401, message: 'Your session has ended. Please sign in again.' },
    ])
    platform.commit(moved(2))
    await expect.poll(() => client.frames.length).toBe(1)
  })

  test('a token of another account closes the watches of the former one', async () => {
    const { gateway, platform } = await startBoth()
    const client = await connect(gateway, platform.signIn('here'))
    await client.watch('survey:2001')
    await renew(client, platform.signIn('there', { accountId: 8 }))
    await client.watch('survey:2002')
    platform.commit({ sources: [...moved(2).sources, { ...moved(2, { pm_sy_ud: 2002 }).sources[0]!, pm_dsh_ud: 8 }] })
    await expect.poll(() => client.frames.map(({ topic }) => topic)).toEqual(['survey:2002'])
  })
})

test('connections of one address have a limit', async () => {
  const { gateway, platform } = await startBoth({ maxConnectionsPerAddress: 1 })
  const token = platform.signIn('ada')
  const first = await connect(gateway, token)
  const second = openClient(gateway, token)
  const refused = await new Promise<string>(resolve =>
    second.socket.once('connect_error', ({ message }) => resolve(message)),
  )
  first.socket.disconnect()
  await expect.poll(() => second.socket.connected).toBe(true)
  expect(refused).toBe('websocket error')
})
