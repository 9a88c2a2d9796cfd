import { Data } from 'effect'
import type pg from 'pg'
import { FIRST_EARLIER } from './before-baseline.ts'
import { migrations } from './list.ts'

/** The migrations that a database has, in their order; none: it has no tables of a desk. */
export async function appliedMigrations(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('public.kysely_migration')::text as name`,
  )
  if (tables[0]?.name == null) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** The migrations of a database that this version does not know; earlier ones than the baseline are older. */
export function newerMigrations(
  applied: readonly string[],
  known: Readonly<Record<string, unknown>> = migrations,
): readonly string[] {
  return applied.includes(FIRST_EARLIER) ? [] : applied.filter(name => !Object.hasOwn(known, name))
}

/** The migrations that this version would apply. */
export function pendingMigrations(applied: readonly string[]): readonly string[] {
  return Object.keys(migrations)
    .toSorted()
    .filter(name => !applied.includes(name))
}

/** The database is not of this version; the message says which to start. */
export class DatabaseOfOtherVersion extends Data.TaggedError('DatabaseOfOtherVersion')<{ readonly problem: string }> {
  override get message(): string {
    return this.problem
  }
}

/**
 * Refuses a database that a newer version has changed.
 * @throws DatabaseOfOtherVersion
 */
export function refuseNewer(applied: readonly string[], known: Readonly<Record<string, unknown>> = migrations): void {
  const newer = newerMigrations(applied, known)
  if (newer.length > 0)
    throw new DatabaseOfOtherVersion({
      problem: `A newer version of Sample Desk has changed this database (${newer.join(', ')}). Start that version, or restore the backup from before the upgrade.`,
    })
}

/**
 * Refuses every database that is not of exactly this version, for commands that only read.
 * @throws DatabaseOfOtherVersion
 */
export function requireThisVersion(applied: readonly string[]): void {
  refuseNewer(applied)
  if (applied.length === 0) throw new DatabaseOfOtherVersion({ problem: 'This database has no tables of a desk yet.' })
  const [pending] = pendingMigrations(applied)
  if (pending !== undefined)
    throw new DatabaseOfOtherVersion({
      problem: `This database is of an older version: it lacks ${pending}. Start this version on it once, or run the command of its own version.`,
    })
}
