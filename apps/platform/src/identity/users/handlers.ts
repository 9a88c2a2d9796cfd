import type { Caller } from '@desk/api/authorization'
import { Conflict, Forbidden, NotFound, Refused } from '@desk/api/errors'
import { may } from '@desk/schema/permissions/permissions'
import { DEFAULT_TIME_ZONE_CODE } from '@desk/schema/users/current-user'
import {
  PERMISSION_FLAGS,
  ROLES,
  type NewUser,
  type PermissionFlag,
  type User,
  type UserChanges,
} from '@desk/schema/users/user'
import { changedUserTexts, NewUserTexts } from '@desk/schema/users/user-form'
import { visibleRoles } from '@desk/schema/users/user-rights'
import { Clock, Effect, Result, Schema } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { handlersOf } from '#kernel/http/contract-handlers'
import { refusalOf, type Detail } from '#kernel/http/refusal'
import { setAuthorization } from '#kernel/http/set-authorization'
import { pageOf } from '#kernel/lists/page'
import { Mail } from '#kernel/mail/mail'
import {
  changedMail,
  nameInUseMail,
  newUsernameMail,
  passwordLink,
  welcomeMail,
  type Addressee,
} from '#kernel/mail/mails'
import { demand } from '../accounts/access.ts'
import { Confirmations, type Proof } from '../confirmation/confirmations.ts'
import { deleteFactor } from '../one-time-codes/second-factor.store.ts'
import { deleteLinks } from '../password-reset/password-links.store.ts'
import { issuePasswordToken, LINK_LASTS_MS } from '../password-reset/password-links.ts'
import { passwordRefusals } from '../passwords/password-refusals.ts'
import { hashPassword } from '../passwords/password.ts'
import { replaceTokens } from '../sessions/replace-tokens.ts'
import { endOtherSessions, holdUser } from '../sessions/sessions.store.ts'
import { editRights, type EditRights } from './user-rights.ts'
import * as store from './users.store.ts'

/** What saving a user answers (§7.18), and the token that replaces the caller's when the caller's own password changed. */
export interface Saved {
  readonly answer: { readonly status: number; readonly message: string; readonly data: { readonly uid: number | null } }
  readonly renewedToken: string | null
}

const TAKEN = new Refused({
  message: 'Username is already taken',
  details: [{ path: ['username'], message: 'Username is already taken' }],
})
const NOT_THERE = new NotFound({ message: 'It does not exist, or it is not in your account.' })
const NOT_YOURS = new Forbidden({ message: 'Only an administrator may do this.' })

const done = (message: string, uid: number, renewedToken: string | null = null): Saved => ({
  answer: { status: 0, message, data: { uid } },
  renewedToken,
})
const declined = (message: string, uid: number | null): Saved => ({
  answer: { status: 1, message, data: { uid } },
  renewedToken: null,
})

/** A token that replaces the caller's goes over set-authorization, as any other (§7.4). */
const handedOver = Effect.fn(function* ({ answer, renewedToken }: Saved) {
  if (renewedToken !== null) yield* setAuthorization(renewedToken)
  return answer
})

