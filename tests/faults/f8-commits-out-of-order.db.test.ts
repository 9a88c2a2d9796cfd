import type { Changes } from '@desk/schema/changes/changes'
import { changeStatus } from '@desk/platform/statuses/change-status'
import { callerOf } from '@desk/platform/testing/caller'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDesk } from './stage/desk.ts'
import { FAULT_FEED_TOKEN } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { seedOf } from './stage/seeded-random.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy, type WatchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { breaksIn, openViewer } from './stage/viewer.ts'

const SOURCES = 8
const ROUNDS = 6

const desk = useDesk()

/** Reads the change feed as a gateway does, from now on; gives every status event that it served, in order. */
function followFeed(url: string): { readonly served: string[]; readonly ready: Promise<void>; stop(): Promise<void> } {
  const served: string[] = []
  const stopping = new AbortController()
  let isReady: () => void = () => undefined
  const ready = new Promise<void>(resolve => {
    isReady = resolve
  })
  const reading = (async () => {
    let query = 'wait=0'
    while (!stopping.signal.aborted) {
      const response = await fetch(`${url}/v1/changes?${query}`, {
        headers: { Authorization: `Bearer ${FAULT_FEED_TOKEN}`, 'X-Requested-With': 'XMLHttpRequest' },
      })
      const changes = (await response.json()) as Changes
      served.push(...changes.statuses.map(({ event }) => `${event.id}:${event.version}`))
      query = `after=${changes.cursor}&wait=1`
      isReady()
    }
  })()
  return {
    served,
    ready,
    async stop() {
      stopping.abort()
      await reading
    },
  }
}

interface OpenChange {
  readonly name: string
  /** Resolves when the transaction has written and is still open. */
  readonly written: Promise<unknown>
  commit(): void
  readonly committed: Promise<unknown>
}

/** Changes a source's status in a transaction of its own that stays open until its commit is called. */
function openChange(study: WatchedStudy, sourceId: number, version: number): OpenChange {
  let commit: () => void = () => undefined
  const told = new Promise<void>(resolve => {
    commit = resolve
  })
  let hasWritten: () => void = () => undefined
  const written = new Promise<void>(resolve => {
    hasWritten = resolve
  })
  const committed = desk().database.asAccount(study.accountId, async tx => {
    const outcome = await changeStatus(
      tx,
      { ...callerOf(study), at: new Date() },
      { scope: 'source', id: sourceId, statusid: version % 2 === 1 ? 2 : 1, version },
    )
    expect(outcome.kind).toBe('done')
    hasWritten()
    await told
  })
  return { name: `${sourceId}:${version + 1}`, written: Promise.race([written, committed]), commit, committed }
}

test(
  'F8: transactions that commit in another order than they began: the feed and an open table skip none and repeat none',
  { timeout: 90_000 },
  async () => {
    const seed = seedOf('F8')
    const orders = fc.sample(
      fc.shuffledSubarray(
        Array.from({ length: SOURCES }, (_, at) => at),
        { minLength: SOURCES },
      ),
      { seed, numRuns: ROUNDS - 1 },
    )
    // the oldest last: all that is younger waits for it
    orders.unshift(Array.from({ length: SOURCES }, (_, at) => SOURCES - 1 - at))
    const { database, platformUrl, gatewayUrl } = desk()
    const study = await watchedStudy(database, SOURCES)
    const token = await signIn(platformUrl, study.username)
    const viewer = openViewer({ gatewayUrl, token, surveyId: study.surveyId })
    const feed = followFeed(platformUrl)
    await feed.ready
    await until('the table is live', promised(10_000), () => viewer.isLive())

    for (const [round, order] of orders.entries()) {
      const before = feed.served.length
      const changes: OpenChange[] = []
      for (const sourceId of study.sourceIds) {
        const change = openChange(study, sourceId, round + 1)
        changes.push(change)
        await change.written
      }
      for (const [no, at] of order.entries()) {
        const oldestOpen = Math.min(...order.slice(no))
        // whatever began after a transaction that is still open may not be served yet, however long it has been committed
        const early = feed.served
          .slice(before)
          .filter(name => changes.findIndex(change => change.name === name) > oldestOpen)
        expect(early).toEqual([])
        changes[at]?.commit()
        await changes[at]?.committed
      }
      await until(
        'the feed has served the round',
        promised(5_000),
        () => feed.served.length >= before + SOURCES,
        () => feed.served.slice(before),
      )
      expect(feed.served.slice(before).sort()).toEqual(changes.map(({ name }) => name).sort())
    }
    await feed.stop()

    const names = Array.from({ length: ROUNDS }, (_, round) => study.sourceIds.map(id => `${id}:${round + 2}`)).flat()
    const seen = (): string[] => viewer.statuses.map(({ id, version }) => `${id}:${version}`)
    await until('the table has all changes', promised(5_000), () => seen().length >= names.length, seen)
    expect([seen().sort(), breaksIn(viewer.heard)]).toEqual([names.sort(), []])
    expect(viewer.table()).toEqual(await readTable(platformUrl, token, study.surveyId))
    viewer.close()
    await expectNoDrift(database)
  },
)
