import { pruneFeed } from '../feed/changes.store.ts'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { repeat } from '#kernel/background/repeat'
import type { Log } from '#kernel/db/log'
import type { Tx } from '#kernel/db/tx'
import { forgetKeys, KEY_KEPT_MS } from '#kernel/idempotency/act-once'
import { endExpiredSessions } from '#identity/sessions/sessions.store'
import { autoPause } from '#statuses/auto-pause'
import { pauseReason } from './auto-pause-rules.ts'
import type { Ledger } from '../batches/ledger.ts'
import { foldEndings } from '../batches/ending-counts.store.ts'
import { forgetAddresses } from '../batches/crowds.store.ts'
import { foldLengths } from '../batches/loi-lengths.store.ts'
import { measureSpreads } from '../batches/length-spreads.store.ts'
import { HOUR_MS } from '../facts/pacing.ts'
import { foldSums } from '../sums/fold-sums.store.ts'
import {
  ensureMonths,
  readDueLines,
  readLiveSources,
  readLiveSurveys,
  removeDueLines,
  type PauseCandidate,
} from './sweeps.store.ts'

export interface SweepPorts {
  readonly database: DeskDatabase
  readonly ledger: Ledger
  readonly nowMs: () => number
}

/** Lines of the queue; each has those of an account who came within a second. */
const DUE_PAGE = 200
const MAX_DUE_PAGES = 250
const MAX_ABANDONS_A_BATCH = 1_000
const LIVE_PAGE = 500
const SESSION_SWEEP_MS = 60_000
const LENGTHS_SWEEP_MS = 5_000
const LENGTHS_PAGE = 500
const SUMS_SWEEP_MS = 15_000
const SUMS_PAGE = { sources: 200, lines: 20_000 } as const
const FEED_KEPT_MS = 24 * HOUR_MS

/**
 * Turns respondents whose time has run out into abandons (§4.4, §9.5), and frees idle places in sub-quotas, one process
 * at a time; a pass takes at most 50,000 lines of the queue.
 * @returns the number of abandons; null when another process is sweeping
 */
export async function sweepAbandons({ database, ledger, nowMs }: SweepPorts): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('abandon-sweep', async lost => {
    let swept = 0
    for (let page = 0; page < MAX_DUE_PAGES && !lost.aborted; page++) {
      const atMs = nowMs()
      const due = await database.readAsSystem(tx => readDueLines(tx, atMs, DUE_PAGE))
      for (const accountId of new Set(due.map(line => line.accountId))) {
        const open = due.flatMap(line => (line.accountId === accountId ? line.open : []))
        for (let from = 0; from < open.length; from += MAX_ABANDONS_A_BATCH) {
          const outcomes = await ledger.write(
            accountId,
            open.slice(from, from + MAX_ABANDONS_A_BATCH).map(hex => ({ kind: 'abandon', atMs, hex })),
          )
          swept += outcomes.filter(outcome => outcome.kind === 'sent' && !outcome.repeat).length
        }
      }
      if (due.length > 0) await database.asSystem(tx => removeDueLines(tx, due))
      if (due.length < DUE_PAGE) break
    }
    return swept
  })
  return outcome.held ? outcome.value : null
}

/**
 * Pauses live sources and surveys by their auto-pause rules (domain.md §2), one process at a time.
 * @returns the number paused; null when another process is sweeping
 */
export async function sweepAutoPauses({ database, nowMs }: SweepPorts): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('auto-pause-sweep', async lost => {
    const atMs = nowMs()
    const surveys = await pauseByPages(database, lost, atMs, (tx, afterId) => readLiveSurveys(tx, afterId, LIVE_PAGE))
    const sources = await pauseByPages(database, lost, atMs, (tx, afterId) =>
      readLiveSources(tx, atMs, afterId, LIVE_PAGE),
    )
    return surveys + sources
  })
  return outcome.held ? outcome.value : null
}

async function pauseByPages(
  database: DeskDatabase,
  lost: AbortSignal,
  atMs: number,
  read: (tx: Tx, afterId: number) => Promise<PauseCandidate[]>,
): Promise<number> {
  let paused = 0
  let afterId = 0
  while (!lost.aborted) {
    const page = await database.readAsSystem(tx => read(tx, afterId))
    for (const candidate of page) {
      const reason = pauseReason(candidate, atMs)
      if (reason === null) continue
      const { accountId, scope, id } = candidate
      if (
        await database.asAccount(accountId, tx => autoPause(tx, accountId, { scope, id, reason, at: new Date(atMs) }), {
          idempotent: true,
        })
      )
        paused += 1
    }
    afterId = page.at(-1)?.id ?? afterId
    if (page.length < LIVE_PAGE) break
  }
  return paused
}

