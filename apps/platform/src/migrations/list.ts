import type { Migration } from 'kysely'
import * as baseline from './0001_baseline.ts'

/** Every migration, applied in the order of the names. A released one is never changed, only followed by another. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_baseline': baseline,
}
