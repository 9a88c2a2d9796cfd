import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { earningsOf } from '@desk/schema/columns/supply-cost'
import { OTHERS_CHANGES_MAX, type OthersChange, type SinceYouLeft } from '@desk/schema/today/since'
import type { StatusScope } from '@desk/schema/statuses/status'
import type { TodayOf } from '@desk/schema/today/today'
import { lastLeft } from '#journals/visits.store'
import type { Tx } from '#kernel/db/tx'
import { listOthersChanges, readEarned, type StoredChange } from './since.store.ts'

const DAY_MS = 86_400_000

export interface Returned {
  readonly accountId: number
  readonly userId: number
  readonly of: TodayOf
  readonly nowMs: number
  readonly seesField: (scope: StatusScope, field: string) => boolean
}

/** The completes and the changes of other users since the user's last visit; without one, in the last 24 hours. */
export async function readSince(tx: Tx, { nowMs, seesField, ...reader }: Returned): Promise<SinceYouLeft> {
  const left = await lastLeft(tx, reader, new Date(nowMs))
  const query = { ...reader, since: left ?? new Date(nowMs - DAY_MS) }
  const earned = await readEarned(tx, query)
  // an edit of hidden fields alone is none to this viewer
  const changes = (await listOthersChanges(tx, query)).filter(
    ({ scope, fields }) => fields.length === 0 || fields.some(field => seesField(scope, field)),
  )
  return {
    since: left?.toISOString() ?? null,
    currency: ACCOUNT_CURRENCY,
    ...earningsOf(earned),
    changes: changes.slice(0, OTHERS_CHANGES_MAX).map(shownOf),
    change_count: changes.length,
  }
}

function shownOf(stored: StoredChange): OthersChange {
  const { fields: _, at, ...change } = stored
  return { ...change, at: at.toISOString() }
}
