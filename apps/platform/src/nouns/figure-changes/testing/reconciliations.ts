import type { ReconcilableCode } from '@desk/machines/respondent/respondent.events'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Ledger } from '#ledger/batches/ledger'
import type { AdjustmentOperation } from '#ledger/facts/ledger-operations'
import { adjustAll } from '#ledger/testing/adjust-all'
import type { Study } from '#ledger/testing/study'

/** A respondent with a final state. */
interface Standing {
  readonly hex: string
  readonly code: ReconcilableCode
  readonly endedAt: Date
}

/** Reconciles respondents of a study one at a time, and undoes what it did. */
export interface Reconciliations {
  /** Rejects whom `pick` meets among those with a final state when the account pays for them, else accepts them. */
  readonly reconcile: (pick: number, atMs: number, requestId: number) => Promise<void>
  /** Undoes the last reconciliation that is not undone; without one it does nothing. */
  readonly undo: (atMs: number, requestId: number) => Promise<void>
}

export function reconciliationsOf(
  database: DeskDatabase,
  ledger: Ledger,
  { accountId }: Pick<Study, 'accountId'>,
): Reconciliations {
  const before: Standing[] = []

  const standing = async (): Promise<readonly Standing[]> => {
    const { rows } = await database.readAsSystem(tx =>
      tx.client.query<Standing>(
        `select replace(rdud::text, '-', '') as hex, code, ended_at as "endedAt" from respondent
         where account_id = $1 and code >= 30 and ended_at is not null order by rdud`,
        [accountId],
      ),
    )
    return rows
  }
  const adjust = async (operation: AdjustmentOperation) => {
    const [outcome] = await ledger.reconcile(accountId, (tx, adjusting) =>
      adjustAll(tx, adjusting, accountId, [operation]),
    )
    return outcome
  }
  const seen = ({ hex, code, endedAt }: Standing, atMs: number, requestId: number) => ({
    hex,
    atMs,
    requestId,
    expected: { code, endedAtMs: endedAt.getTime() },
  })

  return {
    async reconcile(pick, atMs, requestId) {
      const all = await standing()
      const one = all[pick % Math.max(1, all.length)]
      if (one === undefined) return
      const isBilled = one.code === 30 || one.code === 51
      const outcome = await adjust({
        ...seen(one, atMs, requestId),
        kind: 'reconcile',
        verdict: isBilled ? 'rejected' : 'accepted',
        reason: isBilled ? 930 : 11,
      })
      if (outcome?.kind === 'adjusted') before.push(one)
    },
    async undo(atMs, requestId) {
      const last = before.at(-1)
      const one = (await standing()).find(({ hex }) => hex === last?.hex)
      if (last === undefined || one === undefined) return
      await adjust({
        ...seen(one, atMs, requestId),
        kind: 'restore',
        to: { code: last.code, endedAtMs: last.endedAt.getTime() },
      })
      before.pop()
    },
  }
}