/** Users of an account (§3.3, §6.7–6.9). */
export const userHandlers = handlersOf(
  'users',
  Effect.gen(function* () {
    const database = yield* Database
    const confirmations = yield* Confirmations
    const mail = yield* Mail
    const { publicUrl, passwordPolicy } = yield* PlatformConfig
    const texts = changedUserTexts(passwordPolicy)

    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    const find = async (tx: Tx, caller: Caller, userId: number): Promise<User | undefined> =>
      (await store.listUsers(tx, caller.accountId, { uid: userId }, pageOf({ limit: 1 })))[0]

    // only the mailbox of the name learns whether it is used in another account (docs/decisions/0021)
    const invitation = (
      caller: Caller,
      to: Addressee,
      { token, isInUse }: { readonly token: string; readonly isInUse: boolean },
    ) =>
      isInUse
        ? nameInUseMail(to.username, caller.user.dashboard_name)
        : welcomeMail(to, passwordLink(publicUrl, token), LINK_LASTS_MS.welcome)

    /** Creates a user of the account, and sends a link to choose a password (§5.27). */
    const create = Effect.fn('Users.create')(function* (caller: Caller, user: NewUser) {
      yield* refuseAny(detailsOf(NewUserTexts, user))
      const at = yield* now
      const username = user.username.trim().toLowerCase()
      const { user_time_zone: timeZoneCode = DEFAULT_TIME_ZONE_CODE } = user
      const made = yield* database
        .asSystem(tx =>
          Effect.gen(function* () {
            if (!(yield* query(() => store.knowsTimeZone(tx, timeZoneCode)))) return null
            const account = yield* query(() => store.findUsersAccount(tx, caller.accountId))
            const rights = editRights(caller, account)
            if (!rights) return yield* NOT_YOURS
            const roleId = rights.role ? (user.role_id ?? 1) : 1
            yield* refuseAny(roleFaults(rights, roleId))
            if (yield* query(() => store.isNameInAccount(tx, username, caller.accountId))) return yield* TAKEN
            return yield* query(async () => {
              const userId = await store.insertUser(tx, {
                accountId: caller.accountId,
                username,
                firstname: user.firstname.trim(),
                lastname: user.lastname.trim(),
                roleId,
                isConsultant: rights.role && (user.is_consultant ?? false),
                isStaff: account.isStaff,
                timeZoneCode,
              })
              await store.updateUser(tx, userId, caller.accountId, { permissions: permitted(rights, user) })
              return {
                userId,
                token: await issuePasswordToken(tx, userId, 'welcome', at),
                isInUse: await store.isNameInUse(tx, username),
              }
            })
          }),
        )
        .pipe(Effect.catchTag('UniqueViolation', () => TAKEN))
      if (!made) return declined(UNKNOWN_ZONE, null)
      yield* mail.send(invitation(caller, { username, firstname: user.firstname.trim() }, made))
      return done('User created successfully', made.userId)
    })

    /** Refuses a stale change and undoes its writes, unless it changes nothing: then it repeats a change whose answer was lost. */
    const holdToNothingNew = Effect.fn(function* (
      tx: Tx,
      caller: Caller,
      userId: number,
      stored: User | undefined,
      bringsMore: boolean,
    ) {
      const written = yield* query(() => find(tx, caller, userId))
      if (stored !== undefined && (bringsMore || written?.version !== stored.version))
        return yield* new Conflict({
          message: 'The user was changed meanwhile.',
          reason: 'stale_version',
          current: stored,
        })
    })

    const renaming = (
      caller: Caller,
      before: store.StoredUser,
      { username, ...sent }: { readonly username: string; readonly token: string; readonly isInUse: boolean },
    ) =>
      before.hasPassword && !sent.isInUse
        ? newUsernameMail(before, username, passwordLink(publicUrl, sent.token), LINK_LASTS_MS.username)
        : invitation(caller, { username, firstname: before.firstname }, sent)

    /** Locks the confirming and the changed user, always in one order, so that two users who change each other do not deadlock. */
    const holdBoth = Effect.fn(function* (tx: Tx, proof: Proof, userId: number) {
      if (userId < proof.userId) yield* query(() => holdUser(tx, userId))
      yield* confirmations.hold(tx, proof)
    })

    /** Changes a user of the account, or the caller's own (§6.7, §6.8, §7.20); changes of how a user signs in need a confirmation (S8). */
    const update = Effect.fn('Users.update')(function* (
      caller: Caller,
      userId: number,
      changes: UserChanges,
      address: string,
    ) {
      const isOwn = userId === caller.user.uid
      if (!isOwn && !may(caller.user, 'manage users')) return yield* NOT_THERE
      if (changes.uid !== undefined && changes.uid !== userId)
        return yield* new Forbidden({ message: 'The user of the address and the one of the body differ.' })
      const wanted = changes.is_username_update ? changes : ofDrawer(changes)
      const { password = '' } = wanted
      yield* refuseAny(detailsOf(texts, wanted))
      const at = yield* now
      const attempt = (proof: Proof | null) =>
        database
          .asSystem(tx =>
            Effect.gen(function* () {
              if (proof) yield* holdBoth(tx, proof, userId)
              const before = yield* query(() => store.lockUser(tx, userId, caller.accountId))
              if (!before || !(isOwn || before.isMember)) return yield* NOT_THERE
              const rights = editRights(
                caller,
                yield* query(() => store.findUsersAccount(tx, caller.accountId)),
                before,
              )
              if (!rights) return yield* new Forbidden({ message: 'This user cannot be changed from this account.' })
              const roleId = rights.role && wanted.role_id !== before.roleId ? wanted.role_id : undefined
              if (roleId !== undefined)
                yield* refuseAny(
                  isOwn
                    ? [{ path: ['role_id'], message: 'Your own role cannot be changed' }]
                    : roleFaults(rights, roleId),
                )
              const username = wanted.username?.trim().toLowerCase()
              if (password !== '')
                yield* refuseAny(
                  passwordDetails(passwordRefusals(password, passwordPolicy, username ?? before.username)),
                )
              const { user_time_zone: timeZoneCode } = wanted
              if (timeZoneCode !== undefined && !(yield* query(() => store.knowsTimeZone(tx, timeZoneCode))))
                return null
              const isRenamed = username !== undefined && username !== before.username
              if (password !== '' && !before.hasPassword)
                return yield* refuseAny([{ path: ['password'], message: NOT_CHOSEN_YET }])
              // changes how the user signs in: needs a confirmation (S8)
              if ((password !== '' || isRenamed) && !proof) return UNCONFIRMED
              if (isRenamed && (yield* query(() => store.isNameInAccount(tx, username, caller.accountId))))
                return yield* TAKEN
              const permissions = permitted(rights, wanted)
              const isStale = wanted.version !== undefined && wanted.version !== before.version
              const stored = isStale ? yield* query(() => find(tx, caller, userId)) : undefined
              yield* query(() =>
                store.updateUser(tx, userId, caller.accountId, {
                  firstname: wanted.firstname?.trim(),
                  lastname: wanted.lastname?.trim(),
                  // an unused username changes at once
                  username: before.hasPassword ? undefined : username,
                  roleId,
                  isConsultant: rights.role ? wanted.is_consultant : undefined,
                  timeZoneCode,
                  permissions,
                }),
              )
              if (isStale) yield* holdToNothingNew(tx, caller, userId, stored, password !== '' || isRenamed)
              const losesView =
                before.advancedView &&
                (permissions.advanced_stream_view === false || permissions.advanced_source_view_external === false)
              if (password !== '') {
                const passwordHash = yield* Effect.promise(() => hashPassword(password))
                yield* query(() => store.setPassword(tx, userId, passwordHash, isOwn))
              }
              // an old link may be in a mailbox that is no longer the user's
              if (password !== '' || isRenamed) yield* query(() => deleteLinks(tx, userId))
              const renewedToken = yield* query(() =>
                endWhatChanged(tx, {
                  caller,
                  userId,
                  at,
                  because:
                    password !== '' ? 'password changed' : roleId !== undefined || losesView ? 'rights changed' : null,
                }),
              )
              const sent = isRenamed ? yield* query(() => linkTo(tx, before, username, at)) : null
              return { before, sent, renewedToken }
            }),
          )
          .pipe(Effect.catchTag('UniqueViolation', () => TAKEN))
      const first = yield* attempt(null)
      const outcome =
        first === UNCONFIRMED
          ? yield* attempt(yield* confirmations.prove(caller, { confirmation: wanted.confirmation, address }))
          : first
      if (outcome === UNCONFIRMED) return yield* Effect.die(new Error('A change that was confirmed is made.'))
      if (!outcome) return declined(UNKNOWN_ZONE, userId)
      if (outcome.sent) yield* mail.send(renaming(caller, outcome.before, outcome.sent))
      if (password !== '') yield* mail.send(changedMail(outcome.before, 'password'))
      return done('User updated successfully', userId, outcome.renewedToken)
    })

    /** Writes something about a member of the caller's account under the lock of the member's row. */
    const onMember = (caller: Caller, userId: number, write: (tx: Tx) => Promise<void>) =>
      database.asSystem(tx =>
        Effect.gen(function* () {
          const user = yield* query(() => store.lockUser(tx, userId, caller.accountId))
          if (!user?.isMember) return yield* NOT_THERE
          yield* query(() => write(tx))
        }),
      )

    /** Deletes a user of the account; only for a super admin, and not the caller (§6.9). */
    const remove = Effect.fn('Users.remove')(function* (caller: Caller, userId: number) {
      if (userId === caller.user.uid) return yield* new Forbidden({ message: 'Nobody may delete themselves.' })
      const at = yield* now
      yield* onMember(caller, userId, async tx => {
        await deleteFactor(tx, userId)
        await deleteLinks(tx, userId)
        await store.deleteUser(tx, userId, at)
        await endOtherSessions(tx, userId, null, 'user deleted', at)
      })
      return done('User deleted successfully', userId)
    })

    return {
      /**
       * The users of the session's account, for its admins (domain.md §8); other callers get only their own user, which the
       * settings edit (§2.39).
       */
      list: Effect.fn('Users.list')(function* ({ query: filters }, caller) {
        if (filters.uid !== caller.user.uid) yield* demand(caller, 'manage users')
        return yield* database.readAsAccount(caller.accountId, tx =>
          store.listUsers(tx, caller.accountId, filters, pageOf(filters)),
        )
      }),
      create: ({ payload }, caller) => Effect.flatMap(create(caller, payload), handedOver),
      update: ({ params, payload }, caller) =>
        Effect.flatMap(update(caller, params.id, payload, caller.address), handedOver),
      remove: ({ params }, caller) => Effect.flatMap(remove(caller, params.id), handedOver),
      /** Removes the lost second factor of a user of the account; only for a super admin, with a confirmation (S8). */
      removeSecondFactor: Effect.fn('Users.removeSecondFactor')(function* (
        { params: { id: userId }, payload: { confirmation } },
        caller,
      ) {
        if (userId === caller.user.uid)
          return yield* new Forbidden({ message: 'Only a super admin may do this, and not for themselves.' })
        const at = yield* now
        yield* onMember(caller, userId, () => Promise.resolve())
        yield* confirmations.prove(caller, { confirmation, address: caller.address })
        yield* onMember(caller, userId, async tx => {
          await deleteFactor(tx, userId)
          await endOtherSessions(tx, userId, null, 'second factor removed', at)
        })
      }),
      /** The roles that the caller sees (§6.7), also in the dialog of one user. */
      roles: Effect.fn('Users.roles')(function* ({ query: { uid: userId } }, caller) {
        const ids = yield* database.readAsAccount(caller.accountId, async tx => {
          const subject = userId === undefined ? undefined : await find(tx, caller, userId)
          const account = await store.findUsersAccount(tx, caller.accountId)
          return visibleRoles(caller.user.is_super_admin, account, subject?.role_id)
        })
        return { data: ROLES.filter(({ pm_code }) => ids.includes(pm_code)) }
      }),
    }
  }),
)

