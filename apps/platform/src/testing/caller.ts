import type { Caller } from '@desk/api/authorization'
import { Clock, Effect, type Layer } from 'effect'
import { Database } from '#kernel/db/database'
import type { DeskDatabase } from '#kernel/db/desk-database'

export interface CallerOptions {
  readonly accountId: number
  readonly userId?: number
  readonly view?: 'internal' | 'external'
  readonly accountType?: 'DESK' | 'DEFENDER'
  readonly roleId?: 1 | 2 | 3
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

/** The moment at which services called by runOver think they are. */
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

/** Runs what needs services over this database, at that moment, as a promise that rejects with the typed error. */
export function runOver<S, A, E>(
  database: DeskDatabase,
  services: Layer.Layer<S, never, Database>,
  effect: Effect.Effect<A, E, S>,
  at: string = TEST_NOW,
): Promise<A> {
  return Effect.runPromise(
    effect.pipe(
      Effect.provide(services),
      Effect.provideService(Database, Database.over(database)),
      Effect.provideService(Clock.Clock, clockAt(at)),
    ),
  )
}
