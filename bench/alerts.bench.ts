/** An auto-pause's commit → an open tab knows how many alerts are unread, against a bare NOTIFY and the count that it asks for. */
import { recordChanges } from '@desk/platform/statuses/record-changes'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { startDatabaseServer } from './desk/database.ts'
import { startGateway, startPlatform } from './desk/processes.ts'
import { liveStudy, signIn, someoneOf } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { seeded } from './harness/random.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { quantile, report } from './measure.ts'

const ROUNDS = unlessQuick(3, 1)
const ALERTS_A_ROUND = unlessQuick(50, 5)
const WARM_UP = 5
/** Alerts come at odd moments, so that none is lucky with a timer. */
const PAUSE_MS = { least: 50, most: 400 }
const GOAL_MS = 2_000
const GIVEN_UP_MS = 10_000

interface Round {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
}

runBench(async cleanup => {
  const server = await startDatabaseServer('alerts')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const study = await liveStudy(database, WARM_UP + ROUNDS * ALERTS_A_ROUND)
  const person = await someoneOf(database, study.accountId)
  await asOwner('create table bench_note (number int)')
  await asOwner('analyze')
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const gateway = await startGateway(platform.url)
  cleanup(() => gateway.stop())
  const token = await signIn(gateway.url, person)
  const random = seeded(1)
  const sourceIds = [...study.sourceIds]

  /** A tab: it hears that something was raised, and asks how many alerts are unread, as the bell does. */
  const tab = io(gateway.url, { transports: ['websocket'], auth: { token } })
  cleanup(async () => void tab.close())
  await new Promise<void>((resolve, reject) => {
    tab.once('connect', resolve)
    tab.once('connect_error', reject)
  })
  const unread = async (): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' }
    const response = await fetch(`${gateway.url}/v1/alerts/unread`, { headers })
    if (!response.ok) throw new Error(`The unread alerts answered ${response.status}`)
    const { unread: count } = (await response.json()) as { unread: number } // the contract's answer
    return count
  }

  const listener = new pg.Client({ connectionString: databaseUrl })
  const writer = new pg.Client({ connectionString: databaseUrl })
  // a query in progress tells of a broken connection
  for (const client of [listener, writer]) client.on('error', () => {})
  await Promise.all([listener.connect(), writer.connect()])
  cleanup(() => Promise.all([listener.end(), writer.end()]).then(() => undefined))
  await listener.query('listen bench_note')
  const notes = async (): Promise<number> =>
    Number((await listener.query<{ count: string }>('select count(*) from bench_note')).rows[0]?.count)

  /** Waits until a read after a word of the server gives the wanted count; gives the moment. */
  function arrived(
    on: (told: () => void) => () => void,
    count: () => Promise<number>,
    wanted: number,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`Number ${wanted} did not come`)), GIVEN_UP_MS)
      const off = on(() => {
        void count().then(found => {
          if (found < wanted) return
          off()
          clearTimeout(late)
          resolve(nowMs())
        }, reject)
      })
    })
  }

  let raised = 0
  let noted = 0
  const ours = {
    async make() {
      const id = sourceIds.pop()
      if (id === undefined) throw new Error('There is a source for each alert')
      const act = { accountId: study.accountId, userId: null, note: null, commandId: null, at: new Date() }
      await database.asAccount(study.accountId, tx =>
        recordChanges(tx, { ...act, reason: 'redirect_errors' }, 'source', [
          { id, from: STATUS_CODES.live, to: STATUS_CODES.autoPaused },
        ]),
      )
    },
    arrival: () =>
      arrived(
        told => {
          tab.on('alerted', told)
          return () => tab.off('alerted', told)
        },
        unread,
        ++raised,
      ),
  }
  const peer = {
    make: () => writer.query("with noted as (insert into bench_note values (1)) select pg_notify('bench_note', '')"),
    arrival: () =>
      arrived(
        told => {
          listener.on('notification', told)
          return () => listener.off('notification', told)
        },
        notes,
        ++noted,
      ),
  }

  async function measure(side: { make: () => Promise<unknown>; arrival: () => Promise<number> }, times: number) {
    const latenciesMs: number[] = []
    for (let at = 0; at < times; at++) {
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least))
      const arrival = side.arrival()
      await side.make()
      const committedAtMs = nowMs()
      latenciesMs.push(Math.max(0, (await arrival) - committedAtMs))
    }
    const round: Round = {
      p50Ms: quantile(latenciesMs, 0.5),
      p95Ms: quantile(latenciesMs, 0.95),
      maxMs: Math.max(...latenciesMs),
    }
    return round
  }

  await measure(ours, WARM_UP)
  await measure(peer, WARM_UP)
  const sides = await byTurns(ROUNDS, {
    ours: () => measure(ours, ALERTS_A_ROUND),
    peer: () => measure(peer, ALERTS_A_ROUND),
  })
  const of = (field: keyof Round) =>
    compare(
      sides,
      one => one[field],
      other => other[field],
    )
  const compared = of('p95Ms')
  const slowestMs = Math.max(...sides.ours.map(({ maxMs }) => maxMs))
  report(
    {
      name: 'alerts',
      ...headline(compared),
      unit: 'ms p95',
      goal: `every one ≤ ${GOAL_MS} ms`,
      met: slowestMs <= GOAL_MS,
    },
    {
      measured:
        'from the commit that auto-pauses a source to the answer with the new number of unread alerts in a tab that was told by its push connection, through the gateway; collected from the feed by a platform process, one after the other at odd moments',
      peerIs: 'one insert with a NOTIFY in a commit of its own; a listening connection counts the rows when it is told',
      p95Ms: compared,
      p50Ms: of('p50Ms'),
      maxMs: of('maxMs'),
    },
  )
})
