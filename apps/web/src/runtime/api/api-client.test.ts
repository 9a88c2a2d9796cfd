import { OpenTo } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Context, Schema } from 'effect'
import { HttpApi } from 'effect/http-api'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../config.ts'
import { decodeAnswer } from './answer-decoder.ts'
import { ANSWER_SCHEMAS } from './answer-schemas.ts'
import { createApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { GENERIC_FAILURE } from './api-error.ts'
import { ENDPOINTS } from './endpoint-table.ts'
import { STARTING_CALLS } from './first-calls.ts'
import { FIRST_ENDPOINTS } from './first-endpoint-table.ts'

interface Reflected {
  readonly key: string
  readonly line: readonly [string, string, string]
  readonly success: Schema.Top | undefined
}

function contract(): readonly Reflected[] {
  const found: Reflected[] = []
  HttpApi.reflect(DeskApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) =>
      void found.push({
        key: `${group.identifier}.${endpoint.identifier}`,
        line: [endpoint.method, endpoint.path, Context.get(endpoint.annotations, OpenTo)],
        success: [...endpoint.success][0],
      }),
  })
  return found.filter(({ key }) => key !== 'changes.read' && key !== 'watches.may')
}

const shapeOf = (schema: Schema.Top) => JSON.stringify(Schema.toJsonSchemaDocument(schema))

describe('the table of calls', () => {
  test('is the contract: every call of the browser with its method, its path and who may make it; after a change of it, run `pnpm exec tsx scripts/write-endpoint-table.ts`', () => {
    expect(ENDPOINTS).toEqual(Object.fromEntries(contract().map(({ key, line }) => [key, line])))
  })

  test('what every page starts with is a part of it: the calls of the first screens, and of signing in and out (B8)', () => {
    expect(FIRST_ENDPOINTS).toEqual(Object.fromEntries([...STARTING_CALLS].map(key => [key, ENDPOINTS[key]])))
  })

  test('every answer that is checked is checked against the schema that the contract has for it', () => {
    const ofContract = new Map(contract().map(({ key, success }) => [key, success]))
    const shapes = Object.entries(ANSWER_SCHEMAS).map(([key, schema]) => [key, shapeOf(schema)])
    expect(shapes).toEqual(Object.keys(ANSWER_SCHEMAS).map(key => [key, shapeOf(ofContract.get(key)!)]))
  })

  test('only answers of a line are not checked', () => {
    const unchecked = Object.keys(ENDPOINTS).filter(key => !(key in ANSWER_SCHEMAS))
    expect(unchecked).toEqual([
      'signIn.login',
      'signIn.giveSecondFactor',
      'signOn.finish',
      'session.logout',
      'session.updatePassword',
      'session.switchAccount',
      'passwordReset.request',
      'passwordReset.complete',
      'sessions.endOthers',
      'sessions.end',
      'secondFactor.disable',
      'apiKeys.revoke',
      'audit.export',
      'processingRecord.download',
      'accounts.logo',
      'accounts.setLogo',
      'accounts.requireSecondFactor',
      'accounts.setTimeZone',
      'supplierAccounts.unlink',
      'accountMembers.remove',
      'rateCards.export',
      'documents.download',
      'documents.remove',
      'documentFiles.read',
      'users.create',
      'users.update',
      'users.remove',
      'users.removeSecondFactor',
      'users.unbindSignOn',
      'userSessions.endAll',
      'userSessions.end',
      'surveys.liveSources',
      'defenderExport.file',
      'sourceTemplates.remove',
      'sourceTemplates.removeAllocation',
      'suppliers.remove',
      'qualifications.remove',
      'qualityQuestions.remove',
      'returnHashing.endKey',
      'alerts.export',
      'alertRules.remove',
      'alertMutes.remove',
      'alertChannels.remove',
      'webhooks.remove',
      'reconciliation.eventExport',
      'reconciliation.mainDownload',
      'statements.file',
      'statements.outcomes',
      'sellStatements.file',
      'supplierStatements.file',
      'supplierStatements.outcomesFile',
      'reports.file',
      'reportViews.remove',
      'reportSchedules.remove',
      'assistant.remove',
    ])
  })
})

function clientAnswering(answer: unknown) {
  const sent: Request[] = []
  const client = createApiClient({
    fetch: async (input, init) => {
      sent.push(new Request(new URL(input as string, 'https://desk.example'), init))
      return answer instanceof Response ? answer : Response.json(answer)
    },
    config: async () => DEFAULT_CONFIG,
    environment: () => 'other',
    token: () => ({ token: 'abc', generation: 1 }),
    renewToken: () => true,
    onUnauthorized: () => {},
    nowMs: () => 0,
    loadDecoder: async () => ({ decodeAnswer }),
    loadEndpoints: async () => ({ ENDPOINTS }),
  })
  return { client, sent }
}