/**
 * Without `is_username_update`, which the dialog always sends (§5.27), the drawer sent the user as it once read it (§7.20):
 * outdated names in it undo nothing.
 */
const ofDrawer = ({ user_time_zone, password, confirm_password, version, confirmation }: UserChanges): UserChanges => ({
  ...(user_time_zone === undefined ? {} : { user_time_zone }),
  ...(password === undefined ? {} : { password }),
  ...(confirm_password === undefined ? {} : { confirm_password }),
  ...(version === undefined ? {} : { version }),
  ...(confirmation === undefined ? {} : { confirmation }),
})

/** The change needs a confirmation; nothing was written. */
const UNCONFIRMED = 'unconfirmed'

const NOT_CHOSEN_YET = 'No password was chosen yet: the link that was sent to the username is for that'
const UNKNOWN_ZONE = 'This time zone is not in the list.'

/** Mails a link to the new username: for a user with a password it takes effect with the link, for an invited user at once. */
async function linkTo(
  tx: Tx,
  { userId, hasPassword }: store.StoredUser,
  username: string,
  at: Date,
): Promise<{ readonly username: string; readonly token: string; readonly isInUse: boolean }> {
  if (hasPassword) await store.announceUsername(tx, userId, username, new Date(at.getTime() + LINK_LASTS_MS.username))
  const token = await issuePasswordToken(
    tx,
    userId,
    hasPassword ? 'username' : 'welcome',
    at,
    hasPassword ? username : null,
  )
  return { username, token, isInUse: await store.isNameInUse(tx, username) }
}

