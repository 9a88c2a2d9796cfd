import { MONEY_ROLES } from '@desk/schema/users/role-ids'
import { sql } from 'kysely'
import { isOneOf, roleIn } from '../roles/role-in.ts'

/**
 * Says whether a user has the internal view in an account (domain.md §4), where a query knows them as the user u with the
 * home account home and the membership m there.
 */
export const SEES_INTERNAL_VIEW = sql<boolean>`(u.user_id is not null and (home.parent_account_id is null or u.advanced_stream_view
  or u.advanced_source_view_external or m.advanced_stream_view or (${isOneOf(roleIn('m.account_id'), MONEY_ROLES)}
    and exists (select from account here where here.account_id = m.account_id and here.account_type = 'DESK'))))`
