import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/demo-accounts'
import { useDemoPeople, type DemoPeople } from '#testing/demo-people'
import type { Answer, TestPlatform } from '#testing/platform'
import { tokenIn } from '#testing/settings'

/** The super admin at work in Acme's account. */
export const SUPER_IN_ACME = 'super in acme'
/** The admins’ own. */
export const confirmation = { present_password: DEMO_PASSWORD }
/** Of whom `member` makes. */
export const MEMBER_PASSWORD = 'Kettle-brass-9'

const ADMIN = 'admin@acme.example'

export interface Member {
  readonly uid: number
  readonly username: string
  readonly token: string
}

export interface AcmeUsers extends DemoPeople {
  readonly login: (username: string, password: string) => Promise<Answer>
  /** A user as the database has them. */
  readonly row: (userId: number) => Promise<Readonly<Record<string, unknown>>>
  /** The input for a new user of Acme, by another username each time. */
  readonly someone: () => {
    readonly firstname: string
    readonly lastname: string
    readonly username: string
    readonly role_id: number
    readonly is_consultant: boolean
    readonly user_time_zone: number
  }
  /** A new user of Acme who is signed in. */
  readonly member: (own?: Readonly<Record<string, unknown>>) => Promise<Member>
  /** Whether a token opens a session. */
  readonly isLive: (token: string) => Promise<boolean>
}

/** The users who manage Acme's, and what their tests ask. */
export function useAcmeUsers(platform: () => TestPlatform): AcmeUsers {
  const people = useDemoPeople(platform, [
    'super@desk.example',
    'staff@desk.example',
    ADMIN,
    'user@acme.example',
    'admin@beta.example',
    'admin@shield.example',
  ])
  beforeAll(async () => {
    const token = await platform().signIn('super@desk.example', DEMO_PASSWORD)
    const { body } = await platform().call('POST', '/v1/switch-account', {
      token,
      body: { pm_dsh_ud: DEMO_ACCOUNTS.acme },
    })
    people.tokens.set(SUPER_IN_ACME, body.AccessToken)
  })
  let made = 0
  const someone = () => ({
    firstname: 'Grace',
    lastname: 'Hopper',
    username: `grace-${++made}@acme.example`,
    role_id: 2,
    is_consultant: false,
    user_time_zone: 15,
  })
  return {
    ...people,
    someone,
    login: (username, password) => platform().call('POST', '/v1/login', { body: { username, password } }),
    row: userId =>
      platform().database.readAsSystem(
        async tx =>
          (await sql<Record<string, unknown>>`select * from app_user where user_id = ${userId}`.execute(tx)).rows[0] ??
          {},
      ),
    async member(own = {}) {
      const { username } = someone()
      const { body } = await people.as(ADMIN, 'POST', '/v1/users', { ...someone(), username, ...own })
      const [mail] = await platform().mailsTo(username, 1)
      await platform().call('POST', `/v1/reset-password/${tokenIn(mail!)}`, { body: { password: MEMBER_PASSWORD } })
      return { uid: body.data.uid, username, token: await platform().signIn(username, MEMBER_PASSWORD) }
    },
    isLive: async token => (await platform().call('GET', '/v1/user-login-details', { token })).status === 200,
  }
}
