import type { SignOnForm } from '@desk/schema/single-sign-on/sign-on'
import type { RoleId } from '@desk/schema/users/current-user'
import { sql } from 'kysely'
import { callbackUrl, signedOutUrl } from '../addresses.ts'
import type { Answer, TestPlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { DESK } from './browser.ts'
import { startProvider, type RunningProvider } from './provider.ts'

export const CONFIRMED = { confirmation: { present_password: TEST_PASSWORD } }

export interface PersonOptions {
  readonly username: string
  readonly roleId?: RoleId
  /** Was invited, and chose no password yet. */
  readonly isInvited?: boolean
}

/** An account whose admin sets up its single sign-on. */
export interface SignOnAccount {
  readonly accountId: number
  readonly admin: { readonly username: string; readonly token: string }
  readonly domain: string
  /** Calls as the admin. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>
  /** Stores these settings, confirmed; omitted ones stay as they are. */
  set(changes?: Partial<SignOnForm>): Promise<Answer>
  person(options: PersonOptions): Promise<number>
}

/** Makes accounts of one house, and a provider that knows them all. */
export async function signOnAccounts(
  platform: TestPlatform,
  domains: readonly string[],
): Promise<{
  readonly provider: RunningProvider
  readonly accounts: readonly SignOnAccount[]
  readonly houseId: number
}> {
  const make = new StudyMaker(platform.database)
  const houseId = await make.account({ name: 'House', isStaff: true })
  const ids = await Promise.all(
    domains.map(domain => make.account({ name: `Account of ${domain}`, parentAccountId: houseId })),
  )
  const provider = await startProvider({
    callbacks: ids.map(id => callbackUrl(DESK, id)),
    signedOut: [signedOutUrl(DESK)],
  })
  const accounts: SignOnAccount[] = []
  for (const [at, accountId] of ids.entries())
    accounts.push(await signOnAccount(platform, make, { accountId, domain: domains[at] ?? '', provider }))
  return { provider, accounts, houseId }
}

async function signOnAccount(
  platform: TestPlatform,
  make: StudyMaker,
  {
    accountId,
    domain,
    provider,
  }: { readonly accountId: number; readonly domain: string; readonly provider: RunningProvider },
): Promise<SignOnAccount> {
  const person: SignOnAccount['person'] = async ({ username, roleId = 2, isInvited = false }) => {
    const { userId } = await make.user({ accountId, roleId, firstname: 'Ada', lastname: 'Byron' })
    await platform.database.asSystem(tx =>
      sql`update app_user set username = ${username}, password_hash = case when ${isInvited} then null else password_hash end,
            password_updated = ${!isInvited} where user_id = ${userId}`.execute(tx),
    )
    return userId
  }
  const username = `admin@${domain}`
  await person({ username, roleId: 1 })
  const token = await platform.signIn(username, TEST_PASSWORD)
  const ask: SignOnAccount['ask'] = (method, path, body) =>
    platform.call(method, path, { token, ...(body === undefined ? {} : { body }) })
  return {
    accountId,
    admin: { username, token },
    domain,
    ask,
    person,
    async set(changes = {}) {
      const { sign_on: stored } = (await ask('GET', '/v1/single-sign-on')).body
      const {
        has_secret: _has,
        proved_at: _at,
        certified: _certified,
        ...form
      } = stored ?? {
        ...FIRST,
        issuer: provider.issuer,
        client_id: provider.clientId,
        domains: [domain],
        version: 0,
      }
      const answer = await ask('PUT', '/v1/single-sign-on', { ...form, ...changes, ...CONFIRMED })
      if (stored === null && answer.status === 200)
        await ask('POST', '/v1/single-sign-on/secret', { client_secret: provider.clientSecret, ...CONFIRMED })
      return answer
    },
  }
}

const FIRST = { kind: 'oidc', is_on: true, only: false, makes_users: false, new_users_role: 2 }
