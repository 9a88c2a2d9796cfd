import { Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import type { Refusal } from '#kernel/edits/outcome'
import type { Calling } from '#kernel/http/requester'
import {
  changeMembers,
  findGroup,
  GROUPS,
  membersPatched,
  membersPut,
  MOST_MEMBERS,
  scimGroup,
  type Group,
  type MemberChange,
} from './directory-groups.ts'
import { listOfRole } from './directory-users.store.ts'
import { listOf } from './discovery.ts'
import { picked, wants } from './picked.ts'
import { reachOf } from './save-directory-user.ts'
import { badValue, ScimFault } from './scim-fault.ts'
import { readFilter } from './scim-filter.ts'
import { readPatch } from './scim-patch.ts'
import type { ScimAnswer, ScimCall } from './scim-call.ts'

const ATTRIBUTES = { id: 'id', displayname: 'displayName' } as const
const FIXED = new ScimFault({
  status: 403,
  detail: 'The groups are the roles of an account: none is made, renamed or removed.',
})
const EXISTS = new ScimFault({ status: 409, scimType: 'uniqueness', detail: 'This group exists.' })
const NO_GROUP = new ScimFault({ status: 404, detail: 'There is no such group.' })

/** The calls of a directory about groups. */
export function groupCalls(database: Database['Service']) {
  const shown = Effect.fn('Scim.readGroup')(function* (caller: Calling, { query, base }: ScimCall, group: Group) {
    const members = wants(query, 'members')
      ? yield* database.readAsSystem(tx => listOfRole(tx, reachOf(caller), group.roleId, MOST_MEMBERS))
      : undefined
    return picked(scimGroup(group, members, base), query)
  })

  const list = Effect.fn('Scim.listGroups')(function* (caller: Calling, call: ScimCall) {
    const filter = call.query.get('filter')
    const terms = filter === null ? [] : yield* Effect.fromResult(readFilter(filter, ATTRIBUTES))
    const found = GROUPS.filter(group =>
      terms.every(({ attribute, value }) =>
        attribute === 'id' ? group.id === value : group.displayName.toLowerCase() === value.toLowerCase(),
      ),
    )
    const resources = yield* Effect.all(found.map(group => shown(caller, call, group)))
    return { status: 200, body: listOf(resources) }
  })

  const change = Effect.fn('Scim.changeGroup')(function* (
    caller: Calling,
    call: ScimCall,
    group: Group,
    members: MemberChange,
  ) {
    // a refusal undoes what went before it, as a fault does
    let refused: Exclude<Refusal<null>, { kind: 'faulty' }> | 'missing' | undefined
    yield* Effect.catchTag(
      actFor(
        database,
        caller,
        ['scim.group_change', group.id],
        async (tx, actor) => {
          const outcome = await changeMembers(tx, actor, group, members)
          if (outcome.kind === 'done' || outcome.kind === 'faulty') return outcome
          refused = outcome.kind === 'missing' ? 'missing' : outcome
          return { kind: 'faulty' as const, details: [] }
        },
        'system',
      ),
      'Refused',
      fault =>
        Effect.fail(
          refused === 'missing'
            ? badValue('One of the members is no user of this directory.')
            : refused
              ? new ScimFault({ status: refused.kind === 'refused' ? 409 : 403, detail: refused.message })
              : fault,
        ),
    )
    return { status: 200, body: yield* shown(caller, call, group) } satisfies ScimAnswer
  })

  return Effect.fn('Scim.groups')(function* (caller: Calling, call: ScimCall) {
    const { method, id, body } = call
    if (id === null) {
      if (method === 'GET') return yield* list(caller, call)
      if (method !== 'POST') return yield* new ScimFault({ status: 405, detail: 'Groups are listed here.' })
      const name =
        typeof body === 'object' && body !== null && 'displayName' in body ? String(body.displayName).toLowerCase() : ''
      return yield* GROUPS.some(({ displayName }) => displayName.toLowerCase() === name) ? EXISTS : FIXED
    }
    const group = findGroup(id)
    if (!group) return yield* NO_GROUP
    switch (method) {
      case 'GET':
        return { status: 200, body: yield* shown(caller, call, group) }
      case 'PUT':
        return yield* change(caller, call, group, yield* Effect.fromResult(membersPut(body)))
      case 'PATCH': {
        const operations = yield* Effect.fromResult(readPatch(body))
        return yield* change(caller, call, group, yield* Effect.fromResult(membersPatched(operations)))
      }
      default:
        return yield* FIXED
    }
  })
}
