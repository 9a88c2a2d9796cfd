import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import type { Tx } from '@desk/platform/kernel/db/tx'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, makeDemoAccounts, openDemoSignIns } from '@desk/platform/demo/demo-accounts'
import { planDemo } from '@desk/platform/demo/demo-plan'
import { writeStudies } from '@desk/platform/demo/demo-studies'
import { appendBatch } from '@desk/platform/journals/append-batch'
import { insertSession } from '@desk/platform/identity/sessions/sessions.store'
import { hashToken, newToken } from '@desk/platform/identity/tokens/token'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { randomUUID } from 'node:crypto'
import { CALLERS, type TestCaller } from '../calls/callers.ts'
import { NOWHERE, type Ids } from '../calls/endpoint.ts'
import { ENTRY } from '../calls/journals.ts'

/** A journal of Acme's account. */
const JOURNAL_ID = '0193f0d0-0000-4000-8000-000000000001'
/** Staff at work in Acme's account: every call of the contract is open to it. */
export const STAFF: TestCaller = CALLERS.staff
/** A plain user of Acme. */
export const PLAIN_USER: TestCaller = CALLERS.user
const SESSION_MS = 12 * 60 * 60 * 1000

/** Makes the demo's accounts and one live study of Acme; gives what the base calls name. */
export async function setTheStage(database: DeskDatabase, caller: TestCaller = STAFF): Promise<Ids> {
  const study = planDemo(7).find(({ status, accountId }) => status === 'live' && accountId === DEMO_ACCOUNTS.acme)
  if (!study) throw new Error('The demo has a live study of Acme.')
  return database.asSystem(async tx => {
    await makeDemoAccounts(tx)
    for (const [roleId, { userId, username }] of [
      [ROLE_IDS.finance, CALLERS.finance],
      [ROLE_IDS.readOnly, CALLERS.readOnly],
    ] as const)
      await tx.client.query(
        `with made as (
           insert into app_user (user_id, home_account_id, username, firstname, lastname, role_id) values ($1, $2, $3, 'Olive', 'Ngata', $4))
         insert into user_account (account_id, user_id, is_default) values ($2, $1, true)`,
        [userId, DEMO_ACCOUNTS.acme, username, roleId],
      )
    await openDemoSignIns(tx)
    const [source] = (await writeStudies(tx, [study], new Date())).filter(({ plan }) => plan.status === 'live')
    const supplier = source?.supplierIds[0]
    if (!source || supplier === undefined) throw new Error('The study has a live source with a supplier.')
    const { projectId, surveyId, sourceId } = source
    await appendBatch(tx, {
      accountId: DEMO_ACCOUNTS.acme,
      userId: caller.userId,
      journalId: JOURNAL_ID,
      batch: { build: 'b1', entries: [{ ...ENTRY, seq: 2 }] },
      at: new Date(),
    })
    const own = await makeQualification(tx, DEMO_ACCOUNTS.acme)
    const webhook = await makeWebhook(tx, DEMO_ACCOUNTS.acme)
    await tx.client.query(
      `insert into sso_config (account_id, kind, issuer, client_id, is_on, only_by_it, makes_users, new_users_role)
       values ($1, 'oidc', 'https://login.acme.example', 'desk', false, false, false, 2)`,
      [DEMO_ACCOUNTS.acme],
    )
    return {
      ...NOWHERE,
      ...own,
      webhook,
      account: DEMO_ACCOUNTS.acme,
      journal: JOURNAL_ID,
      project: projectId,
      survey: surveyId,
      source: sourceId,
      supplier,
      user: caller.userId,
      username: caller.username,
      password: DEMO_PASSWORD,
    }
  })
}

/** Makes an endpoint that is on, to which nothing was delivered. */
async function makeWebhook(tx: Tx, accountId: number): Promise<number> {
  const { rows } = await tx.client.query<{ id: number }>(
    `insert into webhook (account_id, description, url, kinds, is_on, secret, secret_ends_with, created_at)
     values ($1, 'Ours', 'https://hooks.example/desk', '{status.changed}', true, '', 'abcd', now()) returning webhook_id as id`,
    [accountId],
  )
  return rows[0]?.id ?? 0
}

/** Makes a qualification with a text, and a quality question, of an account. */
export async function makeQualification(
  tx: Tx,
  accountId: number,
): Promise<Pick<Ids, 'qualification' | 'qualificationText' | 'qualityQuestion'>> {
  const { rows } = await tx.client.query<{ qualification: number; qualificationText: number; qualityQuestion: number }>(
    `with q as (
       insert into qualification (account_id, name, type_code, category_code, class_code, access_code, precode, universal_name)
       values ($1, 'Coffee drinker', 1, 9, 2, 1, 'drinks_coffee', 'COFFEE') returning qualification_id),
     t as (
       insert into qualification_text (account_id, qualification_id, language_id, country_id, name)
       select $1, q.qualification_id, 37, 840, 'Do you drink coffee?' from q returning text_id),
     y as (
       insert into quality_question (account_id, language_id, question, sort_order_nbr) values ($1, 37, 'Which of these is a colour?', 1) returning quality_question_id)
     select q.qualification_id as qualification, t.text_id as "qualificationText", y.quality_question_id as "qualityQuestion" from q, t, y`,
    [accountId],
  )
  const [made] = rows
  if (!made) throw new Error('The qualification was not stored.')
  return made
}

/** Begins a session of the caller in Acme's account; gives its token. */
export async function beginSession(
  database: DeskDatabase,
  { userId, homeAccountId }: TestCaller = STAFF,
): Promise<string> {
  const token = newToken()
  const tokenHash = hashToken(token)
  if (!tokenHash) throw new Error('A new token has the wrong form.')
  const now = new Date()
  await database.asSystem(tx =>
    insertSession(tx, {
      sessionId: randomUUID(),
      userId,
      accountId: DEMO_ACCOUNTS.acme,
      loginAccountId: homeAccountId,
      tokenHash,
      now,
      expiresAt: new Date(now.getTime() + SESSION_MS),
      userAgent: null,
      address: null,
      isRemembered: false,
    }),
  )
  return token
}

let addresses = 0

/**
 * The headers of a call of the web client, from an address of its own: the limit of failed sign-ins is not under test.
 */
export function clientHeaders(token: string): Record<string, string> {
  addresses += 1
  return {
    Authorization: `Bearer ${token}`,
    'X-Requested-With': 'XMLHttpRequest',
    'X-Forwarded-For': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
  }
}
