import type { Changes } from '@desk/schema/changes/changes'
import { Clock, Context, Effect, Layer } from 'effect'
import { Database, query } from '#kernel/db/database'
import type { DatabaseError } from '#kernel/db/errors'
import { readFeed } from './changes.store.ts'
import { Wakes } from '#kernel/background/wakes'

export const FEED_CHANNEL = 'desk_changes'

/** Polls at this interval too, in case the server lost a notification. */
const LOOK_AGAIN_MS = 5_000
/** How soon to read again while committed changes wait for an older transaction. */
const PENDING_FIRST_MS = 2
const PENDING_LONGEST_MS = 50

/**
 * After a long read the feed pauses, so that following a busy ledger takes at most a fifth of its time; a single commit is served
 * at once.
 */
const REST_TIMES_READ = 4
const LONGEST_REST_MS = 50

/** The change feed: changes since a cursor, at once or when they come. */
export class ChangeFeed extends Context.Service<
  ChangeFeed,
  {
    /** Everything since `after`; if there is nothing, whatever comes within `waitSeconds`. */
    readonly read: (after: string | undefined, waitSeconds: number) => Effect.Effect<Changes, DatabaseError>
  }
>()('@desk/platform/changes/ChangeFeed') {
  static readonly layer = Layer.effect(
    ChangeFeed,
    Effect.gen(function* () {
      const database = yield* Database
      const wakes = new Wakes()
      let restUntilMs = 0
      const wake = () => wakes.wake()
      // a database that is away at the start must not block every other call: readers poll until it listens
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          const listening = database.core.listen(FEED_CHANNEL, wake, { onGap: wake })
          // it fails when the database is closed before it ever listened
          const unlisten = listening.then(
            end => end,
            () => undefined,
          )
          return { unlisten }
        }),
        ({ unlisten }) => Effect.sync(() => void unlisten.then(end => end?.())),
      )
      const read = Effect.fn('ChangeFeed.read')(function* (after: string | undefined, waitSeconds: number) {
        const untilMs = (yield* Clock.currentTimeMillis) + waitSeconds * 1000
        let cursor = after
        let pendingMs = PENDING_FIRST_MS
        const restMs = restUntilMs - (yield* Clock.currentTimeMillis)
        if (restMs > 0 && waitSeconds > 0) yield* Effect.sleep(Math.min(restMs, LONGEST_REST_MS))
        for (;;) {
          const seen = wakes.count
          const readAtMs = performance.now()
          const { changes, pending } = yield* query(() => readFeed(database.core, cursor))
          const leftMs = untilMs - (yield* Clock.currentTimeMillis)
          if (hasNews(changes))
            restUntilMs =
              (yield* Clock.currentTimeMillis) +
              Math.min(REST_TIMES_READ * (performance.now() - readAtMs), LONGEST_REST_MS)
          if (hasNews(changes) || leftMs <= 0) return changes
          cursor = changes.cursor
          const waitMs = Math.min(leftMs, pending ? pendingMs : LOOK_AGAIN_MS)
          pendingMs = pending ? Math.min(pendingMs * 2, PENDING_LONGEST_MS) : PENDING_FIRST_MS
          yield* Effect.promise(signal => wakes.after(seen, waitMs, signal))
        }
      })
      return ChangeFeed.of({ read })
    }),
  )
}

function hasNews(changes: Changes): boolean {
  const {
    reset,
    sources,
    surveys,
    projects,
    hours,
    statuses,
    ended_sessions,
    doubted_accounts = [],
    alerted = [],
  } = changes
  return (
    reset ||
    [sources, surveys, projects, hours, statuses, ended_sessions, doubted_accounts, alerted].some(
      list => list.length > 0,
    )
  )
}
