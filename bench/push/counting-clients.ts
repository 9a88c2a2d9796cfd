/** Many watching clients that count the frames they are sent, and do as little else as possible. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSince, nowMs } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'
import { BareConnection } from './bare-connection.ts'

export interface CountedConnecting {
  readonly url: string
  readonly token: string
  /** The topics of each client. */
  readonly topics: readonly (readonly string[])[]
}

export interface Counted {
  readonly deliveriesPerSecond: number
  /** Share of a core that this process used in that time. */
  readonly cpu: number
}

const CONNECTING_AT_ONCE = 20

let connections: BareConnection[] = []

function total(): number {
  return connections.reduce((sum, { frames }) => sum + frames, 0)
}

const answers = answer({
  async connect({ url, token, topics }: CountedConnecting): Promise<void> {
    for (let from = 0; from < topics.length; from += CONNECTING_AT_ONCE) {
      connections.push(
        ...(await Promise.all(
          topics.slice(from, from + CONNECTING_AT_ONCE).map(own => BareConnection.open(url, token, own)),
        )),
      )
    }
  },
  /** Counts for so long, after a pause in which the flow steadies. */
  async count({ afterMs, forMs }: { afterMs: number; forMs: number }): Promise<Counted> {
    await sleep(afterMs)
    const startedAtMs = nowMs()
    const before = total()
    const cpu = cpuSince()
    await sleep(forMs)
    return { deliveriesPerSecond: (total() - before) / ((nowMs() - startedAtMs) / 1_000), cpu: cpu() }
  },
  /** The newest frame of any client. */
  newest(): unknown {
    for (const { newest } of connections) if (newest) return (JSON.parse(newest.toString('utf8', 2)) as unknown[])[1]
    throw new Error('No frame has arrived yet')
  },
  disconnect(): void {
    for (const connection of connections) connection.close()
    connections = []
  },
})

export type CountingClients = typeof answers
