/** B9: 100,000 rows are previewed and stored over HTTP while returns of another project go on, against the same returns without it. */
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { formatRdud } from '@desk/platform/ledger/facts/rdud'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabaseServer } from './desk/database.ts'
import { startPlatform } from './desk/processes.ts'
import { completeOf, letIn, liveStudy, signIn, someoneOf } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { startProgram } from './harness/program.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { quantile, report, rounded } from './measure.ts'
import type { Manager } from './reconciliation/manager.ts'

const ROUNDS = unlessQuick(7, 1)
const ROWS = unlessQuick(100_000, 2_000)
const SOURCES = 20
const RETURNS_PER_SECOND = 100
/** Returns before the first round, so that neither side meets a process that never saw one. */
const WARM_UP_MS = unlessQuick(3_000, 500)
const QUIET_MS = unlessQuick(8_000, 1_000)
/** At most so many returns while one list is previewed and stored. */
const RETURNS_A_ROUND = unlessQuick(6_000, 800)
const BULK = 1_000
const AT_NO_TIME = { startedAtMs: 0, endedAtMs: 0 }
const GOALS = { previewMs: 5_000, storeMs: 10_000, p95Ratio: 1.5 }

/** A return: when it was sent, and how long its answer took. */
interface Sent {
  readonly startedAtMs: number
  readonly tookMs: number
}

interface Round {
  readonly p95Ms: number
  readonly maxMs: number
  /** Of the returns that came while the list was previewed, and while it was stored. */
  readonly previewP95Ms: number
  readonly storeP95Ms: number
  readonly returns: number
  readonly previewMs: number
  readonly storeMs: number
}

runBench(async cleanup => {
  const server = await startDatabaseServer('reconciliation')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const study = await liveStudy(database, SOURCES)
  const other = await liveStudy(database, SOURCES, study.accountId)
  const person = await someoneOf(database, study.accountId)
  const ledger = createLedger(database)
  const lists: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const hexes = await letIn(ledger, study, ROWS)
    for (let at = 0; at < hexes.length; at += BULK)
      await ledger.write(study.accountId, hexes.slice(at, at + BULK).map(completeOf), { history: true })
    lists.push(['rdud,reason_code', ...hexes.map(hex => `${formatRdud(study.accountId, hex)},930`)].join('\n'))
  }
  const returning = await letIn(ledger, other, (2 * ROUNDS + 1) * RETURNS_A_ROUND)
  await asOwner('vacuum analyze') // as autovacuum does within a minute of the first respondents
  await server.restart() // a checkpoint does the same to the log, some minutes after them
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const token = await signIn(platform.url, person)
  const manager = startProgram<Manager>(new URL('./reconciliation/manager.ts', import.meta.url))
  cleanup(() => manager.stop())

  /** Sends returns at a steady rate until it is stopped; gives how long each took. */
  function sendReturns(): () => Promise<readonly Sent[]> {
    let isOn = true
    const sent: Promise<Sent>[] = []
    const startedAtMs = nowMs()
    const sending = (async () => {
      while (isOn && sent.length < RETURNS_A_ROUND) {
        const due = Math.floor(((nowMs() - startedAtMs) * RETURNS_PER_SECOND) / 1000)
        while (sent.length < Math.min(due, RETURNS_A_ROUND)) sent.push(oneReturn())
        await sleep(1000 / RETURNS_PER_SECOND)
      }
    })()
    return async () => {
      isOn = false
      await sending
      return Promise.all(sent)
    }
  }

  async function oneReturn(): Promise<Sent> {
    const hex = returning.pop()
    if (hex === undefined) throw new Error('More returns than respondents')
    const startedAtMs = nowMs()
    const path = `/return?inbound_code=1000&rdud=${formatRdud(other.accountId, hex)}`
    const response = await fetch(`${platform.url}${path}`, { redirect: 'manual' })
    if (response.status !== 302) throw new Error(`A return answered ${response.status}`)
    return { startedAtMs, tookMs: nowMs() - startedAtMs }
  }

  const p95Of = (returns: readonly Sent[]): number =>
    quantile(
      returns.map(({ tookMs }) => tookMs),
      0.95,
    )
  const roundOf = (returns: readonly Sent[], preview = AT_NO_TIME, store = AT_NO_TIME): Round => ({
    p95Ms: p95Of(returns),
    maxMs: Math.max(...returns.map(({ tookMs }) => tookMs)),
    previewP95Ms: p95Of(returns.filter(sent => sent.startedAtMs < preview.endedAtMs)),
    storeP95Ms: p95Of(returns.filter(sent => sent.startedAtMs >= preview.endedAtMs)),
    returns: returns.length,
    previewMs: preview.endedAtMs - preview.startedAtMs,
    storeMs: store.endedAtMs - store.startedAtMs,
  })

  const stopWarmUp = sendReturns()
  await sleep(WARM_UP_MS)
  await stopWarmUp()
  const sides = await byTurns(ROUNDS, {
    ours: async round => {
      await manager.ask('take', { url: platform.url, token, projectId: study.projectId, text: lists[round] ?? '' })
      const stop = sendReturns()
      const preview = await manager.ask('preview', undefined)
      if (preview.changes !== ROWS) throw new Error(`${preview.changes} of ${ROWS} rows are to be rejected`)
      const store = await manager.ask('store', undefined)
      if (!store.isAsPreviewed) throw new Error('The stored request differs from the preview')
      return roundOf(await stop(), preview, store)
    },
    peer: async () => {
      const stop = sendReturns()
      await sleep(QUIET_MS)
      return roundOf(await stop())
    },
  })

  const compared = compare(
    sides,
    ours => ours.p95Ms,
    peer => peer.p95Ms,
  )
  const previewMs = Math.max(...sides.ours.map(round => round.previewMs))
  const storeMs = Math.max(...sides.ours.map(round => round.storeMs))
  report(
    {
      name: 'reconciliation',
      ...headline(compared),
      unit: 'ms, p95 of a return',
      goal: `≤ ${GOALS.p95Ratio} × the same returns without it; preview ≤ ${GOALS.previewMs} ms, store ≤ ${GOALS.storeMs} ms`,
      met: compared.ratio <= GOALS.p95Ratio && previewMs <= GOALS.previewMs && storeMs <= GOALS.storeMs,
    },
    {
      measured: `${ROWS} rejected completes of ${SOURCES} sources, uploaded as CSV, previewed and stored over HTTP, while ${RETURNS_PER_SECOND} returns a second come to another project of the account`,
      peerIs: 'the same returns while nobody reconciles',
      p95MsWhilePreviewed: sides.ours.map(round => rounded(round.previewP95Ms)),
      p95MsWhileStored: sides.ours.map(round => rounded(round.storeP95Ms)),
      previewMs: sides.ours.map(round => round.previewMs),
      storeMs: sides.ours.map(round => round.storeMs),
      maxMs: compare(
        sides,
        ours => ours.maxMs,
        peer => peer.maxMs,
      ),
    },
  )
})
