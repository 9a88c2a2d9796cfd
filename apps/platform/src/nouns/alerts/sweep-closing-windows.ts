import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { listClosingProjects } from '../reconciliation/closing.store.ts'
import * as store from './closing-rules.store.ts'
import { endAlerts, raiseAlerts } from './raise.store.ts'
import type { Swept } from './sweep-alerts.ts'

const KIND = 'closing_window' as const
const { threshold } = ALERT_KINDS[KIND]

/**
 * Raises an alert for each project whose window closes within the days of a rule, and ends those of projects that were reconciled
 * or whose window has closed, one process at a time.
 * @returns null when another process does
 */
export async function sweepClosingWindows(database: DeskDatabase, nowMs: () => number): Promise<Swept | null> {
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
      const closing = await database.readAsAccount(accountId, tx =>
        listClosingProjects(tx, accountId, threshold.max, at),
      )
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
