import type { Migration } from 'kysely'
import * as house from './0001_house.ts'
import * as lookups from './0002_lookups.ts'
import * as loginTries from './0003_login_tries.ts'
import * as failingReturns from './0004_failing_returns.ts'
import * as abandonDue from './0005_abandon_due.ts'
import * as lengthsBySource from './0006_lengths_by_source.ts'
import * as abandonDueGroups from './0007_abandon_due_groups.ts'
import * as respondentRoom from './0008_respondent_room.ts'
import * as signInFlows from './0009_sign_in_flows.ts'
import * as journals from './0010_journals.ts'

/** Every migration, applied in the order of the names. A released one is never changed, only followed by another. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_house': house,
  '0002_lookups': lookups,
  '0003_login_tries': loginTries,
  '0004_failing_returns': failingReturns,
  '0005_abandon_due': abandonDue,
  '0006_lengths_by_source': lengthsBySource,
  '0007_abandon_due_groups': abandonDueGroups,
  '0008_respondent_room': respondentRoom,
  '0009_sign_in_flows': signInFlows,
  '0010_journals': journals,
}
