import type { Caller } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import { LIST_LIMIT_MAX } from '@desk/api/lists'
import type { LinkedKind, Whereabouts } from '@desk/schema/accounts/whereabouts'
import { canSwitchAccount } from '@desk/schema/users/account-switching'
import { isAdmin } from '@desk/schema/users/current-user'
import { Context, Effect, Layer } from 'effect'
import { Database, query as run } from '#kernel/db/database'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { demandAdmin, demandDesk } from './access.ts'
import * as store from './accounts.store.ts'
import { findAmong } from './whereabouts.store.ts'

/** The account that the session is in and those that the user belongs to; every one for a super admin, who may switch to any (§6.5). */
function knownTo({ user, accountId }: Caller): store.Known {
  return user.is_super_admin ? 'all' : [accountId, ...user.settings.map(setting => setting.pm_dsh_ud)]
}

const make = Effect.gen(function* () {
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

  /** The logo of the account that the session is in. */
  const logo = Effect.fn('Accounts.logo')(function* (caller: Caller, accountId: number) {
    yield* orNotFound(accountId === caller.accountId ? accountId : undefined)
    const { logo: data } = yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => store.findLogo(tx, accountId)),
    )
    return { data }
  })

  /** The business units of the account that the session is in (§3.26). */
  const businessUnits = Effect.fn('Accounts.businessUnits')(function* (
    caller: Caller,
    accountId: number,
    page: PageQuery,
  ) {
    yield* orNotFound(accountId === caller.accountId ? accountId : undefined)
    return yield* database.readAsAccount(caller.accountId, tx => store.listBusinessUnits(tx, accountId, pageOf(page)))
  })

  /** The accounts among which the caller may choose a default; none for a super admin (§6.5). */
  const defaults = ({ user }: Caller) => Effect.succeed(user.is_super_admin ? [] : user.settings)

  /** Makes one of the caller's accounts the one in which a sign-in starts (§6.5, §7.6). */
  const chooseDefault = Effect.fn('Accounts.chooseDefault')(function* ({ user }: Caller, accountId: number) {
    if (user.is_super_admin) return yield* new Forbidden({ message: 'A super admin has no default account.' })
    yield* orNotFound(user.settings.find(setting => setting.pm_dsh_ud === accountId))
    yield* database.asSystem(tx => store.updateDefaultAccount(tx, user.uid, accountId))
    return user.settings.map(setting => ({ ...setting, is_default: setting.pm_dsh_ud === accountId }))
  })

  /** Wants a second factor of everybody in the account that the session is in, or no longer; its admins say so. */
  const requireSecondFactor = Effect.fn('Accounts.requireSecondFactor')(function* (
    caller: Caller,
    accountId: number,
    isRequired: boolean,
  ) {
    yield* orNotFound(accountId === caller.accountId ? accountId : undefined)
    yield* demandAdmin(caller)
    yield* database.asAccount(caller.accountId, tx => store.updateSecondFactorRequired(tx, accountId, isRequired))
    return { second_factor_required: isRequired }
  })

  /** In which other account something is, among those that the caller may switch to; what is in none of them is answered exactly as what does not exist. */
  const whereabouts = Effect.fn('Accounts.whereabouts')(function* (caller: Caller, kind: LinkedKind, id: number) {
    yield* demandDesk(caller)
    const listed = canSwitchAccount(caller.user) ? yield* list(caller, { limit: LIST_LIMIT_MAX }) : []
    const others = listed.filter(
      ({ pm_dsh_ud, account_type }) => pm_dsh_ud !== caller.accountId && account_type === 'DESK',
    )
    const forUser = isAdmin(caller.user) ? null : caller.user.uid
    const accountId = yield* run(() =>
      findAmong(
        database.core,
        others.map(({ pm_dsh_ud }) => pm_dsh_ud),
        kind,
        id,
        forUser,
      ),
    )
    const { pm_dsh_ud, dashboard_name } = yield* orNotFound(others.find(other => other.pm_dsh_ud === accountId))
    return { pm_dsh_ud, dashboard_name } satisfies Whereabouts
  })

  return { list, whereabouts, logo, businessUnits, defaults, chooseDefault, requireSecondFactor }
})

/** Accounts, their logo and business units (§3.4, §3.26, §7.22). */
export class Accounts extends Context.Service<Accounts, Effect.Success<typeof make>>()('@desk/platform/Accounts') {
  static readonly layer = Layer.effect(Accounts, make)
}
