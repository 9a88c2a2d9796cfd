import { Forbidden, NotFound, Refused } from '@desk/api/errors'
import { ONLY_BY_SIGN_ON } from '@desk/schema/single-sign-on/sign-on'
import { suspensionRefusal } from '@desk/schema/accounts/suspension'
import { Clock, Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { behindTheAnswer } from '#kernel/http/behind-the-answer'
import { handlersOf } from '#kernel/http/contract-handlers'
import type { Requester } from '#kernel/http/requester'
import { Mail } from '#kernel/mail/mail'
import { changedMail, passwordLink, resetMail } from '#kernel/mail/mails'
import { passwordRefusals } from '../passwords/password-refusals.ts'
import { hashPassword } from '../passwords/password.ts'
import { auditOfUser } from '../sessions/audit-of-user.ts'
import { passwordClosed } from '../sessions/password-closed.store.ts'
import { endOtherSessions, findForSignIn, updatePasswordHash } from '../sessions/sessions.store.ts'
import { hashToken } from '../tokens/token.ts'
import { SignInLimits } from '../try-limits/sign-in-limits.ts'
import { tooManyTries } from '../try-limits/too-many.ts'
import * as store from './password-links.store.ts'
import { issuePasswordToken, LINK_LASTS_MS } from './password-links.ts'
import { ResetLimits } from './reset-limits.ts'

/** The least time between two mails to the same user. */
export const NEXT_MAIL_AFTER_MS = 60 * 1000

const ANSWER = 'If there is a user of this name, a mail with a link to set a new password is on its way.'
const BAD_LINK = 'This link does not work any more. Please ask for a new one.'
const EXPIRED_INVITATION = 'This invitation has expired. Please ask your administrator to send it again.'

export interface NewPassword {
  readonly resetToken: string
  readonly password: string
  readonly confirm_password?: string
}

/** Writes an act of the mailbox's owner into the audit log of the account where the user's sessions begin. */
async function note(tx: Tx, act: 'password_reset_asked' | 'password_reset', userId: number, at: Date, from: Requester) {
  const user = await findForSignIn(tx, userId)
  if (user) await auditOfUser(tx, { act, userId, accountId: user.accountId, at, from })
}

/** A new password by a link in a mail (§7.6). */
export const passwordResetHandlers = handlersOf(
  'passwordReset',
  Effect.gen(function* () {
    const database = yield* Database
    const limits = yield* ResetLimits
    const signInLimits = yield* SignInLimits
    const mail = yield* Mail
    const { publicUrl, passwordPolicy } = yield* PlatformConfig
    const scope = yield* Effect.scope

    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    const sendLink = Effect.fn('PasswordReset.sendLink')(function* (owner: store.LinkOwner, at: Date, from: Requester) {
      const token = yield* database.asSystem(async tx => {
        await note(tx, 'password_reset_asked', owner.userId, at, from)
        return issuePasswordToken(tx, owner.userId, 'reset', at)
      })
      yield* mail.send(resetMail(owner, passwordLink(publicUrl, token), LINK_LASTS_MS.reset))
    })

    /** Starts a reset; answer and timing do not reveal whether the user exists (S2). */
    const request = Effect.fn('PasswordReset.request')(function* (name: string, from: Requester) {
      const username = name.trim().toLowerCase()
      const waitSeconds = yield* limits.take(username, from.address)
      if (waitSeconds > 0) return yield* tooManyTries(waitSeconds)
      const at = yield* now
      const { owner, closed } = yield* database.readAsSystem(async tx => {
        const addressee = await store.findAddressee(tx, username)
        return { owner: addressee, closed: await passwordClosed(tx, username, addressee?.userId ?? null) }
      })
      const isDue =
        owner &&
        !closed.forUser &&
        (owner.lastLinkAt === null || at.getTime() - owner.lastLinkAt.getTime() >= NEXT_MAIL_AFTER_MS)
      if (isDue) yield* behindTheAnswer(sendLink(owner, at, from), scope)
      // to super admins a link is sent all the same: the answer does not say who they are
      if (closed.forDomain) return yield* new Forbidden({ message: ONLY_BY_SIGN_ON })
      return { message: ANSWER }
    })

    /** Sets a password by the link of a mail; this uses the link up and ends every session of the user. */
    const complete = Effect.fn('PasswordReset.complete')(function* (
      { resetToken, password, confirm_password = password }: NewPassword,
      from: Requester,
    ) {
      const badLink = new NotFound({ message: BAD_LINK })
      const tokenHash = hashToken(resetToken)
      if (!tokenHash) return yield* badLink
      const at = yield* now
      const owner = yield* database
        .asSystem(
          tx =>
            Effect.gen(function* () {
              const found = yield* query(() => store.findLinkOwner(tx, tokenHash, at))
              if (!found) {
                const isExpired = yield* query(() => store.isExpiredInvitation(tx, tokenHash, at))
                return yield* isExpired ? new NotFound({ message: EXPIRED_INVITATION }) : badLink
              }
              // the link stays, and works once the account is resumed
              const suspending = yield* query(() => store.findSuspending(tx, found.userId))
              if (suspending) return yield* new Forbidden({ message: suspensionRefusal(suspending.name) })
              const { forUser } = yield* query(() => passwordClosed(tx, found.username, found.userId))
              if (forUser) return yield* new Forbidden({ message: ONLY_BY_SIGN_ON })
              const details = [
                ...passwordRefusals(password, passwordPolicy, found.newUsername ?? found.username).map(message => ({
                  path: ['password'],
                  message,
                })),
                ...(confirm_password === password
                  ? []
                  : [{ path: ['confirm_password'], message: 'Passwords do not match' }]),
              ]
              const [first] = details
              if (first) return yield* new Refused({ message: first.message, details })
              const passwordHash = yield* Effect.promise(() => hashPassword(password))
              yield* query(async () => {
                if (found.newUsername !== null) await store.takeUsername(tx, found.userId, found.newUsername)
                await updatePasswordHash(tx, found.userId, passwordHash)
                await store.deleteLinks(tx, found.userId)
                await endOtherSessions(tx, found.userId, null, 'password reset', at)
                await note(tx, 'password_reset', found.userId, at, from)
              })
              return found
            }),
          // of two users invited under one name, the first to use the link gets it
        )
        .pipe(Effect.catchTag('UniqueViolation', () => badLink))
      // clears earlier failures: a user who forgot the password has failed to sign in
      yield* signInLimits.forget(owner.newUsername ?? owner.username, from.address)
      // sent to the former address
      yield* mail.send(changedMail(owner, owner.newUsername === null ? 'password' : 'username'))
      return { message: 'Your password is set. Please sign in with it.' }
    })

    return {
      request: ({ payload }, from) => request(payload.username, from),
      complete: ({ params, payload }, from) => complete({ ...params, ...payload }, from),
    }
  }),
)
