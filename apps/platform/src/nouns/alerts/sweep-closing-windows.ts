import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'
import * as store from './closing-rules.store.ts'
import { endAlerts, raiseAlerts } from './raise.store.ts'
import type { Swept } from './sweep-alerts.ts'

/** A project with completes that can soon no longer be reconciled. */
export interface ClosingProject {
  readonly projectId: number
  readonly completes: number
  /** Whole days until its window closes. */
  readonly daysLeft: number
}

/** Reads the projects whose windows close within so many days; reconciliation, a room above, gives it. */
export type ListClosing = (
  tx: Tx,
  accountId: number,
  withinDays: number,
  now: Date,
) => Promise<readonly ClosingProject[]>

const KIND = 'closing_window' as const
const { threshold } = ALERT_KINDS[KIND]

/**
 * Raises an alert for each project whose window closes within the days of a rule, and ends those of projects that were reconciled
 * or whose window has closed, one process at a time.
 * @returns null when another process does
 */
export async function sweepClosingWindows(
  { database, listClosing }: { readonly database: DeskDatabase; readonly listClosing: ListClosing },
  nowMs: () => number,
): Promise<Swept | null> {
  const outcome = await database.withAdvisoryLock('closing-window-sweep', async lost => {
    const at = new Date(nowMs())
    const { rules, open } = await database.readAsSystem(async tx => ({
      rules: await store.readClosingRules(tx),
      open: await store.readOpenClosing(tx),
    }))
    const swept = { raised: 0, ended: 0 }
    for (const accountId of new Set([...rules, ...open].map(({ accountId }) => accountId))) {
      if (lost.aborted) break
      const ofAccount = rules.filter(rule => rule.accountId === accountId)
      const daysOf = ({ days }: store.ClosingRule): number => days ?? threshold.default
      // An open alert goes on though its rule has fewer days now.
      const closing = await database.readAsAccount(accountId, tx => listClosing(tx, accountId, threshold.max, at))
      const isClosing = new Set(closing.map(({ projectId }) => projectId))
      const causes = ofAccount.flatMap(rule =>
        closing
          .filter(({ daysLeft }) => daysLeft < daysOf(rule))
          .map(({ projectId, completes, daysLeft }) => ({
            accountId,
            ruleId: rule.ruleId,
            kind: KIND,
            scope: 'project' as const,
            placeId: projectId,
            projectId,
            surveyId: null,
            at,
            facts: { completes, days_left: daysLeft },
          })),
      )
      const ends = open
        .filter(alert => alert.accountId === accountId && !isClosing.has(alert.projectId))
        .map(({ projectId, ruleId }) => ({
          accountId,
          scope: 'project' as const,
          placeId: projectId,
          kinds: [KIND] as const,
          at,
          ruleId,
        }))
      const stored = await database.asSystem(
        async tx => ({ ended: await endAlerts(tx, ends), raised: await raiseAlerts(tx, causes) }),
        { idempotent: true },
      )
      swept.raised += stored.raised
      swept.ended += stored.ended
    }
    return swept
  })
  return outcome.held ? outcome.value : null
}
