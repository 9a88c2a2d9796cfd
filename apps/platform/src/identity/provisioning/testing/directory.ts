import type { KeyScope } from '@desk/schema/api-keys/key-scopes'
import { sql } from 'kysely'
import type { TestPlatform } from '#testing/platform'
import type { Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'

export interface ScimReply {
  readonly status: number
  // eslint-disable-next-line -- what the tests look into is what they assert
  readonly body: any
  readonly headers: Headers
}

/** An account with a directory that provisions it. */
export interface Directory {
  readonly accountId: number
  /** The admin who made the key. */
  readonly adminId: number
  readonly adminToken: string
  readonly key: string
  readonly keyId: number
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ScimReply>
}

/** Sends what a directory sends. */
export async function scimCall(
  { url }: TestPlatform,
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ScimReply> {
  const response = await fetch(`${url}/scim/v2${path}`, {
    method,
    headers: {
      accept: 'application/scim+json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}

/** Makes an account, its admin, and a key of theirs with these scopes. */
export async function makeDirectory(
  platform: TestPlatform,
  on: Stage,
  scopes: readonly KeyScope[] = ['provision'],
): Promise<Directory> {
  const accountId = await on.make.account()
  const { userId: adminId, username } = await on.make.user({
    accountId,
    roleId: 1,
    firstname: 'Ana',
    lastname: 'Silva',
  })
  const adminToken = await platform.signIn(username, TEST_PASSWORD)
  const { status, body } = await platform.call('POST', '/v1/api-keys', {
    token: adminToken,
    body: { name: 'Directory', scopes, expires_in_days: 30, confirmation: { present_password: TEST_PASSWORD } },
  })
  if (status !== 200) throw new Error(`Making a key answered ${status}: ${JSON.stringify(body)}`)
  return {
    accountId,
    adminId,
    adminToken,
    key: body.secret,
    keyId: body.api_key_id,
    call: (method, path, sent, headers) => scimCall(platform, body.secret, method, path, sent, headers),
  }
}

/** Okta's request for a new user. */
export const oktaUser = (userName: string, own: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  name: { givenName: 'Olga', familyName: 'Kta' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Olga Kta',
  locale: 'en-US',
  externalId: `okta-${userName}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...own,
})

/** Entra ID's request for a new user. */
export const entraUser = (userName: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `entra-${userName}`,
  userName,
  active: true,
  displayName: 'Enno Tra',
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Enno Tra', familyName: 'Tra', givenName: 'Enno' },
  roles: [],
  title: 'Researcher',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Field', manager: { value: '7' } },
})

/** The body of a PATCH. */
export const patch = (...operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})

export const columnsOf = (platform: TestPlatform, userId: number) =>
  platform.database.readAsSystem(
    async tx =>
      (await sql<Record<string, unknown>>`select * from app_user where user_id = ${userId}`.execute(tx)).rows[0] ?? {},
  )
