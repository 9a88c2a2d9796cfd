import { DEMO_ACCOUNTS, DEMO_USERS } from '@desk/platform/demo/demo-accounts'
import { appendBatch } from '@desk/platform/journals/append-batch'
import { TEST_FEED_TOKEN } from '@desk/platform/testing/platform'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENTRY, NOWHERE } from './endpoint-case.ts'
import { CASES, endpoints } from './endpoint-cases.ts'
import { useTenants, withoutRequestId } from './tenants.ts'

const { platform, tokens, ids, send } = useTenants()

test('every endpoint of the contract has a case here, and no case is left over', () => {
  expect(Object.keys(CASES).sort()).toEqual([...endpoints].sort())
})

describe('without a token', () => {
  test.each(endpoints.filter(endpoint => CASES[endpoint]?.kind !== 'public'))('%s answers 401', async endpoint => {
    const { status } = await send(endpoint, CASES[endpoint]!.call(NOWHERE), undefined)
    expect(status).toBe(401)
  })
})

describe('another account’s journal is answered like a missing one', () => {
  const support = endpoints.filter(endpoint => CASES[endpoint]?.kind === 'support')
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
    test.each(support)(`%s for ${username}`, async endpoint => {
      const { call } = CASES[endpoint]!
      const token = tokens.get(username)
      const missing = withoutRequestId(await send(endpoint, call(NOWHERE), token))
      expect(missing.status).toBe(username in LOOKERS ? 404 : 403)
      for (const [account, own] of ids) {
        const answer = withoutRequestId(await send(endpoint, call(own), token))
        const mayLook = LOOKERS[username]?.includes(account) ?? false
        expect([account, mayLook ? answer.status : answer]).toEqual([account, mayLook ? 200 : missing])
      }
    })
  }
})

describe('lists contain nothing of another account', () => {
  test.each(endpoints.filter(endpoint => CASES[endpoint]?.kind === 'own'))('%s', async endpoint => {
    const acme = ids.get(DEMO_ACCOUNTS.acme)!
    const { call } = CASES[endpoint]!
    const forBeta = JSON.stringify((await send(endpoint, call(acme), tokens.get('admin@beta.example'))).body)
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
  const services = endpoints.filter(endpoint => CASES[endpoint]?.kind === 'service')
  test.each(services)('%s refuses every user, the super admin too', async endpoint => {
    for (const token of tokens.values())
      expect((await send(endpoint, CASES[endpoint]!.call(NOWHERE), token)).status).toBe(401)
    expect((await send(endpoint, CASES[endpoint]!.call(NOWHERE), TEST_FEED_TOKEN)).status).toBe(200)
  })
  test('opens nothing else', async () => {
    for (const endpoint of endpoints.filter(name => !['service', 'public'].includes(CASES[name]!.kind))) {
      expect([
        endpoint,
        (await send(endpoint, CASES[endpoint]!.call(ids.get(DEMO_ACCOUNTS.acme)!), TEST_FEED_TOKEN)).status,
      ]).toEqual([endpoint, 401])
    }
  })
})

describe('a DEFENDER account', () => {
  test('does not open the desk’s projects (§6.11, domain.md §8)', async () => {
    expect((await send('GET /v1/projects', { path: '/v1/projects' }, tokens.get('admin@shield.example'))).status).toBe(
      403,
    )
  })
})

describe('no answer contains hidden columns (domain.md §4)', () => {
  test('the plain external view has no internal column, supply price or supplier name; the advanced one has them', async () => {
    const { survey, source } = ids.get(DEMO_ACCOUNTS.acme)!
    const seen = async (username: string) =>
      JSON.stringify([
        (await send('GET ', { path: `/v1/survey-stream-metrics/${survey}` }, tokens.get(username))).body,
        (await send('GET ', { path: `/v1/survey-streams/${source}` }, tokens.get(username))).body,
        (await send('POST ', { path: `/v1/metrics/surveys/${survey}` }, tokens.get(username))).body,
      ])
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
