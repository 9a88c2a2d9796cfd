import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  DEMO_USERS,
  makeDemoAccounts,
  openDemoSignIns,
} from '@desk/platform/demo/demo-accounts'
import { planDemo } from '@desk/platform/demo/demo-plan'
import { writeStudies } from '@desk/platform/demo/demo-studies'
import { usePlatform, type Answer } from '@desk/platform/testing/platform'
import { beforeAll } from 'vitest'
import { makeQualification } from '../contract/stage.ts'
import { askedCall } from '../calls/calls.ts'
import { NOWHERE, type Ids } from '../calls/endpoint.ts'
import type { Operation } from '../contract/operations.ts'

function there<T>(made: T | undefined): T {
  if (made === undefined) throw new Error('The stage lacks the new objects.')
  return made
}

/** A platform with the demo's accounts and users, each signed in, and a study of Acme's and one of Beta's, for the tests of one file. */
export function useTenants() {
  const platform = usePlatform()
  /** By username. */
  const tokens = new Map<string, string>()
  /** By account. */
  const ids = new Map<number, Ids>()

  beforeAll(async () => {
    const studies = planDemo(7).filter(project => project.status === 'live')
    const one = [DEMO_ACCOUNTS.acme, DEMO_ACCOUNTS.beta].flatMap(
      account => studies.find(project => project.accountId === account) ?? [],
    )
    await platform().database.asSystem(async tx => {
      await makeDemoAccounts(tx)
      await openDemoSignIns(tx)
      for (const source of await writeStudies(tx, one, new Date())) {
        // the last one of an account: for Acme the user with the advanced view, who may see every column
        const user = DEMO_USERS.findLast(({ accountId }) => accountId === source.accountId)
        ids.set(source.accountId, {
          ...NOWHERE,
          account: source.accountId,
          project: source.projectId,
          survey: source.surveyId,
          source: source.sourceId,
          supplier: there(source.supplierIds[0]),
          user: there(user).userId,
          username: there(user).username,
          journal: `0193f0d0-0000-4000-8000-0000000000${source.accountId}`,
        })
      }
    })
    for (const { username } of DEMO_USERS) tokens.set(username, await platform().signIn(username, DEMO_PASSWORD))
    for (const [account, own] of ids) {
      const made = await platform().database.asSystem(tx => makeQualification(tx, account))
      const keys = await platform().database.asSystem(tx =>
        tx.client.query<{ id: number }>(
          "insert into hash_key (account_id, secret) values ($1, 'a key') returning hash_key_id as id",
          [account],
        ),
      )
      const apiKeys = await platform().database.asSystem(tx =>
        tx.client.query<{ id: number }>(
          `insert into api_key (account_id, user_id, name, handle, secret_hash, scopes, created_at, expires_at)
           values ($1, $2, 'A key', lpad(to_hex($1::int), 12, '0'), sha256('a key'), '{read_studies}', now(), now() + interval '1 day')
           returning api_key_id as id`,
          [account, own.user],
        ),
      )
      const webhooks = await platform().database.asSystem(tx =>
        tx.client.query<{ id: number }>(
          `insert into webhook (account_id, description, url, kinds, is_on, secret, secret_ends_with, created_at)
           values ($1, 'Ours', 'https://hooks.example/desk', '{status.changed}', false, '', 'abcd', now()) returning webhook_id as id`,
          [account],
        ),
      )
      const alertChannels = await platform().database.asSystem(tx =>
        tx.client.query<{ id: number }>(
          `insert into alert_channel (account_id, kind, name, url, url_hint, created_at)
           values ($1, 'slack', 'Ours', '', 'hooks.slack.com', now()) returning alert_channel_id as id`,
          [account],
        ),
      )
      const alertRules = await platform().database.readAsSystem(tx =>
        tx.client.query<{ id: number }>('select alert_rule_id as id from alert_rule where account_id = $1', [account]),
      )
      const { rows } = await platform().database.readAsSystem(tx =>
        tx.client.query<{ session: string }>('select session_id as session from login_session where user_id = $1', [
          own.user,
        ]),
      )
      ids.set(account, {
        ...own,
        ...made,
        hashKey: there(keys.rows[0]).id,
        apiKey: there(apiKeys.rows[0]).id,
        webhook: there(webhooks.rows[0]).id,
        alertRule: alertRules.rows[0]?.id ?? NOWHERE.alertRule,
        alertChannel: there(alertChannels.rows[0]).id,
        session: there(rows[0]).session,
      })
    }
  })

  /** Sends the call that names objects of `of`. */
  const send = (operation: Operation, of: Ids, token?: string): Promise<Answer> => {
    const { path, ...body } = askedCall(operation, of)
    return platform().call(operation.method, path, { ...body, ...(token === undefined ? {} : { token }) })
  }
  return { platform, tokens, ids, send }
}

/** An answer but for what no two answers share. */
export const withoutRequestId = ({ status, body }: Answer) => ({
  status,
  body: typeof body === 'object' && body !== null ? { ...body, request_id: undefined } : body,
})
