import type { Kysely } from 'kysely'
import { seedLookups } from '#nouns/lookups/seed'

/** Fills what all accounts share: code lists, time zones, countries, languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await seedLookups(db)
}
