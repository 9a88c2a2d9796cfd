import { expect, onTestFinished, test } from 'vitest'
import { sweepConversations } from '#assistant/conversation-sweep'
import { sweepDefenderCounts } from '#defender/scorecards/sweep-counts'
import { sweepJournals } from '#journals/journal-sweep'
import { sweepRetention } from '#nouns/retention/sweep-retention'
import { DeskDatabase } from '#kernel/db/desk-database'
import { createLedger } from '#ledger/batches/ledger'
import {
  keepHouse,
  sweepAbandons,
  sweepAutoPauses,
  sweepEndings,
  sweepLengths,
  sweepSums,
  type SweepPorts,
} from '#ledger/sweeps/sweeps'
import { sweepAlerts } from '#nouns/alerts/sweep-alerts'
import { sweepClosingWindows } from '#nouns/alerts/sweep-closing-windows'
import { listClosingProjects as listClosing } from '#nouns/reconciliation/closing.store'
import { sweepDisputes } from '#nouns/reconciliation/disputes/sweep-disputes'
import { sweepBoosts } from '#nouns/sources/auto-boost/raise-prices'
import { sweepPeriods } from '#nouns/statements/close-period'
import { statementKey } from '#nouns/statements/statement-keys'
import { useDatabase } from '#testing/database/harness'
import { silentLog } from '#testing/database/test-server'

const fresh = useDatabase()
const KEY = statementKey('the desk of the tests')
const DAYS = 30

/** The number of its tasks that ran; null: none. */
async function tasksOfHousekeeping({ database, nowMs }: SweepPorts): Promise<number | null> {
  let tasks = 0
  await keepHouse({
    nowMs,
    database: {
      withAdvisoryLock: (name, f) => database.withAdvisoryLock(name, f),
      asSystem: (f, options) => {
        tasks += 1
        return database.asSystem(f, options)
      },
    },
  })
  return tasks === 0 ? null : tasks
}

// processes of two versions run side by side while a new one is rolled out: a lock keeps its name
test.each<readonly [lock: string, sweep: (ports: SweepPorts) => Promise<unknown>]>([
  ['abandon-sweep', sweepAbandons],
  ['auto-pause-sweep', sweepAutoPauses],
  ['lengths-sweep', sweepLengths],
  ['endings-sweep', sweepEndings],
  ['ledger-sums', sweepSums],
  ['respondents-housekeeping', tasksOfHousekeeping],
  ['journal-sweep', ports => sweepJournals({ ...ports, days: DAYS })],
  ['conversation-sweep', ports => sweepConversations({ ...ports, days: DAYS })],
  ['retention-sweep', ports => sweepRetention({ ...ports, mailFolder: '/nowhere', journalDays: DAYS })],
  ['defender-counts', sweepDefenderCounts],
  ['dispute-sweep', sweepDisputes],
  ['auto-boost-sweep', sweepBoosts],
  ['statement-period-sweep', ports => sweepPeriods({ ...ports, key: KEY })],
  ['alert-sweep', ({ database, nowMs }) => sweepAlerts(database, nowMs)],
  ['closing-window-sweep', ({ database, nowMs }) => sweepClosingWindows({ database, listClosing }, nowMs)],
])('while another process holds the lock %s its sweep does nothing, and afterwards it sweeps', async (lock, sweep) => {
  const { database, url } = fresh()
  const another = new DeskDatabase({ url, log: silentLog, maxConnections: 1 })
  onTestFinished(() => another.close())
  const ports = { database, ledger: createLedger(database), nowMs: Date.now }
  expect(await another.withAdvisoryLock(lock, () => sweep(ports))).toEqual({ held: true, value: null })
  expect(await sweep(ports)).not.toBeNull()
})
