import { UnreadableTable } from '@desk/schema/sent-tables/table-row'
import { setPriority } from 'node:os'
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { readTable } from './read-table.ts'
import type { TableJob, TablePart } from './table-parts.ts'
import type { TableReading } from '@desk/schema/sent-tables/table-reading'

/** The messages of the reading thread to the asking one. */
export type WorkerSays =
  | { readonly kind: 'part'; readonly part: TablePart }
  | { readonly kind: 'read'; readonly reading: TableReading }
  | { readonly kind: 'unreadable'; readonly message: string }

const BELOW_NORMAL = 5

/** Reads one table; each part waits until the last one was taken. */
async function read(port: NonNullable<typeof parentPort>): Promise<void> {
  const say = (said: WorkerSays): void => port.postMessage(said)
  const parts = readTable(workerData as TableJob) // as in-worker.ts passes it
  try {
    for (;;) {
      const next = await parts.next()
      if (next.done) return say({ kind: 'read', reading: next.value })
      say({ kind: 'part', part: next.value })
      await once(port, 'message')
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    say({ kind: 'unreadable', message: error.message })
  } finally {
    port.close()
  }
}

// on Linux it is that of this thread; elsewhere that of the whole process
if (process.platform === 'linux') setPriority(BELOW_NORMAL)
if (parentPort !== null) await read(parentPort)
