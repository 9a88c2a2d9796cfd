import type { Caller } from '@desk/api/authorization'
import { LIST_LIMIT_MAX } from '@desk/api/lists'
import type { Whereabouts } from '@desk/schema/accounts/whereabouts'
import { may } from '@desk/schema/permissions/permissions'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { Effect } from 'effect'
import { Database, query as run } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { findLogo } from '../logos/logos.store.ts'
import { saveLogo } from '../logos/save-logo.ts'
import { demand } from './access.ts'
import * as store from './accounts.store.ts'
import { requireSecondFactor } from './save-second-factor-required.ts'
import { setTimeZone } from './save-time-zone.ts'
import { findAmong } from './whereabouts.store.ts'

/** The session's account and the user's other accounts; for a super admin all, who may switch to any (§6.5). */
function knownTo({ user, accountId }: Caller): store.Known {
  return user.is_super_admin ? 'all' : [accountId, ...user.settings.map(setting => setting.pm_dsh_ud)]
}

/** Whether the caller, with their rights in another account, reads private things there. */
const readsPrivateIn = ({ user }: Caller, accountId: number): boolean => {
  const roleThere = user.settings.find(({ pm_dsh_ud }) => pm_dsh_ud === accountId)?.role_id
  return user.is_super_admin || may({ ...user, role_id: roleThere ?? ROLE_IDS.user }, 'read private qualifications')
}

const hasLogoOf = ({ user, accountId }: Caller, wanted: number): boolean => wanted === accountId || user.is_super_admin

/** Accounts and their logo (§3.4, §7.22). */
export const accountHandlers = handlersOf(
  'accounts',
  Effect.gen(function* () {
    const database = yield* Database

    /** The caller's accounts, the one asked for, else the present one, first (§7.22). */
    const list = Effect.fn('Accounts.list')(function* (
      caller: Caller,
      query: PageQuery & { readonly pm_dsh_ud?: number },
    ) {
      const known = knownTo(caller)
      const { pm_dsh_ud: wanted } = query
      if (wanted === undefined)
        return yield* database.readAsSystem(tx => store.listAccounts(tx, caller.accountId, known, pageOf(query)))
      if (known !== 'all' && !known.includes(wanted)) return []
      return yield* database.readAsSystem(tx => store.listAccounts(tx, wanted, [wanted], pageOf(query)))
    })

    return {
      list: ({ query }, caller) => list(caller, query),
      /** The accounts among which the caller may choose a default; none for a super admin (§6.5). */
      defaults: (_sent, { user }) => Effect.succeed(may(user, 'choose a default account') ? user.settings : []),
      /** Makes one of the caller's accounts the one in which a sign-in starts (§6.5, §7.6). */
      chooseDefault: Effect.fn('Accounts.chooseDefault')(function* (
        { payload: { new_default_account: accountId } },
        { user },
      ) {
        yield* orNotFound(user.settings.find(setting => setting.pm_dsh_ud === accountId))
        yield* database.asSystem(tx => store.updateDefaultAccount(tx, user.uid, accountId))
        return user.settings.map(setting => ({ ...setting, is_default: setting.pm_dsh_ud === accountId }))
      }),
      /** Turns on or off that every user of the session's account needs a second factor; for its admins. */
      requireSecondFactor: Effect.fn('Accounts.requireSecondFactor')(function* (
        { params: { id: accountId }, payload: { required: isRequired } },
        caller,
      ) {
        yield* orNotFound(accountId === caller.accountId ? accountId : undefined)
        yield* demand(caller, 'require second factors')
        return yield* Effect.catchTag(
          actFor(
            database,
            caller,
            ['account.second_factor', accountId, isRequired],
            (tx, actor) => requireSecondFactor(tx, actor, isRequired),
            'system',
          ),
          ['Conflict', 'NotFound'],
          Effect.die,
        )
      }),
      /** Sets the zone that new users of the session's account get, and gives it to all present ones if that is wanted. */
      setTimeZone: Effect.fn('Accounts.setTimeZone')(function* (
        { params: { id: accountId }, payload: { time_zone: code, all_users: allUsers = false } },
        caller,
      ) {
        yield* orNotFound(accountId === caller.accountId ? accountId : undefined)
        return yield* Effect.catchTag(
          actFor(
            database,
            caller,
            ['account.time_zone', accountId, code, allUsers],
            (tx, actor) => setTimeZone(tx, actor, code, allUsers),
            'system',
          ),
          'Conflict',
          Effect.die,
        )
      }),
      /** The logo of the account that the session is in, to super admins that of any. */
      logo: Effect.fn('Accounts.logo')(function* ({ params: { id: accountId } }, caller) {
        yield* orNotFound(hasLogoOf(caller, accountId) ? accountId : undefined)
        const { logo: data } = yield* orNotFound(yield* database.readAsSystem(tx => findLogo(tx, accountId)))
        return { data }
      }),
      /** An admin sets the logo of the session's account, a super admin that of any (api:M11). */
      setLogo: Effect.fn('Accounts.setLogo')(function* ({ params: { id: accountId }, payload: { data } }, caller) {
        yield* orNotFound(hasLogoOf(caller, accountId) ? accountId : undefined)
        return yield* saveLogo(database, caller, accountId, data)
      }),
      /**
       * Finds the account that holds an object, among those that the caller may switch to; an object in none of them is answered
       * like a missing one.
       */
      whereabouts: Effect.fn('Accounts.whereabouts')(function* ({ query: { kind, id } }, caller) {
        const listed = may(caller.user, 'switch accounts') ? yield* list(caller, { limit: LIST_LIMIT_MAX }) : []
        const others = listed.filter(
          ({ pm_dsh_ud, account_type }) => pm_dsh_ud !== caller.accountId && account_type === 'DESK',
        )
        // by the role that the caller has there, not by the present one
        const places = others.map(({ pm_dsh_ud: accountId }) => ({
          accountId,
          forUser: readsPrivateIn(caller, accountId) ? null : caller.user.uid,
        }))
        const accountId = yield* run(() => findAmong(database.core, places, kind, id))
        const { pm_dsh_ud, dashboard_name } = yield* orNotFound(others.find(other => other.pm_dsh_ud === accountId))
        return { pm_dsh_ud, dashboard_name } satisfies Whereabouts
      }),
    }
  }),
)
