import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import { Effect, Result } from 'effect'
import type { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import type { Calling } from '#kernel/http/requester'
import { findDirectoryUser, listDirectoryUsers, USER_ATTRIBUTES } from './directory-users.store.ts'
import { listOf, MOST_RESULTS } from './discovery.ts'
import { changeDirectoryUser, createDirectoryUser, reachOf, removeDirectoryUser } from './save-directory-user.ts'
import { badValue, ScimFault } from './scim-fault.ts'
import { readFilter } from './scim-filter.ts'
import { patched, readPatch } from './scim-patch.ts'
import type { ScimAnswer, ScimCall } from './scim-call.ts'
import { etagOf, readUser, scimUser, wantedOf, type DirectoryUser, type WantedUser } from './scim-user.ts'
import { picked } from './picked.ts'

const NO_USER = new ScimFault({ status: 404, detail: 'There is no such user.' })

/** The id of a user; undefined: it is none. */
function userIdOf(id: string): number | undefined {
  const userId = /^\d{1,10}$/.test(id) ? Number(id) : Number.NaN
  return userId >= 1 && userId <= GREATEST_ID ? userId : undefined
}

/** A whole number of a query, held within bounds (RFC 7644 §3.4.2.4); undefined: it is none. */
function boundedNumber(
  text: string | null,
  left: number,
  [least, most]: readonly [number, number],
): number | undefined {
  if (text === null || text === '') return left
  return /^-?\d{1,15}$/.test(text) ? Math.min(Math.max(Number(text), least), most) : undefined
}

const versionIn = (ifMatch: string | null): number | undefined => {
  const [, version] = /^(?:W\/)?"(\d{1,10})"$/.exec(ifMatch ?? '') ?? []
  return version === undefined ? undefined : Number(version)
}

/** The calls of a directory about users. */
export function userCalls(database: Database['Service']) {
  const answer = (status: number, user: DirectoryUser, { base, query }: ScimCall): ScimAnswer => ({
    status,
    body: picked(scimUser(user, base), query),
    headers: { etag: etagOf(user.version), location: `${base}/Users/${user.userId}` },
  })

  const list = Effect.fn('Scim.listUsers')(function* (caller: Calling, { query, base }: ScimCall) {
    const filter = query.get('filter')
    const terms = filter === null ? [] : yield* Effect.fromResult(readFilter(filter, USER_ATTRIBUTES))
    const startIndex = boundedNumber(query.get('startIndex'), 1, [1, GREATEST_ID])
    const limit = boundedNumber(query.get('count'), MOST_RESULTS, [0, MOST_RESULTS])
    if (startIndex === undefined || limit === undefined)
      return yield* badValue('startIndex and count are whole numbers.')
    const { total, users } = yield* database.readAsSystem(tx =>
      listDirectoryUsers(tx, reachOf(caller), terms, { limit, offset: startIndex - 1 }),
    )
    const resources = users.map(user => picked(scimUser(user, base), query))
    return { status: 200, body: listOf(resources, total, startIndex) }
  })

  const read = Effect.fn('Scim.readUser')(function* (caller: Calling, call: ScimCall, userId: number) {
    const user = yield* database.readAsSystem(tx => findDirectoryUser(tx, reachOf(caller), userId))
    return user ? answer(200, user, call) : yield* NO_USER
  })

  /** The user that the body describes whole. */
  const described = (body: unknown) => {
    const sent = readUser(body)
    return sent === undefined
      ? Effect.fail(badValue('The body is no user: userName, name, externalId are text, active is true or false.'))
      : sent.userName === undefined || sent.userName === null
        ? Effect.fail(badValue('userName is required.'))
        : Effect.succeed(wantedOf(sent))
  }

  const create = Effect.fn('Scim.createUser')(function* (caller: Calling, call: ScimCall) {
    const wanted = yield* described(call.body)
    const user = yield* actFor(
      database,
      caller,
      ['scim.user_create', wanted.username],
      (tx, actor) => createDirectoryUser(tx, actor, wanted),
      'system',
    )
    return answer(201, user, call)
  })

  const change = Effect.fn('Scim.changeUser')(function* (
    caller: Calling,
    call: ScimCall,
    userId: number,
    to: (before: DirectoryUser) => Promise<Result.Result<WantedUser, ScimFault>>,
  ) {
    let fault: ScimFault | undefined
    const version = versionIn(call.ifMatch)
    const user = yield* Effect.catchTag(
      actFor(
        database,
        caller,
        ['scim.user_change', userId],
        (tx, actor) =>
          changeDirectoryUser(tx, actor, userId, {
            to,
            version,
            onFault: found => {
              fault = found
            },
          }),
        'system',
      ),
      'Refused',
      refusal => Effect.fail(fault ?? refusal),
    )
    return answer(200, user, call)
  })

  const remove = Effect.fn('Scim.removeUser')(function* (caller: Calling, userId: number) {
    yield* actFor(
      database,
      caller,
      ['scim.user_remove', userId],
      (tx, actor) => removeDirectoryUser(tx, actor, userId),
      'system',
    )
    return { status: 204, body: null } satisfies ScimAnswer
  })

  return Effect.fn('Scim.users')(function* (caller: Calling, call: ScimCall) {
    const { method, id, body } = call
    if (id === null) {
      if (method === 'GET') return yield* list(caller, call)
      if (method === 'POST') return yield* create(caller, call)
      return yield* new ScimFault({ status: 405, detail: 'Users are listed and created here.' })
    }
    const userId = userIdOf(id)
    if (userId === undefined) return yield* NO_USER
    switch (method) {
      case 'GET':
        return yield* read(caller, call, userId)
      case 'PUT': {
        const wanted = yield* described(body)
        return yield* change(caller, call, userId, () => Promise.resolve(Result.succeed(wanted)))
      }
      case 'PATCH': {
        const operations = yield* Effect.fromResult(readPatch(body))
        return yield* change(caller, call, userId, before => patched(before, operations))
      }
      case 'DELETE':
        return yield* remove(caller, userId)
      default:
        return yield* new ScimFault({ status: 405, detail: 'This method is not supported for a user.' })
    }
  })
}
