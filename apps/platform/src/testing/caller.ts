import type { Caller } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import type { RoleId } from '@desk/schema/users/current-user'
import { Clock, Effect } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { refusalFor } from '#identity/accounts/access'
import { Database } from '#kernel/db/database'
import type { DeskDatabase } from '#kernel/db/desk-database'
import {
  callingWith,
  openTo,
  type AnyHandler,
  type GroupHandlers,
  type GroupName,
  type Handlers,
  type Sent,
  type SentTo,
} from '#kernel/http/contract-handlers'

export interface CallerOptions {
  readonly accountId: number
  readonly userId?: number
  readonly view?: 'internal' | 'external'
  readonly accountType?: 'DESK' | 'DEFENDER'
  readonly roleId?: RoleId
  readonly isStaff?: boolean
  readonly timeZoneCode?: number
}

/** A signed-in caller, for calling services without a session. */
export function callerOf(options: CallerOptions): Caller {
  const {
    accountId,
    userId = 1,
    view = 'internal',
    accountType = 'DESK',
    roleId = 1,
    isStaff = false,
    timeZoneCode = 15,
  } = options
  return {
    accountId,
    sessionId: '01980000-0000-7000-8000-000000000001',
    view,
    user: {
      uid: userId,
      firstname: 'Ada',
      lastname: 'Byron',
      username: 'ada@acme.example',
      role_id: roleId,
      is_consultant: false,
      is_adm_groups: false,
      pm_dsh_ud: accountId,
      pm_parent_dsh_ud: null,
      login_pm_parent_dsh_ud: roleId === 3 ? null : 1,
      user_time_zone: timeZoneCode,
      advanced_source_view_external: view === 'internal',
      advanced_stream_view: false,
      account_switch_enabled: false,
      is_password_updated: true,
      is_super_admin: roleId === 3,
      can_open_user_settings: true,
      dashboard_name: 'Acme',
      account_type: accountType,
      isRepdataUser: isStaff,
      internalUser: isStaff,
      streamViewType: view,
      settings: [
        {
          pm_dsh_ud: accountId,
          dashboard_name: 'Acme',
          is_default: true,
          user_time_zone: timeZoneCode,
          advanced_stream_view: false,
        },
      ],
    },
  }
}

/** The present time for handlers called by callOver. */
export const TEST_NOW = '2026-11-20T12:34:56.789Z'

function clockAt(at: string): Clock.Clock {
  const millis = Date.parse(at)
  const nanos = BigInt(millis) * 1_000_000n
  return {
    currentTimeMillisUnsafe: () => millis,
    currentTimeMillis: Effect.succeed(millis),
    currentTimeNanosUnsafe: () => nanos,
    currentTimeNanos: Effect.succeed(nanos),
    monotonicTimeNanosUnsafe: () => nanos,
    monotonicTimeNanos: Effect.succeed(nanos),
    sleep: () => Effect.void,
  }
}

/** The headers of a call that acts once under a key. */
export const keyed = (key: string | undefined) => (key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key })

type AnswerOf<H> = H extends (...args: never) => Effect.Effect<infer A, infer _E, infer _R>
  ? Exclude<A, HttpServerResponse.HttpServerResponse>
  : never

/**
 * Calls one endpoint over this database at that time, without a session: refused by the contract's `OpenTo`, else answered by its
 * handler.
 */
export async function callOver<Name extends GroupName, Key extends keyof Handlers<Name> & string>(
  database: DeskDatabase,
  { name, make }: Pick<GroupHandlers<Name, Database>, 'name' | 'make'>,
  key: Key,
  { caller, sent, at = TEST_NOW }: { readonly caller: Caller; readonly sent: SentTo<Name, Key>; readonly at?: string },
): Promise<AnswerOf<Handlers<Name>[Key]>> {
  const refusal = refusalFor(caller.user, openTo(name, key))
  if (refusal !== null) throw new Forbidden({ message: refusal })
  const calling = callingWith(caller, { address: '127.0.0.1', userAgent: null }, sent as Sent)
  const request = HttpServerRequest.fromWeb(new Request('http://desk.test/'))
  const answer = await Effect.runPromise(
    // the parameters are of this endpoint; for a name that is still open the compiler cannot see it
    Effect.flatMap(make, handlers => (handlers[key] as unknown as AnyHandler)(sent as Sent, calling)).pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request),
      Effect.provideService(Database, Database.over(database)),
      Effect.provideService(Clock.Clock, clockAt(at)),
    ),
  )
  const isPlain = HttpServerResponse.isHttpServerResponse(answer)
  return (isPlain ? await HttpServerResponse.toWeb(answer).json() : answer) as AnswerOf<Handlers<Name>[Key]>
}
