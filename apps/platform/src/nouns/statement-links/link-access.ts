import { Forbidden, TooMany, Unauthorized } from '@desk/api/errors'
import { suspensionRefusal } from '@desk/schema/accounts/suspension'
import { Clock, Effect } from 'effect'
import { keyLimits } from '#identity/api-keys/key-limits'
import { hashToken } from '#identity/tokens/token'
import { tooManyTries } from '#identity/try-limits/too-many'
import { keyOf, tryLimit } from '#identity/try-limits/try-limit'
import { query, type Database } from '#kernel/db/database'
import { DatabaseUnavailable } from '#kernel/db/errors'
import type { Requester } from '#kernel/http/requester'
import { orNotFound } from '#kernel/http/or-not-found'
import { findByToken, touchLink, type OpenedLink } from './statement-links.store.ts'

const BEARER = /^Bearer (\S+)$/i
const TOUCH_AFTER_MS = 60_000
/** Many times the calls of a page; a script that reads every line stays within it. */
const CALLS_A_MINUTE = 120
/** A token cannot be guessed: this bounds what guessing costs the desk. */
const WRONG_TOKENS = 300
const WRONG_TOKENS_WINDOW_SECONDS = 15 * 60

const NO_LINK = 'This link opens nothing. Please ask the sender for another one.'
const REVOKED = 'This link was revoked. Please ask the sender for another one.'
const EXPIRED = 'This link has expired. Please ask the sender for another one.'

/**
 * Opens links by their tokens, for any holder: the token alone of a call decides which supplier's rows of which
 * account are shown.
 */
export function linkAccess(database: Database['Service']) {
  const wrong = tryLimit(database.core, 'statement-link', WRONG_TOKENS, WRONG_TOKENS_WINDOW_SECONDS)
  const take = keyLimits(CALLS_A_MINUTE)

  const refuse = Effect.fn('StatementLinks.refuse')(function* (address: string) {
    const waitSeconds = yield* query(() => wrong.take(keyOf('statement link', address)))
    return yield* waitSeconds > 0 ? tooManyTries(waitSeconds) : new Unauthorized({ message: NO_LINK })
  })

  const touch = Effect.fn('StatementLinks.touch')(function* (
    { linkId, accountId, lastUsedAt }: OpenedLink,
    address: string,
    at: Date,
  ) {
    if (lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < TOUCH_AFTER_MS) return
    // reading goes on while there is no space (F15)
    yield* Effect.catch(
      database.asAccount(accountId, tx => touchLink(tx, accountId, linkId, address, at)),
      error => (error instanceof DatabaseUnavailable && error.isDiskFull ? Effect.void : Effect.fail(error)),
    )
  })

  /** Gives what the link of a call opens. @param month that is asked for; a link of another month knows nothing of it (404) */
  const open = Effect.fn('StatementLinks.open')(function* (
    authorization: string | undefined,
    { address }: Requester,
    month?: string,
  ) {
    const at = new Date(yield* Clock.currentTimeMillis)
    const hash = hashToken(BEARER.exec(authorization ?? '')?.[1] ?? '')
    if (hash === null) return yield* refuse(address)
    const link = yield* database.readAsSystem(tx => findByToken(tx, hash))
    if (link === undefined) return yield* refuse(address)
    const { isOver, waitSeconds } = yield* Effect.promise(() => take(link.linkId))
    if (isOver)
      return yield* new TooMany({
        message: `This link takes ${CALLS_A_MINUTE} calls a minute. Please wait ${waitSeconds} seconds.`,
        retry_after_seconds: waitSeconds,
      })
    if (link.revokedAt !== null) return yield* new Unauthorized({ message: REVOKED })
    if (link.expiresAt.getTime() <= at.getTime()) return yield* new Unauthorized({ message: EXPIRED })
    if (link.isSuspended) return yield* new Forbidden({ message: suspensionRefusal(link.accountName) })
    yield* touch(link, address, at)
    if (month !== undefined && link.month !== null && link.month !== month) return yield* orNotFound<never>(undefined)
    return { ...link, at }
  })

  return { open }
}
