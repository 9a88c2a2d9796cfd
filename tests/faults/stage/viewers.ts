import type { Processes } from './processes.ts'
import { digestOf, type ViewersOrder, type ViewersSeen } from './viewers-program.ts'
import { readTable } from './server-table.ts'
import { until } from './until.ts'

/** Many open tables in a process of their own. */
export interface Viewers {
  look(): Promise<ViewersSeen>
  /** Resolves when every one of them is live; gives how long that took in ms. */
  allLive(withinMs: number): Promise<number>
  /** Resolves when every one shows what the server has now. */
  allAsServer(withinMs: number): Promise<number>
}

export async function openViewers(processes: Processes, order: ViewersOrder): Promise<Viewers> {
  const child = processes.program('viewers', 'tests/faults/stage/viewers-program.ts', { VIEWERS: JSON.stringify(order) })
  await child.ready<string>()
  const look = (): Promise<ViewersSeen> =>
    new Promise((resolve, reject) => {
      child.process.once('message', seen => resolve(seen as ViewersSeen)) // the program answers each look once
      child.process.send('look', error => error && reject(error))
    })
  let seen: ViewersSeen | null = null
  const seenLast = (): unknown => seen && { ...seen, breaks: seen.breaks.slice(0, 5) }
  return {
    look,
    allLive: withinMs =>
      until(`all ${order.count} tables are live`, withinMs, async () => {
        seen = await look()
        return seen.live === order.count
      }, seenLast),
    async allAsServer(withinMs) {
      const digest = digestOf(await readTable(order.gatewayUrls[0] ?? '', order.tokens[0] ?? '', order.surveyId))
      return until(`all ${order.count} tables show ${digest}`, withinMs, async () => {
        seen = await look()
        return seen.tables[digest] === order.count
      }, seenLast)
    },
  }
}