describe('a typed call', () => {
  test('fills path, query, headers and body', async () => {
    const { client, sent } = clientAnswering([])
    await client.call('surveys.list', { query: { pm_proj_ud: 7, state: 1, limit: 50 } })
    await client.call('sources.table', { params: { id: 12 }, query: {} })
    await client.call('users.update', { params: { id: 3 }, payload: { uid: 3, password: '', user_time_zone: 15 } })
    expect(await Promise.all(sent.map(async request => [request.method, request.url, await request.text()]))).toEqual([
      ['GET', 'https://desk.example/v1/surveys?pm_proj_ud=7&state=1&limit=50', ''],
      ['GET', 'https://desk.example/v1/survey-stream-metrics/12', ''],
      ['PUT', 'https://desk.example/v1/users/3', '{"uid":3,"password":"","user_time_zone":15}'],
    ])
  })

  test('an answer with fields of a newer server is taken without them', async () => {
    const { client } = clientAnswering([{ pm_sup_ud: 1, name: 'Panel One', colour: 'red' }])
    expect(await client.call('lookups.projectSuppliers', { params: { id: 7 }, query: {} })).toEqual([
      { pm_sup_ud: 1, name: 'Panel One' },
    ])
  })

  const FILE = '\uFEFFrid,link\r\nann,https://desk.example/entry/9?rid=ann\r\n'
  type Client = ReturnType<typeof clientAnswering>['client']
  test.each([
    ['api:T33', (client: Client) => client.call('recontact.retrieve', { query: { stmid: 9, format: 'csv' } })],
    [
      'api:R2',
      (client: Client) =>
        client.call('reconciliation.report', {
          params: { project: 7 },
          query: { reconciliation_ud: 3, format: 'csv' },
        }),
    ],
  ] as const)('a file that is asked for is given as it came (%s)', async (_endpoint, ask) => {
    const { client } = clientAnswering(new Response(FILE, { headers: { 'content-type': 'text/csv; charset=utf-8' } }))
    expect(await ask(client)).toBe(FILE)
  })

  test('an answer that does not match the contract is a failure with the generic text (§8.2)', async () => {
    const { client } = clientAnswering([{ pm_sup_ud: 'one', name: 'Panel One' }])
    const failure: unknown = await client
      .call('lookups.projectSuppliers', { params: { id: 7 }, query: {} })
      .catch((thrown: unknown) => thrown)
    expect(failure instanceof ApiError && [failure.status, failure.reason, failure.message]).toEqual([
      0,
      'unexpected_answer',
      'Encountered an error. Please try again later.',
    ])
  })
})

describe('a call whose path comes later', () => {
  const later = (loadEndpoints: () => Promise<{ ENDPOINTS: typeof ENDPOINTS }>) => {
    const sent: Request[] = []
    let token = 'before'
    const client = createApiClient({
      fetch: async (input, init) => {
        sent.push(new Request(new URL(input as string, 'https://desk.example'), init))
        return Response.json([])
      },
      config: async () => DEFAULT_CONFIG,
      environment: () => 'other',
      token: () => ({ token, generation: 1 }),
      renewToken: () => true,
      onUnauthorized: () => {},
      nowMs: () => 0,
      loadDecoder: async () => ({ decodeAnswer: (_key, body) => body as never }), // not part of this test
      loadEndpoints,
    })
    return { client, sent, change: (to: string) => (token = to) }
  }

  test('is sent with the token of the moment in which it was made (law 4)', async () => {
    let arrive = () => {}
    const arrived = new Promise<void>(resolve => (arrive = resolve))
    const { client, sent, change } = later(() => arrived.then(() => ({ ENDPOINTS })))
    const answer = client.call('sessions.list', {})
    change('after')
    arrive()
    await answer
    expect(sent.map(({ url, headers }) => [new URL(url).pathname, headers.get('authorization')])).toEqual([
      ['/v1/sessions', 'Bearer before'],
    ])
  })

  test('fails as one that does not arrive, where the paths cannot be loaded', async () => {
    const { client, sent } = later(() => Promise.reject(new TypeError('gone')))
    await expect(client.call('sessions.list', {})).rejects.toMatchObject({ status: 0, message: GENERIC_FAILURE })
    expect(sent).toEqual([])
  })
})
