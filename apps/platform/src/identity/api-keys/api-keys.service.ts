import type { Caller } from '@desk/api/authorization'
import { keyRefusal, type KeyAccess } from '@desk/api/key-access'
import { Forbidden, TooMany, Unauthorized } from '@desk/api/errors'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { Clock, Context, Effect, Layer } from 'effect'
import { KEY_CALLS_A_MINUTE } from '#kernel/config/defaults'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import { DatabaseUnavailable } from '#kernel/db/errors'
import { setHeaders } from '#kernel/http/set-headers'
import { currentUserOf, defenceOf } from '../sessions/current-user.ts'
import { userFactsOf } from '../sessions/user-facts.ts'
import { readLiveKey, touchKey, type LiveKeyRow } from './api-keys.store.ts'
import { keyLimits } from './key-limits.ts'
import { handleOf, isKeyOf } from './key-token.ts'

const TOUCH_AFTER_MS = 60_000

/** One answer for all: it does not say which keys exist. */
const INVALID = 'This API key opens nothing: it is wrong, was revoked, has expired, or its maker has left the account.'

/** A key is bound to its account: its maker's other accounts and rights over all of them stay with the maker. */
function boundTo(accountId: number, user: CurrentUser): CurrentUser {
  return {
    ...user,
    role_id: user.role_id === ROLE_IDS.superAdmin ? ROLE_IDS.admin : user.role_id,
    is_super_admin: false,
    account_switch_enabled: false,
    settings: user.settings.filter(({ pm_dsh_ud }) => pm_dsh_ud === accountId),
  }
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const { internalAccountId, keyCallsAMinute = KEY_CALLS_A_MINUTE } = yield* PlatformConfig
  const take = keyLimits(keyCallsAMinute)
  const invalid = new Unauthorized({ message: INVALID })

  const touch = Effect.fn('ApiKeys.touch')(function* (
    { keyId, accountId, lastUsedAt }: LiveKeyRow,
    address: string,
    at: Date,
  ) {
    if (lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < TOUCH_AFTER_MS) return
    // reading goes on while there is no space (F15)
    yield* Effect.catch(
      database.asAccount(accountId, tx => touchKey(tx, keyId, address, at)),
      error => (error instanceof DatabaseUnavailable && error.isDiskFull ? Effect.void : Effect.fail(error)),
    )
  })

  /** Gives the caller of a key, with what its maker may do in its account now, or refuses it. */
  const authenticate = Effect.fn('ApiKeys.authenticate')(function* (
    token: string,
    access: KeyAccess | 'undeclared',
    address: string,
  ) {
    const handle = handleOf(token)
    if (handle === null) return yield* invalid
    const at = new Date(yield* Clock.currentTimeMillis)
    const [[row]] = yield* query(() => database.core.readAtOnce([readLiveKey(handle, at)]))
    if (!row || !isKeyOf(token, row.secretHash)) return yield* invalid
    const { keyId, keyName, scopes, secretHash: _hash, lastUsedAt: _at, ...facts } = row
    const makerFacts = userFactsOf(facts)
    const maker = currentUserOf(makerFacts, internalAccountId)
    const accountId = row.accountId
    if (!maker.is_super_admin && !maker.settings.some(({ pm_dsh_ud }) => pm_dsh_ud === accountId)) return yield* invalid
    const { isOver, waitSeconds, headers } = yield* Effect.promise(() => take(keyId))
    yield* setHeaders(headers)
    if (isOver)
      return yield* new TooMany({
        message: `This API key may send ${keyCallsAMinute} calls a minute. Please wait ${waitSeconds} seconds.`,
        retry_after_seconds: waitSeconds,
      })
    yield* touch(row, address, at)
    const refusal = keyRefusal(scopes, access)
    if (refusal !== null) return yield* new Forbidden({ message: refusal })
    const user = boundTo(accountId, maker)
    return {
      user,
      accountId,
      sessionId: '',
      view: user.streamViewType,
      apiKey: { id: keyId, name: keyName, scopes },
      ...defenceOf(makerFacts),
    } satisfies Caller
  })

  return { authenticate }
})

/** The callers of API keys (docs/decisions/0043). */
export class ApiKeys extends Context.Service<ApiKeys, Effect.Success<typeof make>>()('@desk/platform/ApiKeys') {
  static readonly layer = Layer.effect(ApiKeys, make)
}
