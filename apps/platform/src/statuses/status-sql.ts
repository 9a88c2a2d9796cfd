import type { HeldBy } from '@desk/schema/statuses/held-by'
import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'

/** The scope codes of the rollups. */
export const SCOPE_CODES: Readonly<Record<StatusScope, number>> = { project: 1, survey: 2, source: 3 }

/**
 * The effective status (domain.md §2): live only when the object and everything above it are; else its own status when
 * that is not live, else that of the nearest ancestor that is not.
 * @param nearestFirst status columns from the object upwards, such as `s.status`, `v.status`, `p.status`
 */
export function effectiveStatus(...nearestFirst: readonly string[]): RawBuilder<StatusCode> {
  const notLive = nearestFirst.map(column => sql`nullif(${sql.ref(column)}, ${sql.lit(STATUS_CODES.live)})`)
  return sql<StatusCode>`coalesce(${sql.join(notLive)}, ${sql.lit(STATUS_CODES.live)})`
}

/**
 * The object that keeps traffic out of a live one, as json: the nearest above it that is not live; null where none
 * does.
 */
export function heldBySql(
  own: string,
  above: Readonly<Partial<Record<HeldBy['scope'], string>>>,
): RawBuilder<HeldBy | null> {
  const live = sql.lit(STATUS_CODES.live)
  const cases = (['survey', 'project'] as const).flatMap(scope => {
    const column = above[scope]
    return column === undefined
      ? []
      : [
          sql`when ${sql.ref(column)} <> ${live} then json_build_object('scope', ${sql.lit(scope)}, 'statusid', ${sql.ref(column)})`,
        ]
  })
  return sql<HeldBy | null>`case when ${sql.ref(own)} <> ${live} then null ${sql.join(cases, sql` `)} end`
}
