import { DEMO_ACCOUNTS, DEMO_USERS } from '@desk/platform/demo/demo-accounts'
import { appendBatch } from '@desk/platform/journals/append-batch'
import { TEST_FEED_TOKEN } from '@desk/platform/testing/platform'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpointOf } from '../calls/calls.ts'
import { NOWHERE } from '../calls/endpoint.ts'
import { ENTRY } from '../calls/journals.ts'
import { contractOperations } from '../contract/operations.ts'
import { useTenants, withoutRequestId } from './tenants.ts'

const { platform, tokens, ids, send } = useTenants()

const operations = contractOperations()
const ofKind = (...kinds: readonly string[]) =>
  operations.filter(operation => kinds.includes(endpointOf(operation).kind))

describe('without a token', () => {
  test.each(operations.filter(operation => endpointOf(operation).kind !== 'open'))(
    '$name answers 401',
    async operation => {
      const { status } = await send(operation, NOWHERE)
      expect(status).toBe(401)
    },
  )
})

describe('another account’s journal is answered like a missing one', () => {
  /** Who may look at journals at all, and in which accounts. */
  const LOOKERS: Readonly<Record<string, readonly number[]>> = {
    'super@desk.example': Object.values(DEMO_ACCOUNTS),
    'staff@desk.example': [DEMO_ACCOUNTS.staff, DEMO_ACCOUNTS.acme],
  }

  beforeAll(async () => {
    // Beta is not the staff admin's any more
    await platform().database.asSystem(tx =>
      sql`delete from user_account where user_id = 2 and account_id = ${DEMO_ACCOUNTS.beta}`.execute(tx),
    )
    for (const { account, user, journal } of ids.values()) {
      await platform().database.asAccount(account, tx =>
        appendBatch(tx, {
          accountId: account,
          userId: user,
          journalId: journal,
          batch: { build: 'b1', entries: [ENTRY] },
          at: new Date(),
        }),
      )
    }
  })

  for (const { username } of DEMO_USERS) {
    test.each(ofKind('support'))(`$name for ${username}`, async operation => {
      const token = tokens.get(username)
      const missing = withoutRequestId(await send(operation, NOWHERE, token))
      expect(missing.status).toBe(username in LOOKERS ? 404 : 403)
      for (const [account, own] of ids) {
        const answer = withoutRequestId(await send(operation, own, token))
        const mayLook = LOOKERS[username]?.includes(account) ?? false
        expect([account, mayLook ? answer.status : answer]).toEqual([account, mayLook ? 200 : missing])
      }
    })
  }
})

describe('lists contain nothing of another account', () => {
  test.each(ofKind('own'))('$name', async operation => {
    const acme = ids.get(DEMO_ACCOUNTS.acme)!
    const forBeta = JSON.stringify((await send(operation, acme, tokens.get('admin@beta.example'))).body)
    for (const secret of [
      'Streaming habits',
      'Acme Research',
      'Silva',
      `"pm_proj_ud":${acme.project}`,
      `"pm_sup_ud":${acme.supplier}`,
    ])
      expect(forBeta).not.toContain(secret)
  })
})

describe('the service token', () => {
  test.each(ofKind('service'))('$name refuses every user, the super admin too', async operation => {
    for (const token of tokens.values()) expect((await send(operation, NOWHERE, token)).status).toBe(401)
    expect((await send(operation, NOWHERE, TEST_FEED_TOKEN)).status).toBe(200)
  })
  test('opens nothing else', async () => {
    const acme = ids.get(DEMO_ACCOUNTS.acme)!
    const answers: [string, number][] = []
    for (const operation of ofKind('object', 'restricted', 'support', 'own', 'lookup', 'session'))
      answers.push([operation.name, (await send(operation, acme, TEST_FEED_TOKEN)).status])
    expect(answers).toEqual(answers.map(([name]) => [name, 401]))
  })
})

describe('no answer contains hidden columns (domain.md §4)', () => {
  test('the plain external view has no internal column, supply price or supplier name; the advanced one has them', async () => {
    const { survey, source } = ids.get(DEMO_ACCOUNTS.acme)!
    const seen = async (username: string) => {
      const read = async (method: string, path: string) =>
        (await platform().call(method, path, { token: tokens.get(username)! })).body as unknown
      return JSON.stringify([
        await read('GET', `/v1/survey-stream-metrics/${survey}`),
        await read('GET', `/v1/survey-streams/${source}`),
        await read('POST', `/v1/metrics/surveys/${survey}`),
      ])
    }
    const hidden = [
      'eqTerms',
      'sqTerms',
      'abandons',
      'inflight',
      'supplierCpi',
      'expense',
      'pricedCompletes',
      'supplier_cpi',
      'suppliers',
    ]
    const [plain, advanced] = [await seen('user@acme.example'), await seen('advanced@acme.example')]
    expect(hidden.filter(column => plain.includes(`"${column}"`))).toEqual([])
    expect(hidden.filter(column => !advanced.includes(`"${column}"`))).toEqual([])
  })
})
