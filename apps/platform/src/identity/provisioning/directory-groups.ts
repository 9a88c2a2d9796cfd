import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { ROLES } from '@desk/schema/users/user'
import { Option, Result, Schema } from 'effect'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { endOtherSessions, holdUser } from '../sessions/sessions.store.ts'
import * as store from './directory-users.store.ts'
import { judgeLoss, reachOf } from './save-directory-user.ts'
import { badValue, type ScimFault } from './scim-fault.ts'
import type { Operation } from './scim-patch.ts'
import type { DirectoryUser } from './scim-user.ts'

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
/** As many members of a group are listed. */
export const MOST_MEMBERS = 1_000

/** The groups of a directory are the roles that an account gives; no directory makes a super admin. */
export const GROUPS = [
  { id: 'admin', displayName: 'Admin', roleId: ROLE_IDS.admin },
  { id: 'user', displayName: 'User', roleId: ROLE_IDS.user },
  { id: 'finance', displayName: 'Finance', roleId: ROLE_IDS.finance },
  { id: 'read-only', displayName: 'Read only', roleId: ROLE_IDS.readOnly },
] as const
export type Group = (typeof GROUPS)[number]

export const findGroup = (id: string): Group | undefined => GROUPS.find(group => group.id === id)

/** A group as a directory reads it. @param members undefined: they are not asked for */
export function scimGroup(
  { id, displayName }: Group,
  members: readonly { readonly userId: number; readonly name: string }[] | undefined,
  base: string,
): Record<string, unknown> {
  return {
    schemas: [GROUP_SCHEMA],
    id,
    displayName,
    ...(members === undefined
      ? {}
      : {
          members: members.map(({ userId, name }) => ({
            value: String(userId),
            display: name,
            type: 'User',
            $ref: `${base}/Users/${userId}`,
          })),
        }),
    meta: { resourceType: 'Group', location: `${base}/Groups/${id}` },
  }
}

/** A call's change to the members of a group. */
export interface MemberChange {
  readonly added: readonly number[]
  readonly removed: readonly number[]
  /** Members that are not among the added ones are removed. */
  readonly replaces: boolean
}

const Members = Schema.Array(Schema.Struct({ value: Schema.String.check(Schema.isMaxLength(20)) })).check(
  Schema.isMaxLength(MOST_MEMBERS),
)
const decodeMembers = Schema.decodeUnknownOption(Schema.Union([Members, Members.value]))
const ONE_MEMBER = /^members\[value eq "(\d{1,10})"\]$/i
const Replaced = Schema.Struct({ members: Schema.optionalKey(Members) })
const decodeReplaced = Schema.decodeUnknownOption(Replaced)

const NO_MEMBERS = badValue(`members is a list of at most ${MOST_MEMBERS} users, each with the id as value.`)

function idsIn(value: unknown): readonly number[] | undefined {
  const members = Option.getOrUndefined(decodeMembers(value))
  if (members === undefined) return undefined
  const ids = ('value' in members ? [members] : members).map(member => Number(member.value))
  return ids.every(id => Number.isInteger(id) && id > 0 && id <= GREATEST_ID) ? ids : undefined
}

/** The members that a PUT asks for. */
export function membersPut(body: unknown): Result.Result<MemberChange, ScimFault> {
  const group = Option.getOrUndefined(decodeReplaced(body))
  const added = group && idsIn(group.members ?? [])
  return added ? Result.succeed({ added, removed: [], replaces: true }) : Result.fail(NO_MEMBERS)
}

