import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { JUDGES, type MeasuredKind } from './judge-measured.ts'
import * as store from './measured.store.ts'
import { endAlerts, raiseAlerts, type Cause } from './raise.store.ts'

const PAGE_SOURCES = 500

/** The alerts that a pass has raised and ended. */
export interface Swept {
  readonly raised: number
  readonly ended: number
}

type End = Parameters<typeof endAlerts>[1][number]

/**
 * Measures the live sources, and raises and ends alerts by the rules of their accounts, one process at a time.
 * @returns null when another process is measuring
 */
export async function sweepAlerts(database: DeskDatabase, nowMs: () => number): Promise<Swept | null> {
  const outcome = await database.withAdvisoryLock('alert-sweep', async lost => {
    const atMs = nowMs()
    const { rules, open } = await database.readAsSystem(async tx => ({
      rules: await store.readMeasuringRules(tx),
      open: await store.readOpenMeasured(tx),
    }))
    const at = new Date(atMs)
    const isOpen = new Set(open.map(keyOf))
    const endOf = ({ accountId, placeId, kind, ruleId }: store.OpenAlert): End => ({
      accountId,
      scope: 'source',
      placeId,
      kinds: [kind],
      at,
      ruleId,
    })
    let swept: Swept = await stored(database, [], open.filter(({ lasts }) => !lasts).map(endOf))
    const accountIds = [...new Set(rules.map(({ accountId }) => accountId))]
    if (accountIds.length === 0) return swept
    const rulesOf = (accountId: number) => rules.filter(rule => rule.accountId === accountId).flatMap(measuresOf)
    const measures = new Map(accountIds.map(accountId => [accountId, rulesOf(accountId)]))
    for (let afterId = 0; !lost.aborted;) {
      const page = await database.readAsSystem(tx =>
        store.readMeasuredSources(tx, { accountIds, nowMs: atMs, afterId, limit: PAGE_SOURCES }),
      )
      const causes: Cause[] = []
      const ends: End[] = []
      for (const source of page)
        for (const { ruleId, kind, percent } of measures.get(source.accountId) ?? []) {
          const one = { accountId: source.accountId, placeId: source.sourceId, kind, ruleId, lasts: true }
          const verdict = JUDGES[kind](source, percent, atMs)
          if (verdict === 'between') continue
          if (verdict === 'clear') {
            if (isOpen.has(keyOf(one))) ends.push(endOf(one))
          } else if (!isOpen.has(keyOf(one)))
            causes.push({
              ...one,
              scope: 'source',
              projectId: source.projectId,
              surveyId: source.surveyId,
              at,
              facts: verdict,
            })
        }
      swept = sum(swept, await stored(database, causes, ends))
      afterId = page.at(-1)?.sourceId ?? afterId
      if (page.length < PAGE_SOURCES) break
    }
    await database.asSystem(tx => store.keepSamples(tx, accountIds, atMs), { idempotent: true })
    return swept
  })
  return outcome.held ? outcome.value : null
}

const keyOf = ({ ruleId, kind, placeId }: Pick<store.OpenAlert, 'ruleId' | 'kind' | 'placeId'>): string =>
  `${ruleId} ${kind} ${placeId}`
const sum = (one: Swept, other: Swept): Swept => ({ raised: one.raised + other.raised, ended: one.ended + other.ended })

/** The measured kinds of a rule with their thresholds. */
function measuresOf({
  ruleId,
  kinds,
  thresholds,
}: store.MeasuringRule): { readonly ruleId: number; readonly kind: MeasuredKind; readonly percent: number }[] {
  return store.MEASURED_KINDS.filter(kind => kinds.includes(kind)).map(kind => ({
    ruleId,
    kind,
    percent: thresholds[kind] ?? ALERT_KINDS[kind].threshold.default,
  }))
}

function stored(database: DeskDatabase, causes: readonly Cause[], ends: readonly End[]): Promise<Swept> {
  if (causes.length === 0 && ends.length === 0) return Promise.resolve({ raised: 0, ended: 0 })
  return database.asSystem(async tx => ({ ended: await endAlerts(tx, ends), raised: await raiseAlerts(tx, causes) }), {
    idempotent: true,
  })
}
