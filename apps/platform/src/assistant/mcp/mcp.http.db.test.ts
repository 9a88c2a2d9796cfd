import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'
import { TOOLS } from '../toolkit/toolkit.ts'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId } = on.study
  await on.make.rollup(accountId, 'project', projectId, { entrants: 40, completes: 20, terms: 5, expenseCents: 5_000 })
})

const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

let made = 0
const keyWith = async (scopes: readonly string[]): Promise<string> => {
  const { status, body } = await on.advanced('POST', '/v1/api-keys', {
    name: `Key ${(made += 1)}`,
    scopes,
    expires_in_days: 1,
    confirmation: { present_password: TEST_PASSWORD },
  })
  if (status !== 200) throw new Error(`Making a key answered ${status}: ${JSON.stringify(body)}`)
  return body.secret
}

const connect = async (key: string): Promise<Client> => {
  const client = new Client({ name: 'a foreign program', version: '1.0.0' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/v1/mcp', platform().url), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  )
  open.push(client)
  return client
}

const post = (headers: Readonly<Record<string, string>>) =>
  fetch(`${platform().url}/v1/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })

describe('a program that speaks the Model Context Protocol (§7.31)', () => {
  test('lists every tool, and which of them only read', async () => {
    const { tools } = await (await connect(await keyWith(['read_studies']))).listTools()
    expect(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
    ).toEqual(TOOLS.map(({ name, isWrite }) => [name, !isWrite, false]))
  })

  test('asks for a time with its offset from UTC', async () => {
    const client = await connect(await keyWith(['read_figures', 'read_studies']))
    const since = async (from: string) => {
      const { structuredContent } = await client.callTool({
        name: 'read_figures',
        arguments: { scope: 'account', from },
      })
      return JSON.stringify(structuredContent).replaceAll(/"as_of":"[^"]+"/g, '')
    }
    const inUtc = await since('2026-10-31T23:00:00Z')
    expect(inUtc).toContain('figures')
    expect(await since('2026-11-01T00:00:00+01:00')).toEqual(inUtc)
  })

  test('calls a tool, and gets the figures that the key’s scopes open', async () => {
    const { projectId } = on.study
    const client = await connect(await keyWith(['read_figures', 'read_studies']))
    const call = {
      name: 'read_figures',
      arguments: { scope: 'project', id: projectId, figures: ['completes', 'entrants'] },
    }
    const answer = await client.callTool(call)
    expect(answer.structuredContent).toMatchObject({
      summary: '2 figures',
      link: `/projects/${projectId}`,
      parts: [
        { kind: 'figure', figure: { label: 'Completes', value: 20 } },
        { kind: 'figure', figure: { label: 'Entrants', value: 40 } },
      ],
    })
    const without = await (await connect(await keyWith(['reconcile']))).callTool(call)
    expect([without.isError, JSON.stringify(without.content)]).toEqual([
      true,
      expect.stringContaining('This key lacks the scope read_studies.'),
    ])
  })

  test('a key that only reads cannot propose; one that may write proposes, and nothing changes', async () => {
    const { surveyId } = on.study
    const call = { name: 'propose_status', arguments: { scope: 'survey', id: surveyId, statusid: 2 } }
    const statusOf = async () =>
      (
        await platform().database.asSystem(tx =>
          sql`select to_jsonb(survey) from survey where survey_id = ${surveyId}`.execute(tx),
        )
      ).rows
    const before = await statusOf()
    const refused = await (await connect(await keyWith(['read_studies']))).callTool(call)
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
      true,
      expect.stringContaining('This key lacks the scope write_studies.'),
    ])
    const proposed = await (await connect(await keyWith(['read_studies', 'write_studies']))).callTool(call)
    expect(proposed.structuredContent).toMatchObject({
      proposals: [{ kind: 'status', change: { scope: 'survey', id: surveyId, statusid: 2 } }],
    })
    expect(await statusOf()).toEqual(before)
  })

  test('what the screen would refuse is not proposed: a status that cannot follow, shares of a supplier that the source lacks (§7.31)', async () => {
    const { surveyId, sourceIds, supplierId } = on.study
    const client = await connect(await keyWith(['read_studies', 'write_studies']))
    const shares = [{ supplier_id: supplierId + 1_000, percent: 100 }]
    const outcomes = [
      await client.callTool({ name: 'propose_status', arguments: { scope: 'survey', id: surveyId, statusid: 3 } }),
      await client.callTool({ name: 'propose_allocation', arguments: { source_id: sourceIds[0], shares } }),
    ]
    expect(outcomes.map(({ isError, content }) => [isError, JSON.stringify(content)])).toEqual([
      [true, expect.stringContaining('From Live it cannot become Draft now.')],
      [true, expect.stringContaining('This source has no such supplier.')],
    ])
  })

  test('unknown arguments, unknown tools and objects of other accounts are refused in words', async () => {
    const client = await connect(await keyWith(['read_figures', 'read_studies']))
    const outcomes = await Promise.all(
      [
        { name: 'read_figures', arguments: { scope: 'project', id: 'x' } },
        { name: 'read_figures', arguments: { scope: 'project', id: 999_999 } },
        { name: 'drop_tables', arguments: {} },
      ].map(call =>
        client.callTool(call).then(
          ({ isError }) => isError === true,
          () => true,
        ),
      ),
    )
    expect(outcomes).toEqual([true, true, true])
  })

  test('no one comes in without a key, with a session’s token, or from a page elsewhere', async () => {
    const key = await keyWith(['read_studies'])
    const statuses = [
      await post({ Authorization: 'Bearer desk_nothing', 'X-Requested-With': 'XMLHttpRequest' }),
      await post({ 'X-Requested-With': 'XMLHttpRequest' }),
      await post({ Authorization: `Bearer ${key}`, Origin: 'https://elsewhere.example' }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 403])
  })

  test('whose transport is refused reads what to do (§7.31)', async () => {
    const key = await keyWith(['read_studies'])
    const ask = async (
      method: string,
      headers: Readonly<Record<string, string>>,
      body = method === 'POST' ? '{}' : null,
    ) => {
      const response = await fetch(`${platform().url}/v1/mcp`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers },
        body,
      })
      const { error } = (await response.json()) as { error: { message: string } }
      return [response.status, response.headers.get('allow'), error.message]
    }
    const json = { 'content-type': 'application/json' }
    const both = 'The Accept header must name both application/json and text/event-stream.'
    expect([
      await ask('POST', json),
      await ask('POST', { ...json, accept: 'application/json' }),
      await ask('GET', {}),
      await ask('OPTIONS', {}),
      await ask('POST', { ...json, origin: 'https://elsewhere.example' }),
      await ask('POST', { 'content-type': 'text/plain', accept: 'application/json, text/event-stream' }, ''),
    ]).toEqual([
      [406, null, both],
      [406, null, both],
      [405, 'POST, DELETE', 'This takes POST, and DELETE with an Mcp-Session-Id to end a session.'],
      [405, 'POST, DELETE', 'This takes POST, and DELETE with an Mcp-Session-Id to end a session.'],
      [403, null, 'A web page may not call this: send no Origin header.'],
      [415, null, 'The Content-Type header must be application/json.'],
    ])
  })

  test('a key opens nothing while its account is suspended, and opens the account of today again when it is resumed', async () => {
    const { accountId } = on.study
    const key = await keyWith(['read_studies'])
    const suspend = (isSuspended: boolean) =>
      platform().database.asSystem(tx =>
        sql`update account set suspended_at = ${isSuspended ? new Date() : null} where account_id = ${accountId}`.execute(
          tx,
        ),
      )
    onTestFinished(async () => void (await suspend(false)))
    await suspend(true)
    const refused = await post({ Authorization: `Bearer ${key}` })
    expect([refused.status, (await refused.json()).error.message]).toEqual([
      403,
      expect.stringMatching(
        /^The account “.+” is suspended\. Nothing in it is lost, and it opens again when it is resumed\.$/,
      ),
    ])
    await suspend(false)
    expect((await (await connect(key)).listTools()).tools).toHaveLength(TOOLS.length)
  })

  test('a beginning that does not say its length is refused before it is read: it may be of any length', async () => {
    const response = await fetch(`${platform().url}/v1/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await keyWith(['read_studies'])}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: new Blob(['{"jsonrpc":"2.0","id":1,"method":"tools/list"}']).stream(),
      duplex: 'half',
    } as RequestInit) // `duplex` is Node's own
    expect([response.status, (await response.json()).error.message]).toEqual([
      413,
      'A session begins with at most 32768 bytes.',
    ])
  })
})

describe('a key that calls too often (§7.31)', () => {
  const few = usePlatform({ keyCallsAMinute: 1 })

  test('waits, and the answer says how long', async () => {
    const { advanced } = await stage(few())
    const { body } = await advanced('POST', '/v1/api-keys', {
      name: 'Impatient',
      scopes: ['read_studies'],
      expires_in_days: 1,
      confirmation: { present_password: TEST_PASSWORD },
    })
    const ask = async () => {
      const response = await fetch(`${few().url}/v1/mcp`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${body.secret}` },
      })
      return [response.status, await response.text()]
    }
    await ask()
    expect(await ask()).toEqual([
      429,
      expect.stringMatching(/This API key may send 1 calls a minute. Please wait \d+ seconds\./),
    ])
  })
})