/** The members after the operations of a PATCH, in their order; a name in them is accepted and not stored. */
export function membersPatched(operations: readonly Operation[]): Result.Result<MemberChange, ScimFault> {
  const added = new Set<number>()
  const removed = new Set<number>()
  let replaces = false
  for (const { op, path, value } of operations) {
    const one = ONE_MEMBER.exec(path ?? '')
    const target = one ? 'member' : (path ?? '').toLowerCase()
    if (target === 'displayname' || target === 'externalid') continue
    if (op === 'remove' && one) {
      added.delete(Number(one[1]))
      removed.add(Number(one[1]))
      continue
    }
    const given =
      target === '' && typeof value === 'object' && value !== null && 'members' in value ? value.members : value
    // such as a new displayName
    if (target === '' && given === value) continue
    if (target !== '' && target !== 'members') return Result.fail(badValue('A group has members alone.', 'invalidPath'))
    if (op === 'remove' && value === undefined) {
      added.clear()
      replaces = true
      continue
    }
    const ids = idsIn(given)
    if (ids === undefined) return Result.fail(NO_MEMBERS)
    if (op === 'replace') {
      added.clear()
      removed.clear()
      replaces = true
    } else if (op !== 'add' && op !== 'remove')
      return Result.fail(badValue('op is add, replace or remove.', 'invalidSyntax'))
    for (const id of ids) {
      const [to, from] = op === 'remove' ? [removed, added] : [added, removed]
      from.delete(id)
      to.add(id)
    }
  }
  return Result.succeed({ added: [...added], removed: [...removed], replaces })
}

/**
 * Gives a user a role, which ends the sessions that began with another one.
 * @param from the role that the user is to have now, else nothing changes; absent: any
 */
function giveRole(
  tx: Tx,
  actor: Actor,
  userId: number,
  roleId: Group['roleId'],
  from?: Group['roleId'],
): Promise<Outcome<null, null>> {
  return edit<DirectoryUser, number, null, null>(tx, actor, {
    scope: 'user',
    id: userId,
    async lock() {
      await holdUser(tx, userId)
      const user = await store.lockDirectoryUser(tx, reachOf(actor), userId)
      return user?.hasLeft === true ? undefined : user
    },
    async judge(before) {
      if (from !== undefined && before.roleId !== from) return { before: before.roleId, after: before.roleId }
      const loss =
        before.roleId === ROLE_IDS.admin && roleId !== ROLE_IDS.admin ? await judgeLoss(tx, actor, before) : undefined
      return loss ?? { before: before.roleId, after: roleId }
    },
    async write() {
      await store.updateRole(tx, userId, roleId, actor.at)
      await endOtherSessions(tx, userId, null, 'rights changed', actor.at)
    },
    changed: before => ({ before: { role_id: nameOf(before.roleId) }, after: { role_id: nameOf(roleId) } }),
    read: () => Promise.resolve(null),
  })
}

const nameOf = (roleId: number) => ROLES.find(({ pm_code }) => pm_code === roleId)?.pm_code_name ?? String(roleId)

/**
 * Changes the members of a group. An added member has its role; one removed from a group is a User, unless another group
 * gave another role in between. User is the role of members without another, and is left by joining another group alone. Nothing is stored when one of them is refused, or is
 * no user of the directory.
 */
export async function changeMembers(
  tx: Tx,
  actor: Actor,
  group: Group,
  { added, removed, replaces }: MemberChange,
): Promise<Outcome<null, null>> {
  await store.lockDirectory(tx, actor.accountId)
  const present =
    replaces && group.id !== 'user' ? await store.listOfRole(tx, reachOf(actor), group.roleId, MOST_MEMBERS) : []
  const leaving =
    group.id !== 'user' ? [...removed, ...present.map(({ userId }) => userId).filter(id => !added.includes(id))] : []
  // in one order, and admins first, so that there is always one
  for (const id of added.toSorted((one, other) => one - other)) {
    const outcome = await giveRole(tx, actor, id, group.roleId)
    if (outcome.kind !== 'done') return outcome
  }
  for (const id of [...new Set(leaving)].toSorted((one, other) => one - other)) {
    const outcome = await giveRole(tx, actor, id, ROLE_IDS.user, group.roleId)
    // one who is gone has left the group
    if (outcome.kind !== 'done' && outcome.kind !== 'missing') return outcome
  }
  return { kind: 'done', answer: null }
}
