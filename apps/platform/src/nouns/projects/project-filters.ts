import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import type { ProjectFilters } from '@desk/schema/projects/project'
import { sql, type RawBuilder } from 'kysely'
import { containing } from '#kernel/lists/containing'

/** Holds for the account's projects `p` that pass the filters (§3.30). The consultant "Other" stands for those without one. */
export function passing(accountId: number, filters: ProjectFilters): RawBuilder<unknown> {
  const conditions = [sql`p.account_id = ${accountId}`]
  const { status = 'all', consultant = 'all', business_unit_ud: unit = 'all', search } = filters
  if (status !== 'all') conditions.push(sql`p.status = ${status}::int`)
  if (consultant === NO_CONSULTANT_UID) conditions.push(sql`p.consultant_user_id is null`)
  else if (consultant !== 'all') conditions.push(sql`p.consultant_user_id = ${consultant}`)
  if (unit !== 'all') conditions.push(sql`p.business_unit_id = ${unit}`)
  const words = search?.trim()
  if (words) {
    const pattern = containing(words)
    conditions.push(sql`(p.name ilike ${pattern} or p.number ilike ${pattern})`)
  }
  return sql.join(conditions, sql` and `)
}
