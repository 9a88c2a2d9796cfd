import type { Caller } from '@desk/api/authorization'
import { Forbidden, NotFound, Refused } from '@desk/api/errors'
import { may } from '@desk/schema/permissions/permissions'
import { ROLES, type NewUser, type UserChanges } from '@desk/schema/users/user'
import type { RoleId } from '@desk/schema/users/current-user'
import { GUEST_ROLES } from '@desk/schema/users/guest-roles'
import { changedUserTexts, NewUserTexts } from '@desk/schema/users/user-form'
import { visibleRoles } from '@desk/schema/users/user-rights'
import { Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { faultsIn } from '#kernel/edits/outcome'
import { handlersOf } from '#kernel/http/contract-handlers'
import type { Detail } from '#kernel/http/refusal'
import type { Calling } from '#kernel/http/requester'
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
import { CONFIRM_FIRST, Confirmations, type Proof } from '../confirmation/confirmations.ts'
import { inviteLink } from '../password-reset/invite-link.ts'
import { LINK_LASTS_MS } from '../password-reset/password-links.ts'
import { entersBySignOn } from '../sessions/password-closed.store.ts'
import {
  createUser,
  editUser,
  findUser,
  removeFactor,
  removeUser,
  unbindSignOn,
  TAKEN,
  type Afterwards,
  type Link,
} from './save-user.ts'
import * as store from './users.store.ts'

/**
 * The answer to saving a user (§7.18), and the token that replaces the caller's when the caller's own password
 * changed.
 */
export interface Saved {
  readonly answer: { readonly status: number; readonly message: string; readonly data: { readonly uid: number | null } }
  readonly renewedToken: string | null
}

const NOT_THERE = new NotFound({ message: 'It does not exist, or it is not in your account.' })

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

    // only the mailbox of the name learns whether it is used in another account (docs/decisions/0021)
    const invitation = Effect.fn(function* (
      caller: Caller,
      userId: number,
      to: Addressee,
      { token, isInUse }: Pick<Link, 'token' | 'isInUse'>,
    ) {
      if (isInUse) return nameInUseMail(to.username, caller.user.dashboard_name)
      const signsOn = yield* database.readAsSystem(tx => entersBySignOn(tx, userId))
      return welcomeMail(to, inviteLink(publicUrl, signsOn ? null : token))
    })

    const knowsTimeZone = (code: number | undefined) =>
      code === undefined ? Effect.succeed(true) : database.readAsSystem(tx => store.knowsTimeZone(tx, code))

    /** Creates a user of the account, and sends a link to choose a password (§5.27). */
    const create = Effect.fn('Users.create')(function* (caller: Calling, user: NewUser) {
      yield* refuseAny(faultsIn(NewUserTexts, user))
      if (!(yield* knowsTimeZone(user.user_time_zone))) return declined(UNKNOWN_ZONE, null)
      const afterwards: Afterwards = {}
      const { uid, username } = yield* actFor(
        database,
        caller,
        ['user.create', user],
        (tx, actor) => createUser(tx, actor, user, afterwards),
        'system',
      ).pipe(Effect.catchTags({ UniqueViolation: () => refused([TAKEN]), NotFound: Effect.die, Conflict: Effect.die }))
      if (afterwards.link)
        yield* mail.send(
          yield* invitation(caller, uid, { username, firstname: user.firstname.trim() }, afterwards.link),
        )
      return done('User created successfully', uid)
    })

    const renaming = (caller: Caller, before: store.StoredUser, { username, ...sent }: Link) =>
      before.hasPassword && !sent.isInUse
        ? Effect.succeed(newUsernameMail(before, username, passwordLink(publicUrl, sent.token), LINK_LASTS_MS.username))
        : invitation(caller, before.userId, { username, firstname: before.firstname }, sent)

    /** Changes a user of the account, or the caller's own (§6.7, §6.8, §7.20); changes of how a user signs in need a confirmation (S8). */
    const update = Effect.fn('Users.update')(function* (caller: Calling, userId: number, changes: UserChanges) {
      if (userId !== caller.user.uid && !may(caller.user, 'manage users')) return yield* NOT_THERE
      if (changes.uid !== undefined && changes.uid !== userId)
        return yield* new Forbidden({ message: 'The user of the address and the one of the body differ.' })
      const wanted = changes.is_username_update ? changes : ofDrawer(changes)
      yield* refuseAny(faultsIn(texts, wanted))
      if (!(yield* knowsTimeZone(wanted.user_time_zone))) return declined(UNKNOWN_ZONE, userId)
      const afterwards: Afterwards = {}
      const attempt = (proof: Proof | null) =>
        actFor(
          database,
          caller,
          ['user.update', userId],
          (tx, actor) => editUser(tx, actor, { userId, wanted, policy: passwordPolicy, proof }, afterwards),
          'system',
        ).pipe(Effect.catchTag('UniqueViolation', () => refused([TAKEN])))
      yield* Effect.catchTag(attempt(null), 'Refused', refusal =>
        refusal.message === CONFIRM_FIRST.message
          ? Effect.flatMap(confirmations.prove(caller, { confirmation: wanted.confirmation }), attempt)
          : Effect.fail(refusal),
      )
      const { before, link, renewedToken } = afterwards
      if (before && link) yield* mail.send(yield* renaming(caller, before, link))
      if (before && wanted.password) yield* mail.send(changedMail(before, 'password'))
      return done('User updated successfully', userId, renewedToken)
    })

    /** Deletes a user of the account; only for a super admin, and not the caller (§6.9). */
    const remove = Effect.fn('Users.remove')(function* (caller: Calling, userId: number) {
      if (userId === caller.user.uid) return yield* new Forbidden({ message: 'You cannot delete yourself.' })
      yield* Effect.catchTag(
        actFor(database, caller, ['user.delete', userId], (tx, actor) => removeUser(tx, actor, userId), 'system'),
        'Conflict',
        Effect.die,
      )
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
      update: ({ params, payload }, caller) => Effect.flatMap(update(caller, params.id, payload), handedOver),
      remove: ({ params }, caller) => Effect.flatMap(remove(caller, params.id), handedOver),
      /** Removes the lost second factor of a user of the account; only for a super admin, with a confirmation (S8). */
      removeSecondFactor: Effect.fn('Users.removeSecondFactor')(function* (
        { params: { id: userId }, payload: { confirmation } },
        caller,
      ) {
        if (userId === caller.user.uid)
          return yield* new Forbidden({ message: 'Only a super admin may do this, and not for themselves.' })
        const member = yield* database.readAsSystem(tx => findUser(tx, caller.accountId, userId))
        if (!member) return yield* NOT_THERE
        yield* Effect.catchTag(
          confirmations.act(
            caller,
            confirmation,
            ['user.remove_second_factor', userId],
            (tx, actor) => removeFactor(tx, actor, userId),
            'system',
          ),
          'Conflict',
          Effect.die,
        )
      }),
      /** Undoes the binding of a user of the account to the provider's subject, with a confirmation (S8). */
      unbindSignOn: Effect.fn('Users.unbindSignOn')(function* (
        { params: { id: userId }, payload: { confirmation } },
        caller,
      ) {
        if (userId === caller.user.uid)
          return yield* new Forbidden({ message: 'Let another administrator do this: your own sessions would end.' })
        const member = yield* database.readAsSystem(tx => findUser(tx, caller.accountId, userId))
        if (!member) return yield* NOT_THERE
        yield* confirmations.act(
          caller,
          confirmation,
          ['user.unbind_sign_on', userId],
          (tx, actor) => unbindSignOn(tx, actor, userId),
          'system',
        )
      }),
      /** The roles that the caller sees (§6.7), also in the dialog of one user. */
      roles: Effect.fn('Users.roles')(function* ({ query: { uid: userId } }, caller) {
        const ids = yield* database.readAsAccount(caller.accountId, async (tx): Promise<readonly RoleId[]> => {
          const subject = userId === undefined ? undefined : await findUser(tx, caller.accountId, userId)
          const account = await store.findUsersAccount(tx, caller.accountId)
          const isGuest = subject !== undefined && subject.home_pm_dsh_ud !== caller.accountId
          return isGuest && !subject.is_super_admin
            ? GUEST_ROLES
            : visibleRoles(caller.user.is_super_admin, account, subject?.role_id)
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

const UNKNOWN_ZONE = 'This time zone is not in the list.'

const refused = (details: readonly Detail[]) =>
  Effect.fail(new Refused({ message: details[0]?.message ?? '', details }))
const refuseAny = (details: readonly Detail[]) => (details.length > 0 ? refused(details) : Effect.void)
