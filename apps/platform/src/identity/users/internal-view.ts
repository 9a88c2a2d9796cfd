import { sql } from 'kysely'

/**
 * Says whether a user has the internal view (domain.md §4), where a query knows them as the user u with the home
 * account home and the membership m.
 */
export const SEES_INTERNAL_VIEW = sql<boolean>`(u.user_id is not null and (home.parent_account_id is null or u.advanced_stream_view
  or u.advanced_source_view_external or m.advanced_stream_view))`
