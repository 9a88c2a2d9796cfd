import { BOOST_FIELDS } from '@desk/schema/sources/auto-boost'
import type { ChangeBefore } from '@desk/schema/today/today'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { HOUR_MS } from '#ledger/facts/pacing'
import { readChangesBefore } from '../history/changes-before.store.ts'
import { judgeUnusual } from './judge-unusual.ts'
import { readMovedMost } from './moved-most.store.ts'
import { endAlerts, raiseAlerts, type Cause } from './raise.store.ts'
import type { Swept } from './sweep-alerts.ts'
import { accountsWatching, readHourlySources, readOpenUnusual, UNUSUAL_CHANGE_HOURS } from './unusual.store.ts'

/** The sums of an hour are whole by so long after it. */
const SUMMED_MS = 90_000
/** In a fault of many sources, those beyond these are raised without the part that moved most. */
const NAMED_MAX = 100
const MINUTE_MS = 60_000

/** The last full hour whose sums are whole, by its end. */
export const judgedUntil = (nowMs: number): number => Math.floor((nowMs - SUMMED_MS) / HOUR_MS) * HOUR_MS

/**
 * Judges the figures of live sources by the last full hours, and raises and ends alerts; one process at a time. Hours are judged once
 * each, so that a source that is inside at the next one has been so for 60 minutes. Judging an hour again changes nothing.
 * @returns null when another process is at it
 */
export async function sweepUnusual(database: DeskDatabase, nowMs: () => number): Promise<Swept | null> {
  const outcome = await database.withAdvisoryLock('unusual-sweep', async lost => {
    const untilMs = judgedUntil(nowMs())
    const at = new Date(nowMs())
    const { accountIds, open } = await database.readAsSystem(async tx => ({
      accountIds: await accountsWatching(tx),
      open: await readOpenUnusual(tx),
    }))
    let swept: Swept = { raised: 0, ended: 0 }
    for (const accountId of accountIds) {
      if (lost.aborted) break
      const sources = await database.readAsSystem(tx => readHourlySources(tx, accountId, untilMs))
      const place = { accountId, scope: 'source', at } as const
      const causes: Cause[] = []
      const ends: Parameters<typeof endAlerts>[1][number][] = []
      for (const { sourceId, surveyId, projectId, now, before } of sources) {
        const facts = judgeUnusual(now, before)
        // an episode that goes on is not raised again, except for a rule that is new
        if (facts !== null)
          causes.push({ ...place, placeId: sourceId, kind: 'unusual_figures', surveyId, projectId, facts })
        else if (open.has(`${accountId} ${sourceId}`))
          ends.push({ ...place, placeId: sourceId, kinds: ['unusual_figures'] })
      }
      if (causes.length === 0 && ends.length === 0) continue
      const named = await withNames(database, causes, { open, untilMs })
      const done = await database.asSystem(
        async tx => ({ ended: await endAlerts(tx, ends), raised: await raiseAlerts(tx, named) }),
        { idempotent: true },
      )
      swept = { raised: swept.raised + done.raised, ended: swept.ended + done.ended }
    }
    return swept
  })
  return outcome.held ? outcome.value : null
}

/** Adds the part that moved most, and the last change by a user, to new episodes of an account. */
async function withNames(
  database: DeskDatabase,
  causes: readonly Cause[],
  { open, untilMs }: { readonly open: ReadonlySet<string>; readonly untilMs: number },
): Promise<readonly Cause[]> {
  const isNew = ({ accountId, placeId }: Cause): boolean => !open.has(`${accountId} ${placeId}`)
  const asked = causes.filter(isNew).slice(0, NAMED_MAX)
  const [first] = asked
  if (first === undefined) return causes
  const { accountId } = first
  return database.readAsSystem(async tx => {
    const changes = await readChangesBefore(
      tx,
      accountId,
      asked.map(({ placeId, surveyId, projectId }) => ({
        key: placeId,
        sourceId: placeId,
        surveyId,
        projectId,
        at: new Date(untilMs),
        withinHours: UNUSUAL_CHANGE_HOURS,
      })),
    )
    const facts = new Map<number, Cause['facts']>()
    for (const {
      placeId,
      facts: { measure },
      at,
    } of asked) {
      const moved =
        measure === undefined ? null : await readMovedMost(tx, { accountId, sourceId: placeId, untilMs }, measure)
      const change = changes.get(placeId)
      facts.set(placeId, {
        ...(moved === null ? {} : { moved }),
        ...(change === undefined ? {} : { change: seenByAll(change, at.getTime()) }),
      })
    }
    return causes.map(cause => ({ ...cause, facts: { ...cause.facts, ...facts.get(cause.placeId) } }))
  })
}

/** A change in words that every reader of the alert may see: how a source is boosted has a permission of its own. */
const seenByAll = ({ scope, act, by, at, fields }: ChangeBefore, atMs: number) => ({
  scope,
  act,
  by,
  fields: fields.filter(field => !BOOST_FIELDS.has(field)),
  minutes: Math.round((atMs - Date.parse(at)) / MINUTE_MS),
})