/** The faults of these texts by §5.24–5.26. */
function detailsOf(schema: Schema.Decoder<unknown>, values: unknown): readonly Detail[] {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  return Result.isSuccess(decoded) ? [] : refusalOf(decoded.failure.issue)
}

// the other texts' check covered the rules; only the list of common passwords is left
const passwordDetails = (messages: readonly string[]): readonly Detail[] =>
  messages.map(message => ({ path: ['password'], message }))

function roleFaults({ roles }: EditRights, roleId: 1 | 2 | 3): readonly Detail[] {
  return roles.includes(roleId) ? [] : [{ path: ['role_id'], message: 'This role cannot be given here' }]
}

function refuseAny(details: readonly Detail[]): Effect.Effect<void, Refused> {
  const [first] = details
  return first ? Effect.fail(new Refused({ message: first.message, details })) : Effect.void
}

/** The sent flags that the caller may change; the others stay (S3). */
function permitted(
  { permissions }: EditRights,
  sent: Readonly<Partial<Record<PermissionFlag, boolean>>>,
): Partial<Record<PermissionFlag, boolean>> {
  return Object.fromEntries(
    PERMISSION_FLAGS.flatMap(name => (permissions.has(name) && sent[name] !== undefined ? [[name, sent[name]]] : [])),
  )
}

interface Change {
  readonly caller: Caller
  readonly userId: number
  readonly at: Date
  /** Why sessions end; null: none does. */
  readonly because: string | null
}

/** Ends the sessions that a change invalidates; the caller's own goes on under a new token. @returns that token */
async function endWhatChanged(tx: Tx, { caller, userId, at, because }: Change): Promise<string | null> {
  if (because === null) return null
  const isOwn = userId === caller.user.uid
  await endOtherSessions(tx, userId, isOwn ? caller.sessionId : null, because, at)
  return isOwn ? replaceTokens(tx, caller.sessionId, at) : null
}
