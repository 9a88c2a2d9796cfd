import { pino } from 'pino'
import { makeDemo } from '#demo/make-demo'
import { connectAsOwner } from './database/test-server.ts'
import type { DeskDatabase } from '#kernel/db/desk-database'

const ANALYSE_EVERY_MS = 2_000

/**
 * Does work that fills tables. A test server analyses none by itself, and plans made for empty tables read growing ones
 * from end to end.
 */
export async function whileAnalysed<A>(url: string, work: () => Promise<A>): Promise<A> {
  const owner = await connectAsOwner(url)
  const timer = setInterval(() => void owner.query('analyze').catch(() => undefined), ANALYSE_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await owner.end()
  }
}

/** Makes the demo's data. */
export const makeTestDemo = ({ database, url }: { readonly database: DeskDatabase; readonly url: string }) =>
  whileAnalysed(url, () =>
    makeDemo(database, {
      wanted: true,
      log: pino({ level: 'silent' }),
      removeUnfinished: () => Promise.resolve(),
    }),
  )
