/**
 * How long the signed file of a statement of 100,000 lines takes to verify, against hashing the same lines and nothing
 * else. It also reports closing and reading that month, and why its figures changed (settlement.md §4).
 */
import { callerOf } from '@desk/platform/testing/caller'
import { lastMonth } from '@desk/platform/testing/months'
import { StudyMaker } from '@desk/platform/testing/study'
import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import { closePeriod, CLOSING_TIMEOUT_MS } from '@desk/platform/nouns/statements/close-period'
import { chained, nodeCrypto } from '@desk/platform/nouns/statements/node-crypto'
import { readPeriods } from '@desk/platform/nouns/statements/read-statements'
import type { ChangedStatement } from '@desk/platform/nouns/statements/changed-lines'
import { sweepSums } from '@desk/platform/ledger/sweeps/sweeps'
import { readStatementChange } from '@desk/platform/nouns/statements/statement-changes'
import { statementKey } from '@desk/platform/nouns/statements/statement-keys'
import { signedCsv } from '@desk/platform/nouns/statements/signed-files'
import { statementFile } from '@desk/platform/nouns/statements/statement-lines-file'
import { findStatement } from '@desk/platform/nouns/statements/statements.store'
import { COMMITTED_VERSION, readCsv } from '@desk/schema/statements/statement-csv'
import { readerOfHead, verifyStatement } from '@desk/schema/statements/verify-statement'
import { startDatabaseServer } from './desk/database.ts'
import { liveStudy } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { quantile, report, rounded } from './measure.ts'

const LINES = unlessQuick(100_000, 1_000)
const ROUNDS = unlessQuick(7, 2)
const BULK = 10_000
const GOAL_MS = 2_000
const CHANGES = unlessQuick(20, 3)
const CHANGE_GOAL_MS = 300
const now = new Date()
const { month, middleMs } = lastMonth()

async function tookMs<Result>(work: () => Promise<Result>): Promise<readonly [ms: number, result: Result]> {
  const startedAtMs = nowMs()
  const result = await work()
  return [nowMs() - startedAtMs, result]
}

runBench(async cleanup => {
  const server = await startDatabaseServer('statements')
  cleanup(() => server.stop())
  const { database, asOwner } = await server.createDatabase()
  const { accountId, sourceId, supplierId } = await liveStudy(database, 1)
  const { userId } = await new StudyMaker(database).user({ accountId })
  const rids = Array.from({ length: LINES }, (_, no) => `respondent-of-panel-${no}`)
  for (let from = 0; from < LINES; from += BULK)
    await makeRespondents(database, { accountId, sourceId, supplierId }, rids.slice(from, from + BULK), {
      endedAtMs: middleMs + from,
    })
  await sweepSums({ database }) // as the desk does every 15 seconds
  await asOwner('analyze') // autovacuum does so within a minute

  const list = () => database.readAsAccount(accountId, tx => readPeriods(tx, accountId, now, { limit: 12, offset: 0 }))
  const span = { from: new Date(middleMs + LINES / 2).toISOString(), to: now.toISOString() }
  const ofMonth = { scope: 'supplier', month } as const
  const ofStatement: ChangedStatement = { ...ofMonth, scopeId: supplierId }
  /** Why a figure changed since the middle of its lines: p95 of each. */
  async function changesMs(priceCents: number) {
    const sum = { placeId: sourceId, kind: 'complete', origin: month, priceCents } as const
    const asked = { month: { ...ofMonth, scopeId: null }, statement: ofStatement, sum: { ...ofStatement, sum } }
    const told: Record<string, number> = {}
    for (const [what, of] of Object.entries<ChangedStatement>(asked)) {
      const allMs: number[] = []
      for (let at = 0; at < CHANGES; at++) {
        const [ms, found] = await tookMs(() =>
          database.readAsAccount(
            accountId,
            tx => readStatementChange(tx, { accountId, view: 'internal' }, of, span, now),
            { sortMemoryMb: 32 }, // as the handler reads
          ),
        )
        if (found?.after.lines !== LINES) throw new Error(`All ${LINES} lines are in the ${what}`)
        allMs.push(ms)
      }
      told[what] = rounded(quantile(allMs, 0.95))
    }
    return told
  }

  const [listOpenMs, listed] = await tookMs(list)
  const priceCents = (listed.periods.find(period => period.month === month)?.complete_cents ?? 0) / LINES
  const openChangesMs = await changesMs(priceCents)
  const actor = { ...callerOf({ accountId, userId }), at: now }
  const [closeMs, closed] = await tookMs(() =>
    database.asAccount(accountId, tx => closePeriod(tx, actor, month, statementKey('the bench')), {
      timeoutMs: CLOSING_TIMEOUT_MS,
    }),
  )
  if (closed.kind !== 'done') throw new Error(`${month} is ${closed.kind}`)
  const [listClosedMs] = await tookMs(list)
  const closedChangesMs = await changesMs(priceCents)
  const stored = await database.readAsAccount(accountId, tx =>
    findStatement(tx, accountId, { scope: 'supplier', month, scopeId: supplierId }),
  )
  if (stored === undefined) throw new Error('The statement was not stored')
  const [fileMs, text] = await tookMs(async () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    let file = ''
    for await (const portion of signedCsv(statementFile(database, accountId, stored)))
      file += decoder.decode(portion, { stream: true })
    return file
  })
  const [head = [], ...rows] = readCsv(text)
  const reader = readerOfHead(head, COMMITTED_VERSION)
  const lines = rows.flatMap(cells => reader?.read(cells) ?? [])

  const sides = await byTurns(ROUNDS, {
    ours: async () => {
      const [csvMs, verdict] = await tookMs(() => verifyStatement(text, nodeCrypto))
      if (verdict?.isWhole !== true || verdict.lines !== LINES) throw new Error('The file is valid')
      return csvMs
    },
    peer: async () => {
      const [ms] = await tookMs(() => {
        for (const line of lines) chained(Buffer.from(line.previous, 'hex'), line.text).toString('hex')
        return Promise.resolve()
      })
      return ms
    },
  })
  const compared = compare(
    sides,
    ours => ours,
    peer => peer,
  )
  report(
    {
      name: 'statements',
      ...headline(compared),
      unit: 'ms',
      goal: `≤ ${GOAL_MS} ms`,
      met: compared.ours.median <= GOAL_MS,
    },
    {
      measured: `a signed CSV of ${LINES} lines is read, and its chain and signature are verified, as \`pnpm desk verify-statement\` does it`,
      peerIs: 'one SHA-256 of each of these lines, which are read already',
      bytes: Buffer.byteLength(text),
      listOpenMs: rounded(listOpenMs),
      closeMs: rounded(closeMs),
      listClosedMs: rounded(listClosedMs),
      changesGoal: `why a figure of a statement of ${LINES} lines changed: p95 ≤ ${CHANGE_GOAL_MS} ms`,
      openChangesMs,
      closedChangesMs,
      fileMs: rounded(fileMs),
      verifyMs: compared.ours,
      hashMs: compared.peer,
    },
  )
})