/**
 * Adds the interview lengths that batches have appended to their buckets (docs/decisions/0033), and measures how
 * those of their sources spread; one process at a time; traffic goes on.
 * @returns the number of lines; null when another process is sweeping
 */
export async function sweepLengths({ database }: SweepPorts): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('lengths-sweep', async lost => {
    let swept = 0
    while (!lost.aborted) {
      const lines = await database.asSystem(async tx => {
        const folded = await foldLengths(tx, LENGTHS_PAGE)
        await measureSpreads(tx, folded.sources)
        return folded.lines
      })
      swept += lines
      if (lines < LENGTHS_PAGE) break
    }
    return swept
  })
  return outcome.held ? outcome.value : null
}

/**
 * Adds new lines of the ledger to the sums of their hours and days (docs/decisions/0062), one process at a time;
 * traffic goes on.
 * @returns the number of passes; null when another process is sweeping
 */
export async function sweepSums(
  { database }: Pick<SweepPorts, 'database'>,
  page: { readonly sources: number; readonly lines: number } = SUMS_PAGE,
): Promise<number | null> {
  for (let passes = 1; ; passes += 1) {
    const isMore = await database.asSystem(tx => foldSums(tx, page), { timeoutMs: 120_000 })
    if (isMore === null) return null
    if (!isMore) return passes
  }
}

/**
 * Adds the batches' new lines to the counts of where entrants end (docs/decisions/0071), one process at a time;
 * traffic goes on.
 * @returns the number of lines; null when another process is sweeping
 */
export async function sweepEndings({ database }: SweepPorts): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('endings-sweep', async lost => {
    let swept = 0
    while (!lost.aborted) {
      const lines = await database.asSystem(tx => foldEndings(tx, LENGTHS_PAGE))
      swept += lines
      if (lines < LENGTHS_PAGE) break
    }
    return swept
  })
  return outcome.held ? outcome.value : null
}

interface HousekeepingPorts {
  readonly database: Pick<DeskDatabase, 'withAdvisoryLock' | 'asSystem'>
  readonly nowMs: () => number
}

/** Deletes old feed rows, and creates the coming months' partitions; one process at a time. */
export async function keepHouse({ database, nowMs }: HousekeepingPorts): Promise<void> {
  await database.withAdvisoryLock('respondents-housekeeping', async lost => {
    const now = nowMs()
    const tasks: ((tx: Tx) => Promise<unknown>)[] = [
      tx => pruneFeed(tx, new Date(now - FEED_KEPT_MS)),
      tx => forgetKeys(tx, new Date(now - KEY_KEPT_MS)),
      tx => forgetAddresses(tx, new Date(now - HOUR_MS)),
      tx => ensureMonths(tx, new Date(now)),
    ]
    for (const task of tasks) {
      if (lost.aborted) return
      await database.asSystem(task)
    }
  })
}

export interface SweepIntervals {
  readonly abandonMs: number
  readonly autoPauseMs: number
  /** How often chains of surveys that are due are looked for; unset: never. */
  readonly linkCheckMs?: number
}

/** Runs the sweeps at intervals, never two of the same kind at once; a failed pass is logged, and the next one retries. */
export function startSweeps(ports: SweepPorts, intervals: SweepIntervals, log: Log): { stop(): Promise<void> } {
  const stops = [
    repeat('abandon sweep', intervals.abandonMs, () => sweepAbandons(ports), log),
    repeat('auto-pause sweep', intervals.autoPauseMs, () => sweepAutoPauses(ports), log),
    repeat('lengths sweep', LENGTHS_SWEEP_MS, () => sweepLengths(ports), log),
    repeat('sums sweep', SUMS_SWEEP_MS, () => sweepSums(ports), log),
    repeat('endings sweep', LENGTHS_SWEEP_MS, () => sweepEndings(ports), log),
    repeat(
      'session sweep',
      SESSION_SWEEP_MS,
      () => ports.database.asSystem(tx => endExpiredSessions(tx, new Date(ports.nowMs()))),
      log,
    ),
    repeat('housekeeping', HOUR_MS, () => keepHouse(ports), log),
  ]
  return { stop: async () => void (await Promise.all(stops.map(stop => stop()))) }
}
