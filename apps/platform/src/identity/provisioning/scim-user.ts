import type { RoleId } from '@desk/schema/users/current-user'
import { partsOfName } from '@desk/schema/users/person-name'
import { Option, Schema } from 'effect'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** A user of the account, as directories see it; a type alias, which is JSON. */
export type DirectoryUser = {
  readonly userId: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly externalId: string | null
  readonly isActive: boolean
  readonly roleId: RoleId
  readonly hasPassword: boolean
  /** Created or taken over by the directory. */
  readonly isProvisioned: boolean
  /** The directory removed the user, who is stored and inactive. */
  readonly hasLeft: boolean
  readonly isStaff: boolean
  readonly homeAccountId: number
  readonly version: number
  readonly createdAt: string
}

/** A directory's decisions about a user; undefined: it says nothing of it. */
export interface WantedUser {
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly externalId: string | null
  readonly isActive: boolean
}

/** Some directories send booleans as text. */
const Bool = Schema.Union([Schema.Boolean, Schema.Literals(['true', 'false', 'True', 'False', 'TRUE', 'FALSE'])])
const text = Schema.optionalKey(Schema.NullOr(Schema.String.check(Schema.isMaxLength(1000))))

/** The parts of a user that are read of what a directory sends; it may send more. */
export const SentUser = Schema.Struct({
  userName: text,
  externalId: text,
  displayName: text,
  name: Schema.optionalKey(Schema.NullOr(Schema.Struct({ givenName: text, familyName: text, formatted: text }))),
  active: Schema.optionalKey(Schema.NullOr(Bool)),
})
export type SentUser = typeof SentUser.Type

const decode = Schema.decodeUnknownOption(SentUser)
/** @returns undefined: it is no user */
export const readUser = (body: unknown): SentUser | undefined => Option.getOrUndefined(decode(body))

export const asBoolean = (value: boolean | string): boolean =>
  typeof value === 'boolean' ? value : value.toLowerCase() === 'true'

/** The user that a directory describes whole; names that it leaves out follow from the others. */
export function wantedOf({ userName, externalId, displayName, name, active }: SentUser): WantedUser {
  const username = (userName ?? '').trim().toLowerCase()
  const local = username.split('@')[0] ?? username
  const whole = partsOfName(displayName ?? name?.formatted ?? '')
  return {
    username,
    firstname: name?.givenName?.trim() || whole.firstname || local,
    lastname: name?.familyName?.trim() || whole.lastname || local,
    externalId: externalId === undefined || externalId === null || externalId === '' ? null : externalId,
    isActive: active === undefined || active === null ? true : asBoolean(active),
  }
}

/** A user as a directory reads it. */
export function scimUser(user: DirectoryUser, base: string): Record<string, unknown> {
  const { userId, username, firstname, lastname, externalId, isActive, roleId, version, createdAt } = user
  const group = roleId === 1 ? { value: 'admin', display: 'Admin' } : { value: 'user', display: 'User' }
  return {
    schemas: [USER_SCHEMA],
    id: String(userId),
    ...(externalId === null ? {} : { externalId }),
    userName: username,
    name: { givenName: firstname, familyName: lastname, formatted: `${firstname} ${lastname}` },
    displayName: `${firstname} ${lastname}`,
    emails: [{ value: username, type: 'work', primary: true }],
    active: isActive,
    groups: [{ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' }],
    meta: {
      resourceType: 'User',
      created: createdAt,
      location: `${base}/Users/${userId}`,
      version: etagOf(version),
    },
  }
}

export const etagOf = (version: number): string => `W/"${version}"`
