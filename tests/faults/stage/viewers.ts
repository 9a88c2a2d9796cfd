import type { Processes } from './processes.ts'
import { digestOf, type ViewersOrder, type ViewersSeen, type ViewersStanding } from './viewers-program.ts'
import { readTable } from './server-table.ts'
import { until } from './until.ts'

/** A look at so many tables costs something. */
const LOOK_EVERY_MS = 250

/** Many open tables in a process of their own. */
export interface Viewers {
  look(): Promise<ViewersSeen>
  /** Resolves when every one of them is live; gives how long that took in ms. */
  allLive(withinMs: number): Promise<number>
  /** Resolves when every one shows what the server has now. */
  allAsServer(withinMs: number): Promise<number>
}

export async function openViewers(processes: Processes, order: ViewersOrder): Promise<Viewers> {
  const child = await processes.program('viewers', 'tests/faults/stage/viewers-program.ts', {
    VIEWERS: JSON.stringify(order),
  })
  await child.ready<string>()
  const ask = <A>(what: 'standing' | 'look'): Promise<A> =>
    new Promise((resolve, reject) => {
      child.process.once('message', seen => resolve(seen as A)) // the program answers each question once, as its types say
      child.process.send(what, error => error && reject(error))
    })
  const look = (): Promise<ViewersSeen> => ask('look')
  let seen: Partial<ViewersSeen> = {}
  const seenLast = (): unknown => seen
  return {
    look,
    allLive: withinMs =>
      until(
        `all ${order.count} tables are live`,
        withinMs,
        async () => {
          seen = await ask<ViewersStanding>('standing')
          return seen.live === order.count
        },
        seenLast,
        LOOK_EVERY_MS,
      ),
    async allAsServer(withinMs) {
      const digest = digestOf(await readTable(order.gatewayUrls[0] ?? '', order.tokens[0] ?? '', order.surveyId))
      return until(
        `all ${order.count} tables show ${digest}`,
        withinMs,
        async () => {
          const { tables, ...standing } = await look()
          seen = { ...standing, tables, breaks: standing.breaks.slice(0, 5) }
          return tables[digest] === order.count
        },
        seenLast,
        LOOK_EVERY_MS,
      )
    },
  }
}
