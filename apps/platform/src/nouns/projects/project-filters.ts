import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import type { ProjectFilters } from '@desk/schema/projects/project'
import { sql, type RawBuilder } from 'kysely'
import { containing } from '#kernel/lists/containing'

type Choice = 'all' | number | readonly ('all' | number)[] | undefined

/** The same as the project list's filters, each of which may name several. */
export interface ProjectChoices extends Pick<ProjectFilters, 'search'> {
  readonly status?: Choice
  readonly consultant?: Choice
  readonly business_unit_ud?: Choice
}

/** The chosen ones; undefined: no filter. */
function chosenOf(choice: Choice): readonly number[] | undefined {
  const all = choice === undefined || typeof choice === 'string' || typeof choice === 'number' ? [choice] : choice
  const ids = all.filter(id => typeof id === 'number')
  return ids.length < all.length ? undefined : ids
}

const anyOf = (column: RawBuilder<unknown>, ids: readonly number[]) => sql`${column} = any(${[...ids]}::int[])`

/**
 * Holds for the account's projects `p` that pass the filters (§3.30). The consultant "Other" means those without one.
 */
export function passing(accountId: number, filters: ProjectChoices): RawBuilder<unknown> {
  const conditions = [sql`p.account_id = ${accountId}`]
  const statuses = chosenOf(filters.status)
  const consultants = chosenOf(filters.consultant)
  const units = chosenOf(filters.business_unit_ud)
  if (statuses !== undefined) conditions.push(anyOf(sql`p.status`, statuses))
  if (consultants !== undefined)
    conditions.push(
      consultants.includes(NO_CONSULTANT_UID)
        ? sql`(p.consultant_user_id is null or ${anyOf(sql`p.consultant_user_id`, consultants)})`
        : anyOf(sql`p.consultant_user_id`, consultants),
    )
  if (units !== undefined) conditions.push(anyOf(sql`p.business_unit_id`, units))
  const words = filters.search?.trim()
  if (words) {
    const pattern = containing(words)
    conditions.push(sql`(p.name ilike ${pattern} or p.number ilike ${pattern})`)
  }
  return sql.join(conditions, sql` and `)
}
